import { startRedis } from '@andscene/testing/redis-server'
import { openHarness, type Harness } from '@andscene/tts/testing/harness'
import type { FakeScript } from '@andscene/tts/testing/scripts-stub'
import { setTimeout as delay } from 'node:timers/promises'
import { report } from '../report.ts'
import { median } from 'simple-statistics'
import { cpuSeconds } from '../processes.ts'
import { startWorker } from '../worker-process.ts'
import { readSample } from './sample.ts'

type Engine = { name: string; voiceId: string; env: Record<string, string>; every: number }

/** `every`: only every n-th text of the script, so that a slow engine takes minutes. */
const ENGINES: Record<string, Engine> = {
  flite: { name: 'Flite', voiceId: 'local:flite-slt', env: {}, every: 1 },
  espeak: { name: 'eSpeak NG', voiceId: 'local:espeak-en-us-m1', env: {}, every: 1 },
  natural: { name: 'natural', voiceId: 'kokoro:en-us-thomas', env: { KOKORO: 'on' }, every: 10 },
}
const RUNS = 3
const WARM_UP = 12
const DAYS = '1000000'

/** Clips a second of one worker with one thread, and CPU time, length and bytes of a clip. */
export async function speed(names: readonly string[]): Promise<void> {
  const { texts, lines, spoken, pages } = await readSample()
  const characters = texts.reduce((sum, { length }) => sum + length, 0)
  report('the sample: pages', pages, 'pages')
  report('the sample: lines a page', lines / pages, 'lines')
  report('the sample: spoken lines a page', spoken / pages, 'lines')
  report('the sample: distinct texts a page', texts.length / pages, 'clips')
  report('the sample: characters of a text', characters / texts.length, 'characters')
  for (const [key, engine] of Object.entries(ENGINES))
    if (names.length === 0 || names.includes(key)) await measure(engine, texts)
}

async function measure({ name, voiceId, env, every }: Engine, texts: readonly string[]): Promise<void> {
  const some = texts.filter((_text, n) => n % every === 0)
  const redis = await startRedis()
  const harness = await openHarness(redis, {
    SPEECH_THREADS: '1',
    LIMIT_AUDIO_HOURS: DAYS,
    LOG_LEVEL: 'warn',
    ...env,
  })
  const worker = await startWorker(harness)
  try {
    await narrate(harness, 'warm', scriptOf(some.slice(0, WARM_UP), voiceId))
    const runs: { wall: number; cpu: number }[] = []
    for (let run = 0; run < RUNS; run += 1) {
      const before = cpuSeconds(worker.pid)
      const begin = performance.now()
      await narrate(harness, `run-${run}`, scriptOf(some, voiceId))
      runs.push({ wall: (performance.now() - begin) / 1_000, cpu: cpuSeconds(worker.pid) - before })
    }
    const clips = await harness.index.ofScript('run-0')
    const sound = clips.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000
    const bytes = clips.reduce((sum, clip) => sum + clip.bytes, 0)
    const show = (what: string, unit: string, of: (run: (typeof runs)[number]) => number) => {
      const values = runs.map(of)
      report(`${name}: ${what}`, median(values), unit, { runs: values })
    }
    process.stdout.write(`${name}: ${clips.length} clips a run, one thread\n`)
    show('clips of a worker', 'clips/s', ({ wall }) => clips.length / wall)
    show('sound of a worker', 's of sound/s', ({ wall }) => sound / wall)
    show('of the processor', 's of CPU a clip', ({ cpu }) => cpu / clips.length)
    show('clips of a processor that does nothing else', 'clips/s', ({ cpu }) => clips.length / cpu)
    report(`${name}: sound`, sound / clips.length, 's a clip')
    report(`${name}: stored`, bytes / clips.length, 'bytes a clip')
  } finally {
    await worker.stop()
    await harness.close()
    await redis.stop()
  }
}

async function narrate(harness: Harness, id: string, script: FakeScript): Promise<void> {
  harness.scripts.scripts.set(id, script)
  await harness.plan(id)
  while ((await harness.index.ofScript(id)).length < script.lines.length) await delay(50)
}

const scriptOf = (texts: readonly string[], voiceId: string): FakeScript => ({
  ownerId: 'owner',
  lines: texts.map((text, n) => ({ _id: `line-${n}`, type: 'Action', text })),
  casting: { characterAssignments: {}, narrationVoiceId: voiceId },
  castingVersion: 1,
})

import { generateClip, readClip } from '@andscene/contracts/routes/speech'
import { spokenText } from '@andscene/screenplay/spoken-text'
import { createProviders } from '@andscene/tts/speech/create-providers'
import { setTimeout as delay } from 'node:timers/promises'
import { median, percentile, report } from '../report.ts'
import { openStand } from './stand.ts'

const COLD_CLIPS = 60
const RATE = 50
const SECONDS = 10

/** A clip that is not there yet, and one that is, asked for through the gateway. */
export async function requests(file: string): Promise<void> {
  const providers = createProviders({ SPEECH_THREADS: 1 })
  const stand = await openStand()
  try {
    // Not cast, so that nothing is made but what is asked for.
    const script = await stand.api.uploadFile(file)
    const voiceId = (await stand.api.fliteCasting(script)).narrationVoiceId
    const lines = distinctLines(script.content.lines).slice(0, COLD_CLIPS + 10)
    const generate = ({ _id, text }: { _id: string; text: string }) =>
      stand.api.call(generateClip, { body: { voiceId, scriptId: script._id, lineId: _id, text } })

    const overEngine: number[] = []
    for (const [n, line] of lines.entries()) {
      const whole = await milliseconds(async () => {
        const clip = await generate(line)
        if (clip.headers.get('x-from-cache') !== 'false') throw new Error('the clip was there already')
        await clip.arrayBuffer()
      })
      const engine = await milliseconds(() =>
        providers.providerOf(voiceId).synthesise({ voiceId, text: spokenText(line) }),
      )
      // The first ones load engines on both sides.
      if (n >= 10) overEngine.push(whole - engine)
    }
    report('cold clip beyond the engine, p50', median(overEngine), 'ms', { limit: 30 })
    report('cold clip beyond the engine, p95', percentile(overEngine, 0.95), 'ms')

    const [line] = lines
    const clip = await generate(line!)
    await clip.arrayBuffer()
    await load('stored clip, POST /api/voices/generate', () => generate(line!))
    await load('stored clip, GET /api/audio', () =>
      stand.api.call(readClip, { params: { '*': clip.headers.get('x-audio-path') ?? '' } }),
    )
  } finally {
    await stand.close()
    await providers.close()
  }
}

/** A request every 1/50 s, whether or not those before are over. */
async function load(name: string, request: () => Promise<Response>): Promise<void> {
  const one = async () => (await request()).arrayBuffer()
  const run = async (count: number) => {
    const begin = performance.now()
    const times: Promise<number>[] = []
    for (let n = 0; n < count; n += 1) {
      await delay(Math.max(0, begin + (n * 1_000) / RATE - performance.now()))
      times.push(milliseconds(one))
    }
    return Promise.all(times)
  }
  await run(RATE * 2)
  const times = await run(RATE * SECONDS)
  report(`${name}, p50 at ${RATE}/s`, median(times), 'ms', { limit: 10 })
  report(`${name}, p95 at ${RATE}/s`, percentile(times, 0.95), 'ms', { limit: 25 })
}

function distinctLines<T extends { text: string; type: string }>(lines: readonly T[]): T[] {
  const known = new Set<string>()
  return lines.filter((line) => {
    const text = spokenText(line)
    if (text === '' || line.type !== 'Action' || known.has(text)) return false
    known.add(text)
    return true
  })
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

import { clearCache } from '@andscene/contracts/routes/caching'
import { VoiceCatalogue } from '@andscene/tts/voices/voice-catalogue'
import { wantedClips } from '@andscene/tts/clips/wanted-clips'
import { Urgency } from '@andscene/tts/speech/urgency'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { openStand } from '../stand.ts'
import { inParallel, report, reportMedian, timed } from '../report.ts'
import { naturalProviders } from './providers.ts'
import { naturalCast, WITH_NATURAL_VOICES } from './natural-voices.ts'

type Spoken = { soundMs: number; tookMs: number }

/** Times the speed of two bare engines on one thread each. */
const TIMES_BARE_ENGINES = 1.4
const BARE_ENGINES = 2
/** Clips that the bare engines also speak. */
const BARE_CLIPS = 40
/** Lines after which the engine is warm. */
const LOADED_AFTER = 12
/** Alternates with the engine alone, because the machine's speed changes over minutes. */
const ROUNDS = 3
/** The urgency of planned clips. */
const AHEAD = new Urgency({ priority: 100, isAwaited: false })
const NOTHING_KEPT = { read: async () => undefined, write: async () => undefined }

/**
 * Speed of narrating a script: times real time, next to the engine alone, and next to two bare engines on one thread each.
 */
export async function wholeScript(file: string): Promise<void> {
  await using stand = await openStand(WITH_NATURAL_VOICES)
  const providers = naturalProviders()
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => providers.close())
  const script = await stand.api.uploadFile(file)
  const casting = await naturalCast(stand, script)
  const source = {
    scriptId: script._id,
    ownerId: '',
    lines: script.content.lines,
    casting,
    castingVersion: 0,
  }
  const { clips } = await wantedClips(source, new VoiceCatalogue(providers, NOTHING_KEPT))
  process.stdout.write(`${clips.size} distinct clips; ${availableParallelism()} processors\n`)

  const all = [...clips.values()]
  const speak = ({ voiceId, text }: { voiceId: string; text: string }) =>
    providers.providerOf(voiceId).synthesise({ voiceId, text, urgency: AHEAD })
  // The concurrency of a worker.
  const { limit: atOnce } = providers.providerOf(all[0]!.voiceId).slots!
  await inParallel(all.slice(0, LOADED_AFTER), atOnce, speak)
  await stand.api.cast(script, casting)
  await stand.api.narrated(script, LOADED_AFTER)

  const sample = all.filter((_, n) => n % Math.ceil(all.length / BARE_CLIPS) === 0)
  let sound = 0
  const bare: number[] = []
  const engine: number[] = []
  const platform: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await stand.api.call(clearCache, { body: { scriptId: script._id } })
    platform.push(
      await seconds(async () => {
        await stand.api.cast(script, casting)
        await stand.api.narrated(script)
      }),
    )
    engine.push(
      await seconds(async () => {
        const spoken = await inParallel(all, atOnce, speak)
        sound = spoken.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000
      }),
    )
    bare.push(await speedOfBareEngines(sample.map(({ text }) => text)))
  }
  const speeds = (runs: number[]) => runs.map((run) => sound / run)
  const slower = platform.map((run, round) => run / engine[round]!)
  report('sound of the whole script', sound, 's')
  reportMedian('engine and encoder alone', engine, 's')
  reportMedian('engine alone, times real time', speeds(engine), '×')
  reportMedian('whole script narrated', platform, 's')
  reportMedian('narrated, times real time', speeds(platform), '×')
  reportMedian('times the engine alone', slower, '×', { limit: 1.15 })
  reportMedian('two bare engines on one thread each, times real time', bare, '×')
  const faster = speeds(platform).map((speed, round) => speed / bare[round]!)
  reportMedian('narrated, times the speed of the two', faster, '×', { least: TIMES_BARE_ENGINES })
}

/** Times real time of bare engines, each with its share of the texts in a process of its own. */
async function speedOfBareEngines(texts: string[]): Promise<number> {
  const speeds = await Promise.all(
    Array.from({ length: BARE_ENGINES }, async (_, engine) => {
      const share = texts.filter((_text, n) => n % BARE_ENGINES === engine)
      const process = fork(new URL('bare-engine-process.ts', import.meta.url), [JSON.stringify(share)])
      const failed = once(process, 'exit').then(([code]) =>
        Promise.reject(new Error(`a bare engine: ${code}`)),
      )
      const [{ soundMs, tookMs }] = (await Promise.race([once(process, 'message'), failed])) as [Spoken]
      await failed.catch(() => {})
      return soundMs / tookMs
    }),
  )
  return speeds.reduce((sum, speed) => sum + speed)
}

const seconds = async (work: () => Promise<unknown>) => (await timed(work)) / 1_000

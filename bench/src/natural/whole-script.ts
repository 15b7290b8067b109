import { clearCache } from '@andscene/contracts/routes/caching'
import { VoiceCatalogue } from '@andscene/tts/voices/voice-catalogue'
import { wantedClips } from '@andscene/tts/clips/wanted-clips'
import type { Clip } from '@andscene/tts/speech/provider'
import { Urgency } from '@andscene/tts/speech/urgency'
import { availableParallelism } from 'node:os'
import { openStand } from '../narration/stand.ts'
import { median, report, type Held } from '../report.ts'
import { naturalProviders } from './providers.ts'
import { naturalCast, WITH_NATURAL_VOICES } from './stand.ts'

const TIMES_REAL_TIME = 4
/** The engine has loaded all that it speaks with when so many lines are there. */
const LOADED_AFTER = 12
/** In turn with the engine alone: how much a machine gives may change within minutes. */
const ROUNDS = 3
/** As planned clips are made. */
const AHEAD = new Urgency({ priority: 100, isAwaited: false })
const NOTHING_KEPT = { read: async () => undefined, write: async () => undefined }

/** How much faster than it is listened to a whole script is narrated, and how much slower than by the engine alone. */
export async function wholeScript(file: string): Promise<void> {
  const stand = await openStand(WITH_NATURAL_VOICES)
  const providers = naturalProviders()
  try {
    const script = await stand.upload(file)
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
    // As many as a worker has under way.
    const { limit: atOnce } = providers.providerOf(all[0]!.voiceId).slots!
    await inTurn(all.slice(0, LOADED_AFTER), atOnce, speak)
    await stand.api.cast(script, casting)
    await stand.api.narrated(script, LOADED_AFTER)

    let sound = 0
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
          const spoken = await inTurn(all, atOnce, speak)
          sound = spoken.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000
        }),
      )
    }
    const speeds = (runs: number[]) => runs.map((run) => sound / run)
    const slower = platform.map((run, round) => run / engine[round]!)
    report('sound of the whole script', sound, 's')
    reportMedian('engine and encoder alone', engine, 's')
    reportMedian('engine alone, times real time', speeds(engine), '×')
    reportMedian('whole script narrated', platform, 's')
    reportMedian('narrated, times real time', speeds(platform), '×', { least: TIMES_REAL_TIME })
    reportMedian('times the engine alone', slower, '×', { limit: 1.15 })
  } finally {
    await providers.close()
    await stand.close()
  }
}

function reportMedian(name: string, runs: number[], unit: string, held?: Held): void {
  report(name, median(runs), unit, { ...held, runs })
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const begin = performance.now()
  await work()
  return (performance.now() - begin) / 1_000
}

async function inTurn<T>(all: T[], atOnce: number, work: (one: T) => Promise<Clip>): Promise<Clip[]> {
  const rest = all.values()
  const done: Clip[] = []
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const one of rest) done.push(await work(one))
    }),
  )
  return done
}

import { clearCache } from '@andscene/contracts/routes/caching'
import { VoiceCatalogue } from '@andscene/tts/voices/voice-catalogue'
import { wantedClips } from '@andscene/tts/clips/wanted-clips'
import type { Clip } from '@andscene/tts/speech/provider'
import { availableParallelism } from 'node:os'
import { openStand } from '../narration/stand.ts'
import { report } from '../report.ts'
import { naturalProviders } from './providers.ts'
import { naturalCast, WITH_NATURAL_VOICES } from './stand.ts'

const TIMES_REAL_TIME = 4
/** The engine has loaded all that it speaks with when so many lines are there. */
const LOADED_AFTER = 12
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
      providers.providerOf(voiceId).synthesise({ voiceId, text, patient: true })
    // As many as a worker has under way.
    const { limit: atOnce } = providers.providerOf(all[0]!.voiceId).slots!
    await inTurn(all.slice(0, LOADED_AFTER), atOnce, speak)
    const begin = performance.now()
    const spoken = await inTurn(all, atOnce, speak)
    const engine = (performance.now() - begin) / 1_000
    const sound = spoken.reduce((sum, { durationMs }) => sum + durationMs, 0) / 1_000

    await stand.api.cast(script, casting)
    await stand.api.narrated(script, LOADED_AFTER)
    await stand.api.call(clearCache, { body: { scriptId: script._id } })
    const again = performance.now()
    await stand.api.cast(script, casting)
    await stand.api.narrated(script)
    const platform = (performance.now() - again) / 1_000
    report('sound of the whole script', sound, 's')
    report('engine and encoder alone', engine, 's')
    report('engine alone, times real time', sound / engine, '×')
    report('whole script narrated', platform, 's')
    report('narrated, times real time', sound / platform, '×', { least: TIMES_REAL_TIME })
    report('times the engine alone', platform / engine, '×', { limit: 1.15 })
  } finally {
    await providers.close()
    await stand.close()
  }
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

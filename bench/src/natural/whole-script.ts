import { clearCache } from '@andscene/contracts/routes/caching'
import { createEngine } from '@andscene/kokoro/create-engine'
import { VoiceFilesConfig } from '@andscene/kokoro/model/config'
import { readConfig } from '@andscene/service-kit/config'
import { wantedClips } from '@andscene/tts/clips/wanted-clips'
import { createProviders, ProvidersConfig } from '@andscene/tts/speech/create-providers'
import type { SpeechProviders } from '@andscene/tts/speech/providers'
import { Urgency } from '@andscene/tts/speech/urgency'
import { VoiceCatalogue } from '@andscene/tts/voices/voice-catalogue'
import { availableParallelism } from 'node:os'
import { inParallel, inTurn, reportMedian, timed } from '../report.ts'
import { openStand } from '../stand.ts'
import { naturalCast, WITH_NATURAL_VOICES } from './natural-voices.ts'

/** Lines spoken to warm up the engine. */
const LOADED_AFTER = 12
const ROUNDS = 3
const MAX_SLOWDOWN = 1.15
/** Priority of planned clips. */
const PLANNED_PRIORITY = new Urgency({ priority: 100, isAwaited: false })
const NO_STORED_VOICES = { read: async () => undefined, write: async () => undefined }

/** Measures the speed of narrating a script: relative to real time, and to the engine alone. */
export async function wholeScript(file: string): Promise<void> {
  await using stand = await openStand(WITH_NATURAL_VOICES)
  const providers = naturalProviders()
  await using cleanUp = new AsyncDisposableStack()
  cleanUp.defer(() => providers.close())
  const script = await stand.api.uploadFile(file)
  const casting = await naturalCast(stand, script)
  const { lines } = script.content
  const source = { scriptId: script._id, ownerId: '', lines, casting, castingVersion: 0 }
  const { clips } = await wantedClips(source, new VoiceCatalogue(providers, NO_STORED_VOICES))
  process.stdout.write(`${clips.size} distinct clips; ${availableParallelism()} processors\n`)

  const all = [...clips.values()]
  const speak = ({ voiceId, text }: { voiceId: string; text: string }) =>
    providers.providerOf(voiceId).synthesise({ voiceId, text, urgency: PLANNED_PRIORITY })
  // The concurrency of a worker.
  const { limit: atOnce } = providers.providerOf(all[0]!.voiceId).slots!
  await inParallel(all.slice(0, LOADED_AFTER), atOnce, speak)
  await stand.api.cast(script, casting)
  await stand.api.narrated(script, LOADED_AFTER)

  let soundMs = 0
  const { platform, engine } = await inTurn(ROUNDS, {
    async platform() {
      await stand.api.call(clearCache, { body: { scriptId: script._id } })
      return timed(async () => {
        await stand.api.cast(script, casting)
        await stand.api.narrated(script)
      })
    },
    engine: () =>
      timed(async () => {
        const spoken = await inParallel(all, atOnce, speak)
        soundMs = spoken.reduce((sum, { durationMs }) => sum + durationMs, 0)
      }),
  })
  const speeds = (runs: number[]) => runs.map((ms) => soundMs / ms)
  reportMedian('narrated, times real time', speeds(platform), '×')
  reportMedian('the engine alone, times real time', speeds(engine), '×')
  const slower = platform.map((ms, round) => ms / engine[round]!)
  reportMedian('times the engine alone', slower, '×', { limit: MAX_SLOWDOWN })
}

/** All voices, including natural ones with an engine in this process; these must be installed (`npm run voices`). */
export function naturalProviders(): SpeechProviders {
  const engine = createEngine(readConfig(VoiceFilesConfig, { ...process.env, KOKORO: 'on' }))!
  return createProviders(readConfig(ProvidersConfig, process.env), {
    engine,
    state: () => ({ state: 'ready' }),
  })
}

import { readConfig } from '@andscene/service-kit/config'
import { createProviders, ProvidersConfig } from '@andscene/tts/speech/create-providers'
import { createEngine } from '@andscene/kokoro/create-engine'
import { VoiceFilesConfig } from '@andscene/kokoro/model/config'
import type { SpeechProviders } from '@andscene/tts/speech/providers'

/** All voices, the natural ones with an engine of this process; they must be installed (`npm run voices`). */
export function naturalProviders(): SpeechProviders {
  const engine = createEngine(readConfig(VoiceFilesConfig, { ...process.env, KOKORO: 'on' }))!
  return createProviders(readConfig(ProvidersConfig, process.env), {
    engine,
    state: () => ({ state: 'ready' }),
  })
}

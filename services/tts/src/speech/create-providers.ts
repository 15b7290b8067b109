import { OperatorError } from '@andscene/service-kit/operator-error'
import { Type, type Static } from '@andscene/contracts/schema/schema'
import { AzureProvider, type AzureOptions } from './azure/azure-provider.ts'
import { RemoteKokoro, type RemoteKokoroParts } from './kokoro/remote-kokoro.ts'
import { KokoroProvider, type KokoroParts } from './kokoro/kokoro-provider.ts'
import { isEnglish } from '@andscene/kokoro/kokoro-voice'
import { KOKORO_VOICES } from '@andscene/kokoro/voices/kokoro-voices'
import { isEspeakInstalled, LocalProvider } from './local/local-provider.ts'
import { OpenAiProvider } from './openai/openai-provider.ts'
import { SpeechProviders } from './providers.ts'
import type { SpeechProvider } from './provider.ts'
import { SpeechThreads } from './threads/speech-threads.ts'

const optionalText = (description: string) => Type.Optional(Type.String({ description }))
const threadCount = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }))

export const ProvidersConfig = Type.Object({
  SPEECH_THREADS: threadCount('synthesis threads of one worker; the launcher sets cores / workers'),
  SPEECH_ENGINE_THREADS: threadCount(
    'threads of the natural voices, for all workers together; by default all cores',
  ),
  OPENAI_SPEECH_URL: optionalText('a server with the OpenAI speech API (Kokoro, Piper and others)'),
  OPENAI_SPEECH_KEY: optionalText('its key'),
  OPENAI_SPEECH_MODEL: optionalText('its model'),
  OPENAI_SPEECH_VOICES: optionalText('its voices'),
  AZURE_SPEECH_KEY: optionalText('key of Azure Speech'),
  AZURE_SPEECH_REGION: optionalText('region of Azure Speech'),
  AZURE_SPEECH_HOST: optionalText('instead of a region: the address of an Azure Speech container'),
})
export type ProvidersConfig = Static<typeof ProvidersConfig>

/** The engine of the natural voices, or the workers that have one. Without either they are not offered. */
export type NaturalParts = Pick<KokoroParts, 'engine' | 'state'> | Pick<RemoteKokoroParts, 'others'>

/**
 * Always includes `local`; without eSpeak NG, voices that need it are omitted (decision 0038). Starts nothing. Throws
 * OperatorError.
 */
export function createProviders(
  config: ProvidersConfig,
  natural?: NaturalParts,
  { espeak = isEspeakInstalled() } = {},
): SpeechProviders {
  const threads = new SpeechThreads({ threads: config.SPEECH_THREADS })
  const providers: SpeechProvider[] = [new LocalProvider(threads, { espeak })]
  const voices = espeak ? KOKORO_VOICES : KOKORO_VOICES.filter(({ language }) => isEnglish(language))
  if (natural)
    providers.push(
      'engine' in natural
        ? new KokoroProvider({ ...natural, threads, voices })
        : new RemoteKokoro({ ...natural, voices }),
    )
  if (config.OPENAI_SPEECH_URL !== undefined) {
    providers.push(
      new OpenAiProvider(threads, {
        url: address('OPENAI_SPEECH_URL', config.OPENAI_SPEECH_URL),
        key: config.OPENAI_SPEECH_KEY,
        model: config.OPENAI_SPEECH_MODEL,
        voices: config.OPENAI_SPEECH_VOICES,
      }),
    )
  }
  const azure = azureOptions(config)
  if (azure) providers.push(new AzureProvider(threads, azure))
  return new SpeechProviders(providers, threads)
}

function azureOptions(config: ProvidersConfig): AzureOptions | undefined {
  const { AZURE_SPEECH_KEY: key, AZURE_SPEECH_REGION: region, AZURE_SPEECH_HOST: host } = config
  if (host !== undefined) return { host: address('AZURE_SPEECH_HOST', host), key }
  if (key === undefined) return undefined
  if (region === undefined || !/^[a-z0-9-]+$/.test(region)) {
    throw new OperatorError('AZURE_SPEECH_REGION: must be the region of the key, for example westeurope')
  }
  return { key, region }
}

function address(variable: string, value: string): string {
  if (!URL.canParse(value)) throw new OperatorError(`${variable}: "${value}" is not an address`)
  return value
}

import { OperatorError } from '@andscene/service-kit/operator-error'
import { Type, type Static } from '@andscene/contracts/schema'
import { AzureProvider, type AzureOptions } from './azure/azure-provider.ts'
import { KokoroElsewhere, type ElsewhereParts } from './kokoro/kokoro-elsewhere.ts'
import { KokoroProvider, type KokoroParts } from './kokoro/kokoro-provider.ts'
import { isEnglish } from './kokoro/kokoro-voice.ts'
import { KOKORO_VOICES } from './kokoro/voices/kokoro-voices.ts'
import { isEspeakInstalled } from './local/espeak/is-espeak-installed.ts'
import { LocalProvider } from './local/local-provider.ts'
import { OpenAiProvider } from './openai/openai-provider.ts'
import { SpeechProviders } from './providers.ts'
import type { SpeechProvider } from './provider.ts'
import { SpeechThreads } from './threads/speech-threads.ts'

const Optional = Type.Optional(Type.String())

/** The settings that choose providers (architecture §4). */
export const ProvidersConfig = Type.Object({
  /** Texts spoken at once on this machine's processors; as many as it has when unset. */
  SPEECH_THREADS: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Threads of the natural voices, which speak for all workers of the machine; as SPEECH_THREADS when unset. */
  SPEECH_ENGINE_THREADS: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Address of a server with the OpenAI speech call, its key if it wants one, the model, and the voices to offer. */
  OPENAI_SPEECH_URL: Optional,
  OPENAI_SPEECH_KEY: Optional,
  OPENAI_SPEECH_MODEL: Optional,
  OPENAI_SPEECH_VOICES: Optional,
  /** Key and region of Azure Speech; or the address of a container of it, which may want no key. */
  AZURE_SPEECH_KEY: Optional,
  AZURE_SPEECH_REGION: Optional,
  AZURE_SPEECH_HOST: Optional,
})
export type ProvidersConfig = Static<typeof ProvidersConfig>

/** What the natural voices need beside the threads, or where only others speak them; without it they are left out. */
export type NaturalParts = Pick<KokoroParts, 'engine' | 'state'> | Pick<ElsewhereParts, 'others'>

/**
 * `local` always, and whatever else is configured; without eSpeak NG no voices that need it (decision 0038). Starts nothing
 * before the first request. OperatorError for the operator.
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
        : new KokoroElsewhere({ ...natural, voices }),
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
    throw new OperatorError('AZURE_SPEECH_REGION: must name the region of the key, e.g. westeurope')
  }
  return { key, region }
}

function address(variable: string, value: string): string {
  if (!URL.canParse(value)) throw new OperatorError(`${variable}: "${value}" is no address`)
  return value
}

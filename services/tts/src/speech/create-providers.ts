import { ConfigError } from '@andscene/service-kit/config'
import { AzureProvider, type AzureOptions } from './azure/azure-provider.ts'
import { LocalProvider } from './local/local-provider.ts'
import { OpenAiProvider } from './openai/openai-provider.ts'
import { SpeechProviders } from './providers.ts'
import type { SpeechProvider } from './provider.ts'
import { SpeechThreads } from './threads/speech-threads.ts'

/** Variables of the environment that choose providers (architecture §4); an empty one counts as unset. */
export type SpeechEnv = Partial<
  Record<
    /** Threads that speak, at most; as many as processors when unsaid. */
    | 'SPEECH_THREADS'
    /** Address of a server with the OpenAI speech call, its key if it wants one, the model, and the voices to offer. */
    | 'OPENAI_SPEECH_URL'
    | 'OPENAI_SPEECH_KEY'
    | 'OPENAI_SPEECH_MODEL'
    | 'OPENAI_SPEECH_VOICES'
    /** Key and region of Azure Speech; or the address of a container of it, which may want no key. */
    | 'AZURE_SPEECH_KEY'
    | 'AZURE_SPEECH_REGION'
    | 'AZURE_SPEECH_HOST',
    string | undefined
  >
>

/** `local` always, and whatever else the environment names. Starts nothing before the first request. */
export function createProviders(env: SpeechEnv): SpeechProviders {
  const threads = new SpeechThreads(env.SPEECH_THREADS ? { threads: Number(env.SPEECH_THREADS) } : {})
  const providers: SpeechProvider[] = [new LocalProvider(threads)]
  if (env.OPENAI_SPEECH_URL) {
    providers.push(
      new OpenAiProvider(threads, {
        url: address('OPENAI_SPEECH_URL', env.OPENAI_SPEECH_URL),
        ...(env.OPENAI_SPEECH_KEY ? { key: env.OPENAI_SPEECH_KEY } : {}),
        ...(env.OPENAI_SPEECH_MODEL ? { model: env.OPENAI_SPEECH_MODEL } : {}),
        ...(env.OPENAI_SPEECH_VOICES ? { voices: env.OPENAI_SPEECH_VOICES } : {}),
      }),
    )
  }
  const azure = azureOptions(env)
  if (azure) providers.push(new AzureProvider(threads, azure))
  return new SpeechProviders(providers, threads)
}

function azureOptions(env: SpeechEnv): AzureOptions | undefined {
  const { AZURE_SPEECH_KEY: key, AZURE_SPEECH_REGION: region, AZURE_SPEECH_HOST: host } = env
  if (host) return { host: address('AZURE_SPEECH_HOST', host), ...(key ? { key } : {}) }
  if (!key) return undefined
  if (!region || !/^[a-z0-9-]+$/.test(region)) {
    throw new ConfigError('AZURE_SPEECH_REGION: must name the region of the key, e.g. westeurope')
  }
  return { key, region }
}

function address(variable: string, value: string): string {
  if (!URL.canParse(value)) throw new ConfigError(`${variable}: "${value}" is no address`)
  return value
}

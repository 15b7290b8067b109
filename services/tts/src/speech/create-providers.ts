import { LocalProvider } from './local/local-provider.ts'
import { SpeechProviders } from './providers.ts'
import { SpeechThreads } from './threads/speech-threads.ts'

/** Variables of the environment that choose providers (DESIGN §4). */
export type SpeechEnv = {
  /** Threads that speak, at most; as many as processors when unsaid. */
  SPEECH_THREADS?: string | undefined
}

/** `local` always, and whatever else the environment names. Starts nothing before the first request. */
export function createProviders(env: SpeechEnv): SpeechProviders {
  const threads = new SpeechThreads(env.SPEECH_THREADS ? { threads: Number(env.SPEECH_THREADS) } : {})
  return new SpeechProviders([new LocalProvider(threads)], threads)
}

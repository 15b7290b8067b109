import type { Finishing } from '../audio/finish.ts'
import type { EspeakSettings } from '../local/espeak/espeak.ts'
import type { FliteSettings } from '../local/flite/flite.ts'
import type { SpeechErrorKind } from '../provider.ts'

/** What a thread can do. Crosses to it as a structured clone. */
export type SpeechTask =
  | { engine: 'flite'; text: string; settings: FliteSettings }
  | { engine: 'espeak'; text: string; settings: EspeakSettings }
  /** One clip of what a server spoke, in pieces: MP3, or 16-bit PCM in a WAV file. */
  | { engine: 'files'; files: Uint8Array[] }
  /** One clip of sounds, in pieces, finished like a shorter beginning if `given`. Moved, not copied. */
  | {
      engine: 'sound'
      pieces: Float32Array<ArrayBuffer>[]
      sampleRate: number
      given?: Partial<Finishing> | undefined
    }

export type SpokenTask = Extract<SpeechTask, { text: string }>

export type TaskEnvelope = {
  task: SpeechTask
  /** Shared; not 0 as soon as the clip is no longer needed. */
  cancelled: Int32Array
  /** Everything else on the machine goes first. */
  background: boolean
}

/** Of a task, in ms since 1970: when a thread took it, had its sound, and had encoded that. */
export type ThreadTimes = { taken: number; spoken: number; encoded: number }

/** Errors lose their class on the way between threads, so they travel as data. */
export type TaskOutcome =
  | { mp3: Uint8Array<ArrayBuffer>; durationMs: number; finishing: Finishing; times: ThreadTimes }
  | { kind: SpeechErrorKind; message: string }

import type { WordTime } from '@andscene/contracts/voices/word-time'
import type { Finishing } from '../audio/finish.ts'
import type { Direction } from '../delivery.ts'
import type { EspeakSettings } from '../local/espeak/espeak.ts'
import type { FliteSettings } from '../local/flite/flite.ts'
import type { SpeechErrorKind } from '../provider.ts'

/** The tasks of a thread; sent as a structured clone. */
export type SpeechTask = SoundSource & { direction?: Direction | undefined }

type SoundSource =
  | { engine: 'flite'; text: string; settings: FliteSettings }
  | { engine: 'espeak'; text: string; settings: EspeakSettings }
  /** One clip from the response of a server, in pieces: MP3, or 16-bit PCM in a WAV file. */
  | { engine: 'files'; files: Uint8Array[]; words?: readonly (readonly WordTime[])[] | undefined }
  /** One clip of several voices that speak together, from the clip of each: MP3. `words` of the first. */
  | { engine: 'together'; files: Uint8Array[]; words?: readonly WordTime[] | undefined }
  /** One clip of several voices, each of which speaks a part, from the clip of each: MP3. */
  | {
      engine: 'sequence'
      files: Uint8Array[]
      words: readonly (readonly WordTime[] | undefined)[]
    }
  /** One clip from samples, in pieces, finished like a shorter beginning with `given`. Transferred, not copied. */
  | {
      engine: 'sound'
      pieces: Float32Array<ArrayBuffer>[]
      /** The words of each piece. */
      words?: readonly (readonly WordTime[])[] | undefined
      sampleRate: number
      given?: Partial<Finishing> | undefined
    }

export type SpokenTask = Extract<SpeechTask, { text: string }>

export type TaskEnvelope = {
  task: SpeechTask
  /** Shared memory; not 0 once the clip is no longer needed. */
  cancelled: Int32Array
  /** All other work on the machine takes precedence. */
  background: boolean
}

/** Times in ms since 1970 when a thread took the task, had its audio, and had encoded it. */
export type ThreadTimes = { taken: number; spoken: number; encoded: number }

/** Errors lose their class between threads, so they are sent as data. */
export type TaskOutcome =
  | {
      mp3: Uint8Array<ArrayBuffer>
      durationMs: number
      words?: readonly WordTime[] | undefined
      finishing: Finishing
      times: ThreadTimes
    }
  | { kind: SpeechErrorKind; message: string }

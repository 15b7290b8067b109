import type { Socket } from 'node:net'
import { SpeakingFailed, EngineFailure } from './engine-failure.ts'
import {
  Done,
  Failure,
  FRAME,
  frameOf,
  Head,
  jsonFrame,
  jsonOf,
  Part,
  samplesOf,
  type Frame,
  type Rank,
  type SpeakRequest,
} from '../protocol.ts'

/** One run of phonemes. `durations`: frames of 25 ms (600 samples) of each token, with the silences at both ends. */
export type NaturalPart = Part & { samples: Float32Array<ArrayBuffer> }
/**
 * New samples, perhaps none, of the part that follows. All parts so far and they are a head of the text,
 * which will take so many milliseconds, silences included.
 */
export type NaturalHead = Head & { samples: Float32Array<ArrayBuffer> }
/** `priority`: lower goes first. `isAwaited`: a client waits for the text. */
type Need = { priority: number; isAwaited: boolean }
type Urgency = Need & Record<'on' | 'off', (event: 'change', listener: () => void) => unknown>
/** `urgency` emits `change`; `hearing`: when the first sound is needed (ms since 1970), and the playback rate. */
export type SpeakOptions = Listeners & {
  signal?: AbortSignal | undefined
  urgency?: Urgency | undefined
  hearing?: { dueAt: number; rate: number } | undefined
}
export type SpokenRequest = Omit<SpeakRequest, 'head' | keyof Rank>
type Listeners = {
  onPart?: ((part: NaturalPart) => void) | undefined
  onHead?: ((head: NaturalHead) => void) | undefined
}

export type Spoken = { parts: NaturalPart[]; tookMs: number }

type Waiting = Listeners & {
  parts: NaturalPart[]
  samples: Float32Array[]
  done(spoken: Spoken): void
  fail(error: Error): void
}

export class Requests {
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  get size(): number {
    return this.#waiting.size
  }

  /** Rejects with the signal's reason, the engine's failure, or what `failAll` was called with. */
  async run(socket: Socket, request: SpokenRequest, options: SpeakOptions): Promise<Spoken> {
    const { signal, urgency, hearing, ...listeners } = options
    const id = (this.#last = (this.#last + 1) % 2 ** 32)
    const { promise: outcome, resolve: done, reject: fail } = Promise.withResolvers<Spoken>()
    this.#waiting.set(id, { parts: [], samples: [], ...listeners, done, fail })
    const cancel = () => {
      socket.write(frameOf(FRAME.cancel, id))
      fail(signal!.reason as Error)
    }
    const rank = () => void socket.write(jsonFrame(FRAME.rank, id, rankOf(urgency)))
    const head = listeners.onHead && headFor(hearing)
    const asked: SpeakRequest = { ...request, ...rankOf(urgency), ...(head && { head }) }
    socket.write(jsonFrame(FRAME.speak, id, asked))
    signal?.addEventListener('abort', cancel, { once: true })
    urgency?.on('change', rank)
    try {
      return await outcome
    } finally {
      signal?.removeEventListener('abort', cancel)
      urgency?.off('change', rank)
      this.#waiting.delete(id)
    }
  }

  receive(frame: Frame): EngineFailure | undefined {
    const waiting = this.#waiting.get(frame.request)
    // A canceled text may still be spoken.
    if (!waiting) return undefined
    switch (frame.kind) {
      case FRAME.samples:
        waiting.samples.push(samplesOf(frame))
        break
      case FRAME.part: {
        const part = { ...jsonOf(Part, frame), samples: joined(waiting.samples.splice(0)) }
        waiting.parts.push(part)
        waiting.onPart?.(part)
        break
      }
      case FRAME.head:
        waiting.onHead?.({ ...jsonOf(Head, frame), samples: joined(waiting.samples.splice(0)) })
        break
      case FRAME.done:
        waiting.done({ parts: waiting.parts, ...jsonOf(Done, frame) })
        break
      case FRAME.failed: {
        const { kind, message } = jsonOf(Failure, frame)
        if (kind !== 'text') return new EngineFailure(kind, message)
        waiting.fail(new SpeakingFailed('bad-input', message))
      }
    }
    return undefined
  }

  failAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.fail(error)
  }
}

const rankOf = ({ priority, isAwaited }: Need = { priority: 0, isAwaited: true }): Rank => ({
  priority,
  patient: !isAwaited,
})

/** Now if the due time has passed or is undefined. */
const headFor = ({ dueAt = 0, rate = 1 }: Partial<NonNullable<SpeakOptions['hearing']>> = {}) => ({
  afterMs: Math.max(0, dueAt - Date.now()),
  rate,
})

function joined(chunks: Float32Array[]): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    samples.set(chunk, at)
    at += chunk.length
  }
  return samples
}

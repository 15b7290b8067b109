import { SpeechError } from '../../provider.ts'
import { EngineFailure } from './engine-failure.ts'
import { Done, Failure, FRAME, Head, jsonOf, Part, samplesOf, type Frame } from './protocol.ts'

/** One run of phonemes: `durations` are frames of 25 ms (600 samples) of each token, the silences at both ends included. */
export type NaturalPart = Part & { samples: Float32Array<ArrayBuffer> }
/**
 * What is new, perhaps nothing, of the beginning of the part that follows: with all parts before they are a head of the
 * text, which will take so many milliseconds, silences included.
 */
export type NaturalHead = Head & { samples: Float32Array<ArrayBuffer> }
export type Listeners = {
  onPart?: ((part: NaturalPart) => void) | undefined
  /** Called for each head, where the text is worth some. */
  onHead?: ((head: NaturalHead) => void) | undefined
}

/** All parts of a text, and the time that the engine took for them (ms). */
type Spoken = { parts: NaturalPart[]; tookMs: number }

type Waiting = Listeners & {
  parts: NaturalPart[]
  samples: Float32Array[]
  done(spoken: Spoken): void
  fail(error: Error): void
}

/** What a worker has asked the engine for, by number. */
export class Requests {
  readonly #waiting = new Map<number, Waiting>()
  #last = 0

  get size(): number {
    return this.#waiting.size
  }

  /** `outcome` resolves with all parts. It is over when `remove` was called. */
  add(listeners: Listeners) {
    const id = (this.#last = (this.#last + 1) % 2 ** 32)
    const { promise: outcome, resolve: done, reject: fail } = Promise.withResolvers<Spoken>()
    this.#waiting.set(id, { parts: [], samples: [], ...listeners, done, fail })
    return { id, outcome, fail, remove: () => this.#waiting.delete(id) }
  }

  /** Returns why the engine's process is of no use any more, when it says so. */
  receive(frame: Frame): EngineFailure | undefined {
    const waiting = this.#waiting.get(frame.request)
    // What was cancelled may still be under way.
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
        waiting.fail(new SpeechError('bad-input', message))
      }
    }
    return undefined
  }

  failAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.fail(error)
  }
}

function joined(chunks: Float32Array[]): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    samples.set(chunk, at)
    at += chunk.length
  }
  return samples
}

import { HALF_FADE } from '../graph-names.ts'

/** Joins two neighbouring windows of speech, which overlap by twice {@link HALF_FADE}; `before` may be empty. */
export function crossFade(before: Float32Array, next: Float32Array): Float32Array<ArrayBuffer> {
  const overlap = Math.min(2 * HALF_FADE, before.length, next.length)
  const from = before.length - overlap
  const both = new Float32Array(from + next.length)
  both.set(before)
  both.set(next.subarray(overlap), before.length)
  for (let index = 0; index < overlap; index++) {
    const share = (index + 0.5) / overlap
    both[from + index] = (1 - share) * before[from + index]! + share * next[index]!
  }
  return both
}

/** What is spoken of a text so far, at 24 kHz: its parts that are whole, and the beginning of the one after them. */
export class GrowingSpeech {
  readonly #parts: Float32Array[] = []
  #beginning = new Float32Array(0)

  addPart(samples: Float32Array): void {
    this.#parts.push(samples)
    this.#beginning = new Float32Array(0)
  }

  /** What follows in the part that is being spoken; see {@link crossFade}. */
  addHead(samples: Float32Array): void {
    if (samples.length > 0) this.#beginning = crossFade(this.#beginning, samples)
  }

  pieces(): Float32Array<ArrayBuffer>[] {
    const all = this.#beginning.length > 0 ? [...this.#parts, this.#beginning] : this.#parts
    return all.map((samples) => new Float32Array(samples))
  }
}

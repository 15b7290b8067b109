import { crossFade } from './engine/cross-fade.ts'

/** What is spoken of a text so far, at 24 kHz: its parts that are whole, and the beginning of the one after them. */
export class GrowingSpeech {
  readonly #parts: Float32Array[] = []
  #beginning = new Float32Array(0)

  /** The part takes the place of its beginning. */
  addPart(samples: Float32Array): void {
    this.#parts.push(samples)
    this.#beginning = new Float32Array(0)
  }

  /** What follows in the part that is being spoken; see {@link crossFade}. */
  addHead(samples: Float32Array): void {
    if (samples.length > 0) this.#beginning = crossFade(this.#beginning, samples)
  }

  /** Copies, of which the last may be a beginning. */
  pieces(): Float32Array<ArrayBuffer>[] {
    const all = this.#beginning.length > 0 ? [...this.#parts, this.#beginning] : this.#parts
    return all.map((samples) => new Float32Array(samples))
  }
}

import { HALF_FADE } from './graph-names.ts'

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

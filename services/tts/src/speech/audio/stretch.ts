import { samplesIn, type Sound } from './sound.ts'

const WINDOW_MS = 30
const SEARCH_MS = 8
/** Compares every so many samples. */
const STRIDE = 4

/**
 * Speaks faster or slower at the same pitch, `factor` times as long (WSOLA: pieces of the sound are moved to where they
 * continue the one before).
 */
export function stretched({ samples, sampleRate, words }: Sound, factor: number): Sound {
  const hop = samplesIn(WINDOW_MS, sampleRate) >> 1
  if (factor === 1 || samples.length < 4 * hop) return { samples, sampleRate, words }
  const search = samplesIn(SEARCH_MS, sampleRate)
  const output = new Float32Array(Math.round(samples.length * factor))
  const fade = Float32Array.from({ length: hop }, (_, index) => 0.5 - 0.5 * Math.cos((Math.PI * index) / hop))
  let from = 0
  output.set(samples.subarray(0, hop))
  for (let at = hop; at < output.length; at += hop) {
    const next = from + hop
    const wanted = Math.round((at - hop) / factor) + hop
    const found = mostAlike(samples, next, { around: Math.min(wanted, samples.length - hop), search, hop })
    const length = Math.min(hop, output.length - at)
    for (let index = 0; index < length; index++) {
      const weight = fade[index]!
      output[at + index] =
        (samples[next + index] ?? 0) * (1 - weight) + (samples[found + index] ?? 0) * weight
    }
    from = found
  }
  const times = words?.map((word) => ({
    ...word,
    startMs: word.startMs * factor,
    endMs: word.endMs * factor,
  }))
  return { samples: output, sampleRate, words: times }
}

/** The position near `around` from which the sound is most like that from `next` on. */
function mostAlike(
  samples: Float32Array,
  next: number,
  { around, search, hop }: { around: number; search: number; hop: number },
): number {
  let best = Math.max(0, around)
  let most = -Infinity
  for (let at = Math.max(0, around - search); at <= around + search; at += 2) {
    let product = 0
    let energy = 1e-9
    for (let index = 0; index < hop; index += STRIDE) {
      const sample = samples[at + index] ?? 0
      product += sample * (samples[next + index] ?? 0)
      energy += sample ** 2
    }
    const likeness = product / Math.sqrt(energy)
    if (likeness > most) {
      most = likeness
      best = at
    }
  }
  return best
}

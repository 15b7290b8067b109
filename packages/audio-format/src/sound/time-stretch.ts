/** WSOLA on the decoded clip, in advance: only decoded buffers can be started at an exact sample. */

/** Seconds. A window spans at least two periods of a low voice; the search spans one. */
const WINDOW = 0.024
const SEARCH = 0.012
/** The end that is not stretched. Seconds: enough for a soft last "p"; more would distort short words. */
const OWN_END = 0.004
/** The search compares every n-th sample first, then all near the best one. */
const COARSE = 8

/** Returns the similarity of two ranges: normalized cross-correlation over every `step`-th sample. */
function likeness(samples: Float32Array, a: number, b: number, length: number, step: number): number {
  let dot = 0
  let energy = 1e-9
  for (let i = 0; i < length; i += step) {
    const y = samples[b + i]!
    dot += samples[a + i]! * y
    energy += y * y
  }
  return dot / Math.sqrt(energy)
}

/** Returns the position near `ideal` that is most similar to the sound at `natural`. */
function bestStart(
  samples: Float32Array,
  natural: number,
  ideal: number,
  reach: number,
  length: number,
): number {
  const last = samples.length - length
  const low = Math.max(0, ideal - reach)
  const high = Math.min(last, ideal + reach)
  if (natural > last || low >= high) return Math.min(Math.max(ideal, 0), Math.max(last, 0))
  const scan = (from: number, to: number, by: number, step: number, start: number) => {
    let best = start
    let bestScore = Number.NEGATIVE_INFINITY
    for (let at = from; at <= to; at += by) {
      const score = likeness(samples, natural, at, length, step)
      if (score > bestScore) {
        bestScore = score
        best = at
      }
    }
    return best
  }
  const rough = scan(low, high, COARSE, COARSE, ideal)
  return scan(Math.max(low, rough - COARSE), Math.min(high, rough + COARSE), 1, 2, rough)
}

const fadeInOf = (length: number) =>
  Float32Array.from({ length }, (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / length))

/** Stretches `samples` to 1/rate of their length: yields after each slice, and returns the result. */
export function* stretch(
  samples: Float32Array,
  sampleRate: number,
  rate: number,
): Generator<void, Float32Array<ArrayBuffer>> {
  const total = Math.round(samples.length / rate)
  const half = Math.round((WINDOW * sampleRate) / 2)
  const out = new Float32Array(total)
  if (samples.length <= half * 4) {
    out.set(samples.subarray(0, Math.min(total, samples.length)))
    return out
  }
  const reach = Math.round(SEARCH * sampleRate)
  const fadeIn = fadeInOf(half)
  let source = 0
  out.set(samples.subarray(0, Math.min(half, total)))
  for (let at = 0, hop = 0; at + half < total; at += half, hop += 1) {
    // The former piece would continue at `natural`; the next piece should sound the same there.
    const natural = source + half
    const ideal = Math.round((at + half) * rate)
    const next = bestStart(samples, natural, ideal, reach, half)
    const length = Math.min(half, total - at - half)
    for (let i = 0; i < length; i += 1) {
      const fade = fadeIn[i]!
      const old = samples[natural + i] ?? 0
      out[at + half + i] = old * (1 - fade) + (samples[next + i] ?? 0) * fade
    }
    source = next
    if (hop % 64 === 63) yield
  }
  endAs(samples, out, Math.round(OWN_END * sampleRate))
  return out
}

/** Cross-fades `out` into the last `length` samples of `samples`: its last piece may end up to 12 ms early. */
function endAs(samples: Float32Array, out: Float32Array, length: number): void {
  const fadeIn = fadeInOf(length)
  for (let i = -2 * length; i < 0; i += 1) {
    const fade = fadeIn[i + 2 * length] ?? 1
    out[out.length + i] = out.at(i)! * (1 - fade) + samples.at(i)! * fade
  }
}

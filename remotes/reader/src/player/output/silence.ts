/** Below this a sample counts as silence (about -60 dBFS). */
const SILENCE = 0.001
/** Kept around the sound. Seconds: short, because it adds to the pauses between lines. */
const KEEP = 0.001

/** The positions of the first and last audible sample; all of `samples` when nothing is audible. */
export function audiblePart(
  samples: Float32Array,
  sampleRate: number,
  from = 0,
  to = samples.length,
): { start: number; end: number } {
  let start = from
  while (start < to && Math.abs(samples[start]!) < SILENCE) start += 1
  if (start === to) return { start: from, end: to }
  let end = to
  while (end > start && Math.abs(samples[end - 1]!) < SILENCE) end -= 1
  const keep = Math.round(KEEP * sampleRate)
  return { start: Math.max(start - keep, from), end: Math.min(end + keep, to) }
}

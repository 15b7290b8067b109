/** Of Kokoro's vocabulary: what stands between words. */
const SPACE = 16
/** The first marks of the vocabulary (`;` to `…`) are pauses. */
const LAST_PAUSE = 10
export const FRAMES_PER_SECOND = 40

/** A head is worth its extra work from this length on; and what it says must end well before the whole does. */
const LEAST_SECONDS = 1
const MOST_SHARE = 0.6
/** Sound around a cut that the decoder has to see, in frames: what is nearer to the edge sounds otherwise. */
export const CONTEXT_FRAMES = 16

export type HeadCut = {
  /** Frames of the head. */
  frames: number
  /** Frames that have to be decoded for it. */
  decoded: number
}

/**
 * Where the head of a piece of speech may end: in the middle of the first gap between words at which so many seconds have
 * been heard (`seconds`, without the silence of the first token), at a pause sooner than elsewhere. `durations` are frames
 * of 25 ms for each token. Undefined when there is no such place, or the whole comes hardly later.
 */
export function cutOfHead(
  tokens: ArrayLike<number>,
  durations: ArrayLike<number>,
  seconds = LEAST_SECONDS,
): HeadCut | undefined {
  const total = sum(durations, durations.length)
  const lead = durations[0] ?? 0
  const least = Math.max(seconds, LEAST_SECONDS) * FRAMES_PER_SECOND + lead
  let at = 0
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const length = durations[index]!
    if (token === SPACE && at + length / 2 >= least) {
      // The pause that stands before this space is quieter than the space alone.
      const before = index > 0 && tokens[index - 1]! <= LAST_PAUSE ? durations[index - 1]! : 0
      const frames = Math.round(at - before / 2 + length / 2)
      return frames <= total * MOST_SHARE
        ? { frames, decoded: Math.min(total, frames + CONTEXT_FRAMES) }
        : undefined
    }
    at += length
  }
  return undefined
}

function sum(values: ArrayLike<number>, end: number): number {
  let result = 0
  for (let index = 0; index < end; index++) result += values[index]!
  return result
}

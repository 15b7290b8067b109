import { FRAME_SAMPLES, SAMPLE_RATE } from '../graph-names.ts'

/** Separator of words in Kokoro's vocabulary. */
const SPACE = 16
/** The first marks of the vocabulary (`;` to `…`) are pauses. */
const LAST_PAUSE = 10
export const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME_SAMPLES

/** A shorter first window, in seconds of sound, sounds cut off. */
const LEAST_SECONDS = 0.6
/** The shortest of the other windows, and the least that the last one must have. */
const LEAST_GROWTH_SECONDS = 0.4
/** A first window takes at most this share of the time of the whole. */
const MOST_SHARE = 0.75
/** Frames around a window that are decoded too, so that the edges sound as in the whole. */
const BEFORE_FRAMES = 8
const AFTER_FRAMES = 6

/** A longer window takes too much memory: 7 s took 400 MB, in each lane. */
const LONGEST_FRAMES = 160

/** In addition to the decoder's time, in seconds: to encode and send a window, so that it follows what sounds. */
const HEAD_LATE = 0.15
/** The last window arrives with the clip, which is also stored; that takes longer for a long one. */
const LAST_LATE = 0.3
const LATE_PER_SECOND = 0.02
/** Time of the encoder as a share of the decoder's. */
const ENCODER_SHARE = 0.12
/** Number of following parts that are considered when one begins. */
const PARTS_AHEAD = 2
export const BREATH_SECONDS = 0.35

export type PartFrames = {
  total: number
  /** Silence of its first and of its last token. */
  lead: number
  tail: number
  /** The middles of the gaps between its words. */
  gaps: readonly number[]
}

/** Frames of a window, and those that are decoded for it. */
export type Window = { from: number; to: number; decodedFrom: number; decodedTo: number }

export type Pace = { secondsPerFrame: number; atHand: number; rate: number }

/** `durations` are frames of each of the tokens. */
export function framesOf(tokens: ArrayLike<number>, durations: ArrayLike<number>): PartFrames {
  const gaps: number[] = []
  let at = 0
  for (let index = 0; index < tokens.length; index++) {
    const length = durations[index]!
    if (tokens[index] === SPACE) {
      // The pause before this space is quieter than the space.
      const before = index > 0 && tokens[index - 1]! <= LAST_PAUSE ? durations[index - 1]! : 0
      gaps.push(Math.round(at - before / 2 + length / 2))
    }
    at += length
  }
  return { total: at, lead: durations[0] ?? 0, tail: durations[durations.length - 1] ?? 0, gaps }
}

export const windowOf = ({ total }: PartFrames, from: number, to: number): Window => ({
  from,
  to,
  decodedFrom: Math.max(0, from - BEFORE_FRAMES),
  decodedTo: Math.min(total, to + AFTER_FRAMES),
})

/** Seconds of a part that are heard up to a frame of it. */
export const heardSeconds = ({ total, lead, tail }: PartFrames, to: number): number =>
  Math.max(0, Math.min(to, total - tail) - lead) / FRAMES_PER_SECOND

/** The end of the next window of a low-priority text: the rest, or the gap for the fewest equal windows. */
export function evenCut(part: PartFrames, from: number): number {
  const rest = part.total - from
  const target = from + rest / Math.ceil(rest / LONGEST_FRAMES)
  const off = (cut: number) => Math.abs(cut - target)
  return rest <= LONGEST_FRAMES
    ? part.total
    : cutsBehind(part, from).reduce((best, cut) => (off(cut) < off(best) ? cut : best), part.total)
}

/**
 * The end of the window to decode next: a gap or the end of the part. With enough buffered as {@link evenCut}; while
 * sound plays the longest that arrives in time; else the shortest after which all others do, or all the rest.
 */
export function nextCut(part: PartFrames, from: number, pace: Pace, hasMore = false): number {
  if (restSeconds(part, from, pace) <= pace.atHand) return evenCut(part, from)
  const longest = longestInTime(part, from, pace)
  // Later parts matter only before this one begins: stopping now would not help them.
  if (longest !== undefined && lasts(part, longest, after(part, from, longest, pace), 0)) return longest
  const shortest = cutsBehind(part, from).find(
    (cut) =>
      windowSeconds(part, from, cut, pace) <= restSeconds(part, from, pace) * MOST_SHARE &&
      lasts(part, cut, cautious(after(part, from, cut, pace)), hasMore ? PARTS_AHEAD : 0),
  )
  return shortest ?? part.total
}

/** A machine may become a little slower than it was. */
const cautious = (pace: Pace): Pace => ({ ...pace, secondsPerFrame: 1.05 * pace.secondsPerFrame })

/** Whether the listener hears no silence until the part and `more` parts after it are complete. */
function lasts(part: PartFrames, from: number, pace: Pace, more: number): boolean {
  while (restSeconds(part, from, pace) > pace.atHand) {
    const next = longestInTime(part, from, pace)
    if (next === undefined) return false
    pace = after(part, from, next, pace)
    from = next
  }
  if (more === 0) return true
  const spent =
    decodeSeconds(part, from, part.total, pace) + part.total * ENCODER_SHARE * pace.secondsPerFrame
  const rest = (heardSeconds(part, part.total) - heardSeconds(part, from) + BREATH_SECONDS) / pace.rate
  return lasts(part, 0, { ...pace, atHand: Math.max(0, pace.atHand - spent) + rest }, more - 1)
}

/** When a window was decoded and sent: it plays immediately if nothing else is buffered. */
function after(part: PartFrames, from: number, to: number, pace: Pace): Pace {
  const told = (heardSeconds(part, to) - heardSeconds(part, from)) / pace.rate
  return { ...pace, atHand: Math.max(0, pace.atHand - decodeSeconds(part, from, to, pace)) + told }
}

const longestInTime = (part: PartFrames, from: number, pace: Pace) =>
  cutsBehind(part, from).findLast((cut) => windowSeconds(part, from, cut, pace) <= pace.atHand)

const cutsBehind = (part: PartFrames, from: number): number[] =>
  part.gaps.filter(
    (cut) =>
      heardSeconds(part, cut) - heardSeconds(part, from) >=
        (from === 0 ? LEAST_SECONDS : LEAST_GROWTH_SECONDS) &&
      heardSeconds(part, part.total) - heardSeconds(part, cut) >= LEAST_GROWTH_SECONDS,
  )

function decodeSeconds(part: PartFrames, from: number, to: number, { secondsPerFrame }: Pace): number {
  const { decodedFrom, decodedTo } = windowOf(part, from, to)
  return (decodedTo - decodedFrom) * secondsPerFrame
}

const windowSeconds = (part: PartFrames, from: number, to: number, pace: Pace): number =>
  decodeSeconds(part, from, to, pace) + HEAD_LATE

const restSeconds = (part: PartFrames, from: number, pace: Pace): number =>
  decodeSeconds(part, from, part.total, pace) + LAST_LATE + (LATE_PER_SECOND * part.total) / FRAMES_PER_SECOND

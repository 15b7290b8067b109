import { FRAME_SAMPLES, SAMPLE_RATE } from './graph-names.ts'

/** Of Kokoro's vocabulary: what stands between words. */
const SPACE = 16
/** The first marks of the vocabulary (`;` to `…`) are pauses. */
const LAST_PAUSE = 10
export const FRAMES_PER_SECOND = SAMPLE_RATE / FRAME_SAMPLES

/** A head is worth its extra work from this length on. */
const LEAST_SECONDS = 0.6
/** A head that comes out of a silence takes at most this share of the time of the whole, or that comes hardly later. */
const MOST_SHARE = 0.75
/** What goes on must bring this much. */
const LEAST_GROWTH_SECONDS = 0.4
/** Frames around a window that the decoder has to see: what is nearer to the edge sounds otherwise. A gap ends it. */
const BEFORE_FRAMES = 16
const AFTER_FRAMES = 10
/** The decoder evens its sound out over what it is given: from so many frames on that is as loud as in the whole. */
const LEVEL_FRAMES = 1.2 * FRAMES_PER_SECOND
/** A window that ends a text would be too loud, since ends are quiet: so much at least is left to the whole. */
const LEAST_REST_FRAMES = 1.2 * FRAMES_PER_SECOND

/** Beside the decoder's time, in seconds: until what was decoded is encoded, sent and can follow what sounds. */
const HEAD_LATE = 0.15
const WHOLE_LATE = 0.3
/** Of the whole also stored, and more the longer it is. */
const LATE_PER_SECOND = 0.02
/** What the encoder takes of the decoder's time. */
const ENCODER_SHARE = 0.12
/** So many of the parts that follow are thought of when one begins. */
const PARTS_AHEAD = 2
/** Between two parts. */
export const BREATH_SECONDS = 0.35

/** A part of a text as the planner sees it; frames of 25 ms. */
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

/** How fast the decoder is, how many seconds the listener still has to hear, and how fast they hear what is spoken. */
export type Pace = { secondsPerFrame: number; atHand: number; rate: number }

/** `durations` are frames of each of the tokens. */
export function framesOf(tokens: ArrayLike<number>, durations: ArrayLike<number>): PartFrames {
  const gaps: number[] = []
  let at = 0
  for (let index = 0; index < tokens.length; index++) {
    const length = durations[index]!
    if (tokens[index] === SPACE) {
      // The pause that stands before this space is quieter than the space alone.
      const before = index > 0 && tokens[index - 1]! <= LAST_PAUSE ? durations[index - 1]! : 0
      gaps.push(Math.round(at - before / 2 + length / 2))
    }
    at += length
  }
  return { total: at, lead: durations[0] ?? 0, tail: durations[durations.length - 1] ?? 0, gaps }
}

export function windowOf({ total }: PartFrames, from: number, to: number): Window {
  const decodedTo = Math.min(total, to + AFTER_FRAMES)
  return {
    from,
    to,
    decodedFrom: Math.max(0, Math.min(from - BEFORE_FRAMES, decodedTo - LEVEL_FRAMES)),
    decodedTo,
  }
}

/** Seconds of a part that are heard up to a frame of it. */
export const heardSeconds = ({ total, lead, tail }: PartFrames, to: number): number =>
  Math.max(0, Math.min(to, total - tail) - lead) / FRAMES_PER_SECOND

/**
 * Where the head that is decoded next ends, `from` frames of the part having been told; undefined when the whole is next.
 * As long as something sounds it is the longest that comes in time; where nothing does, or it will fall silent anyway, the
 * shortest after which all comes in time, head by head, up to the whole, and where the text has more up to that of further
 * such parts.
 */
export function nextCut(part: PartFrames, from: number, pace: Pace, hasMore = false): number | undefined {
  const more = hasMore ? PARTS_AHEAD : 0
  if (wholeSeconds(part, pace) <= pace.atHand) return undefined
  const longest = longestInTime(part, from, pace)
  // What is further on is only thought of before it begins: to fall silent now for its sake would be no gain.
  if (longest !== undefined && lasts(part, longest, after(part, from, longest, pace), 0)) return longest
  return cutsBehind(part, from).find(
    (cut) =>
      windowSeconds(part, from, cut, pace) <= wholeSeconds(part, pace) * MOST_SHARE &&
      lasts(part, cut, cautious(after(part, from, cut, pace)), more),
  )
}

/** A machine may become a little slower than it was. */
const cautious = (pace: Pace): Pace => ({ ...pace, secondsPerFrame: 1.05 * pace.secondsPerFrame })

/** Whether it never falls silent until the part is whole, and so many `more` behind it. */
function lasts(part: PartFrames, from: number, pace: Pace, more: number): boolean {
  while (wholeSeconds(part, pace) > pace.atHand) {
    const next = longestInTime(part, from, pace)
    if (next === undefined) return false
    pace = after(part, from, next, pace)
    from = next
  }
  if (more === 0) return true
  const rest = (heardSeconds(part, part.total) - heardSeconds(part, from) + BREATH_SECONDS) / pace.rate
  const spent = part.total * (1 + ENCODER_SHARE) * pace.secondsPerFrame
  return lasts(part, 0, { ...pace, atHand: pace.atHand - spent + rest }, more - 1)
}

/** When a window was decoded and told: it sounds at once, if nothing else does any more. */
function after(part: PartFrames, from: number, to: number, pace: Pace): Pace {
  const spent = windowSeconds(part, from, to, pace) - HEAD_LATE
  const told = (heardSeconds(part, to) - heardSeconds(part, from)) / pace.rate
  return { ...pace, atHand: Math.max(0, pace.atHand - spent) + told }
}

const longestInTime = (part: PartFrames, from: number, pace: Pace) =>
  cutsBehind(part, from).findLast((cut) => windowSeconds(part, from, cut, pace) <= pace.atHand)

/** Where a window may end that begins at `from`. */
const cutsBehind = (part: PartFrames, from: number): number[] =>
  part.gaps.filter(
    (cut) =>
      heardSeconds(part, cut) - heardSeconds(part, from) >=
        (from === 0 ? LEAST_SECONDS : LEAST_GROWTH_SECONDS) &&
      part.total - part.tail - cut >= LEAST_REST_FRAMES,
  )

function windowSeconds(part: PartFrames, from: number, to: number, { secondsPerFrame }: Pace): number {
  const { decodedFrom, decodedTo } = windowOf(part, from, to)
  return (decodedTo - decodedFrom) * secondsPerFrame + HEAD_LATE
}

const wholeSeconds = ({ total }: PartFrames, { secondsPerFrame }: Pace): number =>
  total * (secondsPerFrame + LATE_PER_SECOND / FRAMES_PER_SECOND) + WHOLE_LATE

import type { MelodyWord } from '@andscene/contracts/voices/melody'
import type { Tensor } from 'onnxruntime-common'
import { NAMES } from '../graph-names.ts'
import { FRAMES_PER_SECOND } from '../heads/head-plan.ts'
import type { Runtime } from './crew.ts'
import { PER_FRAME } from './frame-values.ts'
import { meanOctave, VOICELESS } from './pitch-curve.ts'
import { retime, soundingFrames } from './retime.ts'

/** The tokens of a word, from `first` to before `end`, and how it is said. */
export type FollowedWord = { first: number; end: number; said: MelodyWord }

/** A word is at most so many times shorter or longer than the voice would say it: beyond that it is unintelligible. */
const SHORTEST = 0.4
const LONGEST = 3

/**
 * Gives the words of a text the timing and the pitch of a recording, relative to the mean pitch of the voice. Returns
 * the frames that each token takes then. `words` are in order.
 */
export function followMelody(
  runtime: Runtime,
  values: Map<string, Tensor>,
  durations: readonly number[],
  words: readonly FollowedWord[],
): number[] {
  const frames = timed(durations, words)
  retime(runtime, values, durations, frames)
  const curve = values.get(NAMES.pitch)!.data as Float32Array
  const points = pointsOf(frames, words)
  if (points.length === 0) return frames
  const usual = meanOctave(curve)
  for (const [index, hertz] of curve.entries())
    if (hertz > VOICELESS) curve[index] = 2 ** (usual + heightAt(points, index) / 12)
  return frames
}

/** The frames of each token when the words, and the pauses between them, are as long as in the recording. */
function timed(durations: readonly number[], words: readonly FollowedWord[]): number[] {
  const frames = [...durations]
  const total = (from: number, to: number) => durations.slice(from, to).reduce((sum, each) => sum + each, 0)
  for (const [n, { first, end, said }] of words.entries()) {
    const next = words[n + 1]?.first ?? end
    const gap = next - end
    const pause = Math.max(gap, framesOf(said.pauseMs))
    // Without a pause the word lasts until the next one.
    const own = total(first, end)
    const asked = framesOf(said.ms) - (said.pauseMs > 0 ? 0 : gap)
    const length = Math.round(Math.min(own * LONGEST, Math.max(own * SHORTEST, end - first, asked)))
    frames.splice(first, end - first, ...shared(durations.slice(first, end), length))
    if (gap > 0) frames.splice(end, gap, ...shared(durations.slice(end, next), pause))
  }
  return frames
}

const framesOf = (ms: number) => Math.round((ms / 1_000) * FRAMES_PER_SECOND)

/** Divides `frames` as the tokens share them now; each has one or more. */
function shared(durations: readonly number[], frames: number): number[] {
  const weights = durations.map((each) => Math.max(each, 0.1))
  const whole = weights.reduce((sum, each) => sum + each, 0)
  const spare = Math.max(0, frames - durations.length)
  let [sum, given] = [0, 0]
  return weights.map((weight) => {
    sum += weight
    const own = Math.round((sum / whole) * spare) - given
    given += own
    return 1 + own
  })
}

/** A height in semitones at a position in the pitch curve. */
type Point = { at: number; height: number }

function pointsOf(durations: readonly number[], words: readonly FollowedWord[]): Point[] {
  const frameAt = soundingFrames(durations)
  const each = PER_FRAME[NAMES.pitch]!
  return words.flatMap(({ first, end, said: { semitones } }) => {
    const [from, to] = [frameAt(first) * each, frameAt(end) * each]
    return semitones.map((height, n) => ({
      at: from + ((n + 0.5) / semitones.length) * (to - from),
      height,
    }))
  })
}

/** The height between the points around a position. */
function heightAt(points: readonly Point[], at: number): number {
  const next = points.findIndex((point) => point.at > at)
  if (next < 0) return points.at(-1)!.height
  const after = points[next]!
  const before = points[next - 1]
  if (!before) return after.height
  return before.height + ((at - before.at) / (after.at - before.at)) * (after.height - before.height)
}

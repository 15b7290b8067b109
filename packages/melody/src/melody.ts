import { MELODY_POINTS, MELODY_RANGE } from '@andscene/contracts/voices/deliveries'
import type { MelodyWord } from '@andscene/contracts/voices/melody'
import { alignSounds } from './align.ts'
import { HOP_MS, levelsOf, RATE } from './features.ts'
import { median, pitchOf, semitones } from './pitch.ts'

/** A word of a spoken text: its range in the text, and when it is heard. */
export type TimedWord = { at: number; length: number; startMs: number; endMs: number }

/**
 * Why a recording has no melody: `silent` has no speech, and in `other` the words at these indexes were not found.
 * `voiceless`: whispered, or too noisy for a pitch.
 */
export type MelodyFailure =
  { reason: 'silent' } | { reason: 'voiceless' } | { reason: 'other'; words: number[] }

/** Level (dB below full scale) of the loudest frame below which a recording is silent. */
const SILENT_DB = -45
/** The mean cost of the same words by two speakers is 0.8 to 0.95, of other words 1.1 and more. */
const OTHER_LINE = 1.02
const OTHER_WORD = 1.25
/** In a recording of other words, words above this are listed. */
const DOUBTFUL_WORD = 0.95
/** A matching word that is this many times longer or shorter is another one. */
const OTHER_LENGTH = 4
/** Share of a line's words that may be unclear. */
const UNCLEAR_SHARE = 0.2
/** Frames with a voice below which a recording has no melody. */
const LEAST_VOICED = 10
/** Shortest silence that counts as a pause (ms): shorter ones belong to the sounds, as in "stop that". */
const LEAST_PAUSE_MS = 90
/** A pause is this much below the loudest frame of the words around it (dB). */
const QUIETER = 25

/**
 * Returns timing and pitch of a recording, word by word. `reference` is the same text in a synthetic voice, of which
 * the times of the words are known. Both sounds have 16,000 samples a second.
 */
export function melodyOf(
  recording: Float32Array,
  reference: Float32Array,
  words: readonly TimedWord[],
): MelodyWord[] | MelodyFailure {
  const allLevels = levelsOf(recording)
  if (loudestOf(allLevels) < SILENT_DB) return { reason: 'silent' }
  const speech = withoutEnds(recording, allLevels)
  const levels = levelsOf(speech)
  const { matches, costs } = alignSounds(reference, speech)
  const frameOf = (ms: number) => Math.min(matches.length - 1, Math.max(0, Math.round(ms / HOP_MS)))
  const spans = words.map(({ startMs, endMs }) => {
    const [from, to] = [frameOf(startMs), Math.max(frameOf(endMs), frameOf(startMs) + 1)]
    const cost = costs.slice(from, to).reduce((sum, each) => sum + each, 0) / (to - from)
    return {
      start: matches[from]!,
      // Not between both ends: a pause that the plain reading does not have belongs to one of the words.
      middle: Math.round(matches[Math.min((from + to) >> 1, matches.length - 1)]!),
      end: matches[Math.min(to, matches.length - 1)]!,
      length: to - from,
      cost,
    }
  })
  const other = otherWords(spans)
  if (other.length > 0) return { reason: 'other', words: other }
  const pitch = pitchOf(speech)
  const voiced = [...pitch].filter((hz) => hz > 0)
  if (voiced.length < LEAST_VOICED) return { reason: 'voiceless' }
  const usual = median(voiced)
  // A creaking voice has half the pitch that is heard.
  const melody = pitch.map((hz) => (hz > 0 && Math.abs(semitones(hz, usual)) <= MELODY_RANGE ? hz : 0))
  const pauses = spans.slice(1).map((next, n) => longestSilence(levels, spans[n]!.middle, next.middle))
  const found = words.map(({ at, length }, n) => {
    const before = pauses[n - 1]
    const after = pauses[n]
    const from = before?.to ?? spans[n]!.start
    const to = Math.max(from + 1, after?.from ?? spans[n + 1]?.start ?? lastSound(levels, spans[n]!))
    return {
      at,
      length,
      ms: Math.round((to - from) * HOP_MS),
      pauseMs: after ? (after.to - after.from) * HOP_MS : 0,
      semitones: contour(melody.subarray(Math.round(from), Math.round(to)), usual),
    }
  })
  return endsInSound(allLevels.at(-1)!, levels, spans.at(-1)) ? withLastWord(found, words) : found
}

/** Whether the recording stops before its last word has ended. */
const endsInSound = (end: number, levels: Float32Array, last: Span | undefined): boolean =>
  last !== undefined && end > loudestOf(levels.subarray(Math.round(last.start))) - QUIETER

/** Makes a last word that was cut as long as the voice says it, at the pace of the words before. */
function withLastWord(found: MelodyWord[], words: readonly TimedWord[]): MelodyWord[] {
  const before = found.slice(0, -1)
  const usual = words.map(({ startMs, endMs }) => endMs - startMs)
  const said = before.reduce((sum, { ms }) => sum + ms, 0)
  const pace = said > 0 ? said / before.reduce((sum, _word, n) => sum + usual[n]!, 0) : 1
  const last = found.at(-1)!
  return [...before, { ...last, ms: Math.max(last.ms, Math.round(usual.at(-1)! * pace)) }]
}

/** Silence that is kept before and after the speech (ms): its softest sounds are as quiet. */
const KEPT_MS = 150

const sampleAt = (frame: number, addedMs: number) => ((frame * HOP_MS + addedMs) * RATE) / 1_000

/** The speech of a recording: plain readings have little silence at their ends, which would match that of a recording. */
function withoutEnds(recording: Float32Array, levels: Float32Array): Float32Array {
  const limit = loudestOf(levels) - QUIETER
  const first = levels.findIndex((level) => level > limit)
  const last = levels.findLastIndex((level) => level > limit)
  return recording.subarray(Math.max(0, sampleAt(first, -KEPT_MS)), sampleAt(last + 1, KEPT_MS))
}

type Span = { start: number; middle: number; end: number; length: number; cost: number }

/** Indexes of the words that the recording does not contain; empty if it is the line. */
function otherWords(spans: readonly Span[]): number[] {
  const total = spans.reduce((sum, { length }) => sum + length, 0)
  const cost = spans.reduce((sum, span) => sum + span.cost * span.length, 0) / Math.max(1, total)
  const isOther = ({ start, end, length, cost: own }: Span, limit: number) =>
    own > limit || end - start > length * OTHER_LENGTH || (end - start) * OTHER_LENGTH < length
  const indexes = (limit: number) => spans.flatMap((span, n) => (isOther(span, limit) ? n : []))
  if (cost > OTHER_LINE) return indexes(DOUBTFUL_WORD)
  const unclear = indexes(OTHER_WORD)
  return unclear.length > Math.max(1, spans.length * UNCLEAR_SHARE) ? unclear : []
}

/** The longest silence between two frames, if it is a pause. */
function longestSilence(
  levels: Float32Array,
  from: number,
  to: number,
): { from: number; to: number } | undefined {
  const limit = loudestOf(levels.subarray(from, to)) - QUIETER
  let longest = { from, to: from }
  let begin = from
  for (let frame = from; frame < to; frame++) {
    if (levels[frame]! > limit) begin = frame + 1
    else if (frame + 1 - begin > longest.to - longest.from) longest = { from: begin, to: frame + 1 }
  }
  return (longest.to - longest.from) * HOP_MS >= LEAST_PAUSE_MS ? longest : undefined
}

/** The frame after the last sound of the last word. */
function lastSound(levels: Float32Array, { start, end }: Span): number {
  const limit = loudestOf(levels.subarray(Math.round(start))) - QUIETER
  return Math.min(end, levels.findLastIndex((level) => level > limit) + 1)
}

const loudestOf = (levels: Float32Array) => levels.reduce((most, level) => Math.max(most, level), -Infinity)

/** The pitch at evenly spaced points of a word; where there is no voice, that of the nearest frame with one. */
function contour(pitch: Float32Array, usual: number): number[] {
  const voiced = [...pitch.entries()].filter(([, hz]) => hz > 0)
  if (voiced.length === 0) return []
  return Array.from({ length: MELODY_POINTS }, (_, n) => {
    const at = ((n + 0.5) / MELODY_POINTS) * pitch.length
    const near = voiced.toSorted(([a], [b]) => Math.abs(a - at) - Math.abs(b - at)).slice(0, 3)
    return Math.round(semitones(median(near.map(([, hz]) => hz)), usual) * 10) / 10
  })
}

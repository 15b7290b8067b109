import type { Line } from '@andscene/contracts/script'
import { isReadAloud } from '../../../player/engine/reading.ts'
import { gapAtRate, gapBetween } from '../../../player/engine/line-gaps.ts'
import type { Position } from '../../../player/engine/state.ts'
import { Emitter } from '@andscene/web-kit/emitter'

export type TimedScript = {
  lines: readonly Line[]
  skippedLineTypes: readonly string[]
  /** Length of a line's clip at 1×; undefined while there is none under the present voice. */
  clipMs(line: Line): number | undefined
  /** Speed of the voice that speaks a line; undefined when it has no voice, or none is known. */
  wordsPerMinute(line: Line): number | undefined
}

/** When each line of a script is heard, in milliseconds at a speed. Lines that are not read aloud take no time. */
export type ScriptTimes = ReturnType<typeof createScriptTimes>

/** Sums of lengths are this exact. Milliseconds. */
const ROUNDING_MS = 1

const NOTHING: readonly Line[] = []

/** The lengths of the lines, known from clips or estimated; measured when first asked for. */
export function createScriptTimes(script: TimedScript) {
  const { lines } = script
  const lengths = new Float64Array(lines.length)
  /** Pauses up to the start of each line, at 1×. */
  const gaps = new Float64Array(lines.length)
  const isRead = new Uint8Array(lines.length)
  /** Sums of the lengths before each line, and at last of all. */
  const starts = new Float64Array(lines.length + 1)
  const indexOf = new Map<string, number>()
  const { subscribe, emit } = new Emitter()
  let version = 0

  const measure = (line: Line) => script.clipMs(line) ?? speechMs(line.text, script.wordsPerMinute(line))

  function measureAll() {
    let pauses = 0
    let before = -1
    for (const [index, line] of lines.entries()) {
      indexOf.set(line._id, index)
      if (isReadAloud(line, script.skippedLineTypes)) {
        isRead[index] = 1
        lengths[index] = measure(line)
        const between = before < index - 1 ? lines.slice(before + 1, index) : NOTHING
        if (before >= 0) pauses += gapBetween(lines[before]!, line, between)
        before = index
      }
      gaps[index] = pauses
    }
    sumUp()
  }
  function sumUp() {
    for (let index = 0; index < lengths.length; index += 1)
      starts[index + 1] = starts[index]! + lengths[index]!
  }
  let isMeasured = false
  function measureOnce() {
    if (isMeasured) return
    isMeasured = true
    measureAll()
  }

  function startMs(line: number, rate: number) {
    measureOnce()
    return (
      starts[Math.min(line, lines.length)]! / rate +
      gapAtRate(gaps[Math.min(line, lines.length - 1)] ?? 0, rate)
    )
  }

  /** The line that sounds at a moment: the last one that is read aloud and has begun; 0 when there is none. */
  function lineAt(ms: number, rate: number) {
    measureOnce()
    let low = 0
    let high = lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (startMs(middle, rate) <= ms) low = middle
      else high = middle - 1
    }
    // Lines that are not read begin when the one before them ends.
    const read = isRead.lastIndexOf(1, low)
    return read >= 0 ? read : Math.max(isRead.indexOf(1), 0)
  }

  return {
    totalMs: (rate: number) => startMs(lines.length, rate),
    startMs,
    lengthMs(line: number, rate: number) {
      measureOnce()
      return (lengths[line] ?? 0) / rate
    },

    lineAt,
    /** The point that sounds at a moment: in a pause the start of the next line, at last the end of the last. */
    pointAt(ms: number, rate: number): Position {
      const line = lineAt(ms, rate)
      const durationMs = lengths[line] ?? 0
      const positionMs = Math.max((ms - startMs(line, rate)) * rate, 0)
      const next = durationMs - positionMs > ROUNDING_MS ? -1 : isRead.indexOf(1, line + 1)
      if (next >= 0) return { line: next, positionMs: 0, durationMs: lengths[next]! }
      return { line, positionMs: Math.min(positionMs, durationMs), durationMs }
    },
    isMeasured: (line: number) => lines[line] !== undefined && script.clipMs(lines[line]) !== undefined,

    refresh(lineIds?: readonly string[]) {
      // What was never asked for is measured when it is.
      if (!isMeasured) return
      let isChanged = false
      const look = (index: number) => {
        if (!isRead[index]) return
        const length = measure(lines[index]!)
        if (length === lengths[index]) return
        lengths[index] = length
        isChanged = true
      }
      if (lineIds) for (const id of lineIds) look(indexOf.get(id) ?? -1)
      else for (let index = 0; index < lines.length; index += 1) look(index)
      if (!isChanged) return
      sumUp()
      version += 1
      emit()
    },

    version: () => version,
    subscribe,
  }
}

/** Of a voice without a stated speed, and of a line without a voice. */
const USUAL_WORDS_PER_MINUTE = 170
/** Fewer than prose has, because voices pause at signs: by this the whole sample is met within 1 % (decision 0027). */
const CHARACTERS_PER_WORD = 5.25
const ONSET_MS = 100
/** A sign of Chinese, Japanese or Korean is a syllable or more: so many letters take as long to say. */
const LETTERS_PER_SIGN = 3.5
const SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const MS_PER_MINUTE = 60_000

/** How long a voice takes for a text, in milliseconds at 1×, judged by its characters. */
export function speechMs(text: string, wordsPerMinute = USUAL_WORDS_PER_MINUTE): number {
  const signs = text.match(SIGNS)?.length ?? 0
  const letters = text.length + (LETTERS_PER_SIGN - 1) * signs
  return ONSET_MS + (letters / CHARACTERS_PER_WORD / wordsPerMinute) * MS_PER_MINUTE
}

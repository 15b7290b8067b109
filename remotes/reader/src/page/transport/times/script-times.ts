import type { Line } from '@andscene/contracts/script'
import { heardText } from '@andscene/screenplay/heard-text'
import { isReadAloud } from '../../../player/engine/reading.ts'
import { gapsBefore } from '@andscene/screenplay/timing/gaps-before'
import { gapAtRate } from '@andscene/screenplay/timing/line-gaps'
import { speechMs } from '@andscene/screenplay/timing/speech-time'
import type { Position } from '../../../player/engine/state.ts'
import { Emitter } from '@andscene/web-kit/emitter'

export type TimedScript = {
  lines: readonly Line[]
  skippedLineTypes: readonly string[]
  /** Length of a line's clip at 1×; undefined when there is none with the current voice. */
  clipMs(line: Line): number | undefined
  /** Speed of the line's voice; undefined without a voice or when its speed is unknown. */
  wordsPerMinute(line: Line): number | undefined
}

/** The start time of each line, in milliseconds at a given speed. Lines that are not read aloud take no time. */
export type ScriptTimes = ReturnType<typeof createScriptTimes>

/** Rounding error of summed lengths. Milliseconds. */
const ROUNDING_MS = 1

/** Creates the line times from known clips or estimates; they are measured on first use. */
export function createScriptTimes(script: TimedScript) {
  const { lines } = script
  const lengths = new Float64Array(lines.length)
  /** Sum of the pauses before each line, at 1×. */
  let gaps = new Float64Array(0)
  const isRead = new Uint8Array(lines.length)
  /** Sum of the lengths before each line; the last entry is the total. */
  const starts = new Float64Array(lines.length + 1)
  const indexOf = new Map<string, number>()
  const { subscribe, emit } = new Emitter()
  let version = 0

  const measure = (line: Line) =>
    script.clipMs(line) ?? speechMs(heardText(line), script.wordsPerMinute(line))

  function measureAll() {
    for (const [index, line] of lines.entries()) {
      indexOf.set(line._id, index)
      if (!isReadAloud(line, script.skippedLineTypes)) continue
      isRead[index] = 1
      lengths[index] = measure(line)
    }
    gaps = gapsBefore(lines, isRead)
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

  /** Returns the line audible at a time: the last one read aloud that has started, or the first; 0 if there is none. */
  function lineAt(ms: number, rate: number) {
    measureOnce()
    let low = 0
    let high = lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (startMs(middle, rate) <= ms) low = middle
      else high = middle - 1
    }
    // Lines that are not read start when the one before them ends.
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
    /** Returns the audible point at a time: in a pause the start of the next line, at the end that of the last line. */
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
      // Not used yet: lengths are measured on first use.
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

import { describe, expect, test } from 'vitest'
import { line } from '../../../testing/line.ts'
import { createScriptTimes } from './script-times.ts'
import { pointBeside, SEEK_MS } from './moves.ts'

/** Lines with clips of these lengths in seconds; undefined for a line without a clip. */
function scriptOf(...seconds: (number | undefined)[]) {
  const lines = seconds.map((_, index) => line(index, 'Action', `Line ${index}.`))
  return createScriptTimes({
    lines,
    skippedLineTypes: [],
    clipMs: ({ _id }) => {
      const known = seconds[Number(_id.slice(1))]
      return known === undefined ? undefined : known * 1_000
    },
    wordsPerMinute: () => undefined,
  })
}
const at = (index: number, positionMs: number, durationMs: number) => ({
  line: index,
  positionMs,
  durationMs,
})

describe('product §4: moves of ten seconds', () => {
  test('stay within a long line', () => {
    const times = scriptOf(60)
    expect(pointBeside(times, at(0, 15_000, 60_000), SEEK_MS, 1)).toMatchObject({ positionMs: 25_000 })
    expect(pointBeside(times, at(0, 15_000, 60_000), -SEEK_MS, 1)).toMatchObject({ positionMs: 5_000 })
  })

  test('across lines include clips and the pauses between them', () => {
    const times = scriptOf(4, 4, 4, 30)
    // The pause between lines is 350 ms.
    expect(pointBeside(times, at(0, 1_000, 4_000), SEEK_MS, 1)).toEqual(at(2, 2_300, 4_000))
    expect(pointBeside(times, at(2, 2_300, 4_000), -SEEK_MS, 1)).toEqual(at(0, 1_000, 4_000))
  })

  test('cover twenty seconds of the clips at 2×', () => {
    expect(pointBeside(scriptOf(60), at(0, 15_000, 60_000), SEEK_MS, 2)).toMatchObject({ positionMs: 35_000 })
  })

  test('that end in a pause lead to the next line', () => {
    const times = scriptOf(4, 5.6, 4)
    expect(pointBeside(times, at(0, 0, 4_000), SEEK_MS, 1)).toEqual(at(2, 0, 4_000))
  })

  test('lead to the start of a line without a clip, and always forward', () => {
    const times = scriptOf(4, undefined, 4, 4)
    expect(pointBeside(times, at(0, 3_900, 4_000), 300, 1)).toMatchObject({ line: 1, positionMs: 0 })
    const { line: next } = pointBeside(times, at(1, 0, times.lengthMs(1, 1)), 300, 1)
    expect(next).toBe(2)
  })

  test('within a line that is still being generated stay within its known length', () => {
    const times = scriptOf(undefined, 4)
    expect(pointBeside(times, at(0, 2_000, 30_000), SEEK_MS, 1)).toEqual(at(0, 12_000, 30_000))
  })

  test('stop at the start and at the end of the script', () => {
    const times = scriptOf(4, 4)
    expect(pointBeside(times, at(0, 3_000, 4_000), -SEEK_MS, 1)).toEqual(at(0, 0, 4_000))
    expect(pointBeside(times, at(1, 1_000, 4_000), SEEK_MS, 1)).toEqual(at(1, 4_000, 4_000))
    const unmade = scriptOf(4, undefined)
    expect(pointBeside(unmade, at(1, 1_000, 4_000), SEEK_MS, 1)).toEqual(at(1, 4_000, 4_000))
  })
})

import type { Line } from '@andscene/contracts/script'
import { describe, expect, test, vi } from 'vitest'
import { gapAtRate } from '@andscene/screenplay/timing/line-gaps'
import { speechMs } from '@andscene/screenplay/timing/speech-time'
import { createScriptTimes } from './script-times.ts'

const line = (id: string, type: string, text: string): Line => ({ _id: id, type, text, act: 1 })
const LINES = [
  line('a', 'Action', 'A lamp is lit.'),
  line('b', 'Character', 'ANNA'),
  line('c', 'Dialogue', 'Who is there?'),
  line('d', 'Action', '...'),
  line('e', 'Scene Heading', 'EXT. SEA - NIGHT'),
]
const BETWEEN = 350
const BEFORE_HEADING = 900

/** Creates times from clip lengths by line id, in milliseconds. */
function timesOf(clips: Record<string, number> = {}, skippedLineTypes: string[] = [], lines = LINES) {
  const known = new Map(Object.entries(clips))
  const times = createScriptTimes({
    lines,
    skippedLineTypes,
    clipMs: ({ _id }) => known.get(_id),
    wordsPerMinute: () => 150,
  })
  return { times, known }
}
const ALL = { a: 1_000, b: 400, c: 2_000, e: 3_000 }

describe('product §4 length of a script', () => {
  test('adds clip lengths and pauses; a line without words takes no time', () => {
    const { times } = timesOf(ALL)
    // There is no pause between a cue and its speech.
    expect(times.startMs(1, 1)).toBe(1_000 + BETWEEN)
    expect(times.startMs(2, 1)).toBe(1_400 + BETWEEN)
    expect(times.startMs(4, 1)).toBe(3_400 + BETWEEN + BEFORE_HEADING)
    expect(times.totalMs(1)).toBe(6_400 + BETWEEN + BEFORE_HEADING)
    expect(times.lengthMs(3, 1)).toBe(0)
  })

  test('at another speed, speech scales in proportion, pauses less', () => {
    const { times } = timesOf(ALL)
    expect(times.totalMs(2)).toBeCloseTo(3_200 + gapAtRate(BETWEEN + BEFORE_HEADING, 2))
    expect(times.lengthMs(2, 2)).toBe(1_000)
  })

  test('skipped line types do not count', () => {
    const { times } = timesOf(ALL, ['Character', 'Scene Heading'])
    expect(times.totalMs(1)).toBe(3_000 + BETWEEN)
  })

  test('estimates a line without a clip from its characters and the speed of its voice', () => {
    const { times } = timesOf({ ...ALL, c: 0 }, ['Scene Heading'])
    const whole = timesOf({ a: 1_000, b: 400 }, ['Scene Heading']).times
    expect(whole.totalMs(1) - times.totalMs(1)).toBeCloseTo(speechMs('Who is there?', 150))
    expect(speechMs('Who is there?', 75)).toBeGreaterThan(1.6 * speechMs('Who is there?', 150))
    // Each Chinese character is a syllable or more.
    expect(speechMs('我们明天早上去海边看灯塔')).toBeGreaterThan(speechMs('A lighthouse'))
    // Emoji and full-width letters do not count as syllables.
    expect(speechMs('So it goes 🌊🌊🌊')).toBe(speechMs('So it goes ......'))
    expect(speechMs('ＴＡＸＩ')).toBe(speechMs('TAXI'))
  })

  test('counts a new clip immediately, and reports it once', () => {
    const { times, known } = timesOf({ ...ALL, c: 2_000 })
    const before = times.totalMs(1)
    const onChange = vi.fn<() => void>()
    times.subscribe(onChange)
    times.refresh(['c', 'unknown'])
    expect(onChange).not.toHaveBeenCalled()
    known.set('c', 5_000)
    times.refresh(['c'])
    expect(onChange).toHaveBeenCalledOnce()
    expect(times.totalMs(1)).toBe(9_400 + BETWEEN + BEFORE_HEADING)
    expect(times.totalMs(1) - before).toBe(3_000)
    expect(times.startMs(2, 1)).toBe(1_400 + BETWEEN)
    known.set('a', 2_000)
    times.refresh()
    expect(times.startMs(2, 1)).toBe(2_400 + BETWEEN)
  })

  test('measures nothing before the first call, and then with the known clips', () => {
    const { times, known } = timesOf({})
    const onChange = vi.fn<() => void>()
    times.subscribe(onChange)
    known.set('a', 60_000)
    times.refresh()
    expect(onChange).not.toHaveBeenCalled()
    expect(times.lengthMs(0, 2)).toBe(30_000)
  })

  test('returns the line at any time', () => {
    const { times } = timesOf(ALL)
    expect(times.lineAt(-5, 1)).toBe(0)
    expect(times.lineAt(999, 1)).toBe(0)
    expect(times.lineAt(times.startMs(1, 1), 1)).toBe(1)
    expect(times.lineAt(times.startMs(2, 1) + 1_999, 1)).toBe(2)
    // Dots are not spoken, so the line before continues.
    expect(times.lineAt(times.startMs(3, 1) + 10, 1)).toBe(2)
    expect(times.lineAt(Number.MAX_VALUE, 1)).toBe(4)
    expect(timesOf({}, [], [line('x', 'Action', '...')]).times.lineAt(0, 1)).toBe(0)
    expect(timesOf({}, [], []).times).toMatchObject({})
    expect(timesOf({}, [], []).times.totalMs(1)).toBe(0)
  })

  test('with 50,000 lines, a new clip measures only its own line', () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => line(`l${index}`, 'Dialogue', 'So it goes.'))
    const clipMs = vi.fn<() => number | undefined>(() => undefined)
    const times = createScriptTimes({ lines, skippedLineTypes: [], clipMs, wordsPerMinute: () => 150 })
    const before = times.totalMs(1)
    clipMs.mockClear()
    clipMs.mockReturnValue(4_000)
    times.refresh(['l25000'])
    expect(clipMs).toHaveBeenCalledOnce()
    expect(times.totalMs(1) - before).toBeCloseTo(4_000 - speechMs('So it goes.', 150), 3)
    expect(times.lineAt(times.startMs(49_999, 1), 1)).toBe(49_999)
  })
})

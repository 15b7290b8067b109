import { expect, test } from 'vitest'
import { evenCut, FRAMES_PER_SECOND, framesOf, heardSeconds, nextCut, windowOf } from './head-plan.ts'

const SPACE = 16
const COMMA = 3
const SOUND = 50
const LEAD = 14

/** Words of ten frames with a gap of two frames between them, behind a silent token. */
function words(count: number): { tokens: number[]; durations: number[] } {
  const tokens = [0]
  const durations = [LEAD]
  for (let word = 0; word < count; word++) {
    if (word > 0) tokens.push(SPACE)
    if (word > 0) durations.push(2)
    tokens.push(SOUND)
    durations.push(10)
  }
  return { tokens: [...tokens, 0], durations: [...durations, 1] }
}
const part = (count: number) => framesOf(words(count).tokens, words(count).durations)
/** A decoder of this speed in multiples of real time. */
const speedOf = (times: number, rate = 1) => ({ secondsPerFrame: 1 / (times * FRAMES_PER_SECOND), rate })

/** Simulates an engine of this speed and a listener at that rate; times in seconds. */
function listen(count: number, times: number, rate = 1) {
  const { secondsPerFrame } = speedOf(times)
  const piece = part(count)
  let now = 0
  let endsAt = 0
  let first: number | undefined
  let silence = 0
  const ends: number[] = []
  for (let from = 0; from < piece.total;) {
    const to = nextCut(piece, from, { secondsPerFrame, rate, atHand: Math.max(0, endsAt - now) })
    const { decodedFrom, decodedTo } = windowOf(piece, from, to)
    now += (decodedTo - decodedFrom) * secondsPerFrame
    silence += first === undefined ? 0 : Math.max(0, now - endsAt)
    first ??= now
    endsAt = Math.max(endsAt, now) + (heardSeconds(piece, to) - heardSeconds(piece, from)) / rate
    ends.push(to)
    from = to
  }
  return { first: first!, silence, ends, decoded: now / secondsPerFrame, total: piece.total }
}

test('a head ends in the middle of a gap between words, after a pause before it', () => {
  const { tokens, durations } = words(4)
  expect(framesOf(tokens, durations)).toEqual({
    total: LEAD + 46 + 1,
    lead: LEAD,
    tail: 1,
    gaps: [LEAD + 11, LEAD + 23, LEAD + 35],
  })
  tokens.splice(2, 0, COMMA)
  durations.splice(2, 0, 8)
  expect(framesOf(tokens, durations).gaps[0]).toBe(LEAD + 10 + 4 + 1)
})

test.each([
  [2, 12],
  [3, 20],
  [6, 30],
])(
  'at %d times real time a line of %d words starts early, and each stretch is decoded about once',
  (times, count) => {
    const { ends, first, decoded, total } = listen(count, times)
    expect(ends.length).toBeGreaterThan(1)
    expect(first).toBeLessThan((total / FRAMES_PER_SECOND / times) * 0.5)
    expect(decoded).toBeLessThanOrEqual(total + 14 * (ends.length - 1))
  },
)

test.each([
  [1, [0.8, 1, 1.3, 1.7, 2, 2.5]],
  [0.5, [1.3, 2, 3, 5]],
  [1.5, [1.3, 2, 3, 5]],
  [2, [1.3, 2, 3, 5]],
])('a listener at %d× hears no silence within a line, however fast the engine is', (rate, speeds) => {
  for (const times of speeds)
    for (let count = 1; count <= 40; count++) expect(listen(count, times, rate).silence).toBe(0)
})

test('the last window has at least 0.4 s of sound', () => {
  for (let count = 1; count <= 40; count++) {
    const { total, tail } = part(count)
    for (const to of listen(count, 4).ends.slice(0, -1))
      expect(total - tail - to).toBeGreaterThanOrEqual(0.4 * FRAMES_PER_SECOND)
  }
})

test('a short line, or one without a gap, is one window', () => {
  const pace = { ...speedOf(4), atHand: 0 }
  expect(nextCut(part(4), 0, pace)).toBe(part(4).total)
  expect(nextCut(framesOf([0, SOUND, 0], [15, 200, 10]), 0, pace)).toBe(225)
  expect(nextCut(framesOf([0, 0], [15, 10]), 0, pace)).toBe(25)
})

test('with enough buffered, all the rest is next, in windows of 4 s at most', () => {
  expect(nextCut(part(12), 0, { ...speedOf(2), atHand: 4 })).toBe(part(12).total)
  expect(nextCut(part(20), 95, { ...speedOf(2), atHand: 6 })).toBe(part(20).total)
  expect(nextCut(part(20), 0, { ...speedOf(2), atHand: 9 })).toBe(evenCut(part(20), 0))
})

test('a low-priority text is divided into equal windows of 4 s at most, at gaps', () => {
  expect(evenCut(part(12), 0)).toBe(part(12).total)
  const { total, gaps } = part(30)
  const first = evenCut(part(30), 0)
  const second = evenCut(part(30), first)
  expect(gaps).toContain(first)
  expect(gaps).toContain(second)
  expect(Math.abs(first - total / 3)).toBeLessThanOrEqual(6)
  expect(evenCut(part(30), second)).toBe(total)
  // No gap to divide it at.
  expect(evenCut(framesOf([0, SOUND, 0], [15, 400, 10]), 0)).toBe(425)
})

test('a part with more to follow begins with a window that lasts until the next parts arrive', () => {
  const pace = { ...speedOf(1.5), atHand: 0 }
  expect(nextCut(part(22), 0, pace, true)).toBeGreaterThan(nextCut(part(22), 0, pace))
})

test('a window is decoded with the frames next to it', () => {
  const { total } = part(20)
  expect(windowOf(part(20), 0, 50)).toEqual({ from: 0, to: 50, decodedFrom: 0, decodedTo: 56 })
  expect(windowOf(part(20), 100, 150)).toEqual({ from: 100, to: 150, decodedFrom: 92, decodedTo: 156 })
  expect(windowOf(part(20), 100, total - 5).decodedTo).toBe(total)
})

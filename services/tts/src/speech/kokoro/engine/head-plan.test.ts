import { expect, test } from 'vitest'
import { FRAMES_PER_SECOND, framesOf, heardSeconds, nextCut, windowOf } from './head-plan.ts'

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
/** A decoder that is so many times as fast as speech. */
const speedOf = (times: number, rate = 1) => ({ secondsPerFrame: 1 / (times * FRAMES_PER_SECOND), rate })

/** Who speaks a part at such a speed, and who hears it at that rate from the first head on: seconds. */
function listen(count: number, times: number, rate = 1) {
  const { secondsPerFrame } = speedOf(times)
  const piece = part(count)
  let now = 0
  let endsAt = 0
  let from = 0
  let first: number | undefined
  let silence = 0
  const heads: number[] = []
  const tell = (seconds: number) => {
    first ??= now
    silence += first === now ? 0 : Math.max(0, now - endsAt)
    endsAt = Math.max(endsAt, now) + seconds / rate
  }
  for (;;) {
    const to = nextCut(piece, from, { secondsPerFrame, rate, atHand: Math.max(0, endsAt - now) })
    if (to === undefined) break
    const { decodedFrom, decodedTo } = windowOf(piece, from, to)
    now += (decodedTo - decodedFrom) * secondsPerFrame
    tell(heardSeconds(piece, to) - heardSeconds(piece, from))
    heads.push(to)
    from = to
  }
  now += piece.total * secondsPerFrame
  tell(0)
  return { first: first!, silence, heads, whole: now }
}

test('a head ends in the middle of a gap between words, a pause before it included', () => {
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

test('the first head of a fast engine is the first gap behind 0.6 s of sound', () => {
  const cut = nextCut(part(20), 0, { ...speedOf(6), atHand: 0 })
  // The second gap is at 0.575 s.
  expect(cut).toBe(LEAD + 35)
})

test.each([
  [3, 12],
  [3, 20],
  [4, 12],
  [5, 20],
  [6, 30],
])(
  'at %d times real time a line of %d words never falls silent once it has begun, and begins well before its whole',
  (times, count) => {
    const { silence, heads, first } = listen(count, times)
    expect(heads.length).toBeGreaterThan(0)
    expect(silence).toBe(0)
    expect(first).toBeLessThan((part(count).total / FRAMES_PER_SECOND / times) * 0.75)
  },
)

test('an engine twice as fast begins sooner, with a shorter head', () => {
  expect(listen(20, 6).heads[0]).toBeLessThan(listen(20, 2.2).heads[0]!)
  expect(listen(20, 6).first).toBeLessThan(listen(20, 2.2).first / 2)
})

test.each([0.8, 1, 1.3, 1.7, 2, 2.5])(
  'at %d times real time, too, nothing that has begun falls silent',
  (times) => {
    for (let count = 1; count <= 40; count++) expect(listen(count, times).silence).toBe(0)
  },
)

test.each([0.5, 1.5, 2])('who hears at %d× hears no silence either', (rate) => {
  for (const times of [1.3, 2, 3, 5])
    for (let count = 1; count <= 40; count++) expect(listen(count, times, rate).silence).toBe(0)
})

test('who hears at 2× waits for a longer head', () => {
  const [usual, quick] = [1, 2].map((rate) => nextCut(part(20), 0, { ...speedOf(4, rate), atHand: 0 })!)
  expect(quick).toBeGreaterThan(usual!)
})

test('no window ends the line, where it would be too loud: the last cut leaves 1.2 s', () => {
  for (let count = 1; count <= 40; count++) {
    const { total, tail } = part(count)
    for (const to of listen(count, 4).heads)
      expect(total - tail - to).toBeGreaterThanOrEqual(1.2 * FRAMES_PER_SECOND)
  }
})

test('a line that is over soon, or has no gap, has no head', () => {
  expect(nextCut(part(5), 0, { ...speedOf(4), atHand: 0 })).toBeUndefined()
  expect(nextCut(framesOf([0, SOUND, 0], [15, 200, 10]), 0, { ...speedOf(4), atHand: 0 })).toBeUndefined()
  expect(nextCut(framesOf([0, 0], [15, 10]), 0, { ...speedOf(4), atHand: 0 })).toBeUndefined()
})

test('with enough sound at hand the whole is next', () => {
  expect(nextCut(part(20), 0, { ...speedOf(2), atHand: 4 })).toBeUndefined()
})

test('what fell silent all the same goes on with a head, if the whole comes much later', () => {
  const from = LEAD + 35
  const cut = nextCut(part(30), from, { ...speedOf(4), atHand: 0 })
  expect(cut).toBeGreaterThan(from)
  expect(nextCut(part(30), from, { ...speedOf(0.9), atHand: 0 })).toBeUndefined()
})

test('what is followed by more begins with as much as lasts until that', () => {
  const pace = { ...speedOf(2), atHand: 0 }
  const alone = nextCut(part(22), 0, pace)
  const followed = nextCut(part(22), 0, pace, true)
  expect(followed).toBeGreaterThan(alone!)
})

test('a window is decoded with what surrounds it, and a short one with 1.2 s at least', () => {
  const { total } = part(20)
  expect(windowOf(part(20), 0, 50)).toEqual({
    from: 0,
    to: 50,
    decodedFrom: 0,
    decodedTo: 60,
  })
  expect(windowOf(part(20), 100, 150).decodedFrom).toBe(84)
  expect(windowOf(part(20), 100, 112).decodedFrom).toBe(112 + 10 - 48)
  expect(windowOf(part(20), 100, total - 5).decodedTo).toBe(total)
})

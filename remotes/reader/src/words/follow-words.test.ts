import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followWords } from './follow-words.ts'

const highlights = new Map<string, Set<Range>>()
beforeEach(() => {
  highlights.clear()
  vi.useFakeTimers({ now: 0 })
  vi.stubGlobal(
    'Highlight',
    class extends Set<Range> {
      constructor(range: Range) {
        super([range])
      }
    },
  )
  vi.stubGlobal('CSS', { highlights })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const WORDS = [
  { start: 0, end: 5, startMs: 0, endMs: 1_000 },
  { start: 6, end: 11, startMs: 1_000, endMs: 2_000 },
]

test('product §2 a word is painted once while it is heard, and taken back at the end', () => {
  const painted = vi.spyOn(highlights, 'set')
  const element = document.createElement('p')
  element.textContent = 'Never again'
  const position = vi.fn<() => { line: number; positionMs: number; durationMs: number }>(() => ({
    line: 3,
    positionMs: Date.now(),
    durationMs: 2_000,
  }))
  const player = { position, getSnapshot: () => ({ rate: 1 }) as never }
  const stop = followWords(element, WORDS, { player, index: 3, isMoving: true })
  vi.advanceTimersByTime(900)
  // The position is read more often, because the speed may change.
  expect(position.mock.calls.length).toBeGreaterThan(3)
  expect(painted).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(200)
  expect(painted).toHaveBeenCalledTimes(2)
  expect([...highlights.get('spoken-word')!].map(String)).toEqual(['again'])
  stop()
  expect(highlights.has('spoken-word')).toBe(false)
})

/** Follows two words of 300 ms each; the position moves at a rate. */
function following({ rate = 1, line = 3, isMoving = true }) {
  const element = document.createElement('p')
  element.textContent = 'Never again'
  const position = vi.fn<() => { line: number; positionMs: number; durationMs: number }>(() => ({
    line,
    positionMs: Date.now() * rate,
    durationMs: 600,
  }))
  const words = WORDS.map((word, n) => ({ ...word, startMs: n * 300, endMs: n * 300 + 300 }))
  const player = { position, getSnapshot: () => ({ rate }) as never }
  const stop = followWords(element, words, { player, index: 3, isMoving })
  return { stop, position, painted: () => [...(highlights.get('spoken-word') ?? [])].map(String) }
}

test('product §2 at 2× a word is painted after half the time', () => {
  const { painted, stop } = following({ rate: 2 })
  vi.advanceTimersByTime(149)
  expect(painted()).toEqual(['Never'])
  vi.advanceTimersByTime(2)
  expect(painted()).toEqual(['again'])
  stop()
})

test('product §2 no word is painted while another line is heard', () => {
  const { painted, stop } = following({ line: 4 })
  vi.advanceTimersByTime(100)
  expect(painted()).toEqual([])
  stop()
})

test('product §2 a paused word stays without a timer, and nothing is left of a line that ends', () => {
  const paused = following({ isMoving: false })
  expect(paused.painted()).toEqual(['Never'])
  vi.advanceTimersByTime(1_000)
  expect(paused.position).toHaveBeenCalledOnce()
  const { stop, position } = following({})
  stop()
  vi.advanceTimersByTime(1_000)
  expect(position).toHaveBeenCalledOnce()
  expect(highlights.has('spoken-word')).toBe(false)
})

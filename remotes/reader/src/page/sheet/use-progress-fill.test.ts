import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Player } from '../../player/engine/player.ts'
import { useProgressFill, drawWithSound } from './use-progress-fill.ts'

const FRAME_MS = 16
const draw = vi.fn<() => void>()
/** Pending animation frames; a hidden page never runs them. */
let pendingFrames: Map<number, FrameRequestCallback>
let requestedFrames: number

beforeEach(() => {
  vi.useFakeTimers()
  draw.mockClear()
  pendingFrames = new Map()
  requestedFrames = 0
  vi.stubGlobal('requestAnimationFrame', (next: FrameRequestCallback) => {
    pendingFrames.set(++requestedFrames, next)
    return requestedFrames
  })
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => pendingFrames.delete(frame))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const at = (positionMs: number) =>
  ({ position: () => ({ line: 0, positionMs, durationMs: 1_000 }) }) as unknown as Player
const row = document.createElement('div')
const fill = (positionMs: number, motion: Parameters<typeof useProgressFill>[2]) => {
  const hook = renderHook(() => useProgressFill({ current: row }, at(positionMs), motion))
  const drawn = row.style.getPropertyValue('--progress')
  vi.advanceTimersByTime(1_000)
  hook.unmount()
  return drawn
}

test('product §2 the fill is the progress, clamped to 0–1', () => {
  expect(fill(250, 'moving')).toBe('0.2500')
  expect(fill(-5, 'moving')).toBe('0.0000')
  expect(fill(1_100, 'moving')).toBe('1.0000')
  expect(fill(250, 'none')).toBe('')
  expect(row.style.getPropertyValue('--progress')).toBe('')
})

test('draws a paused line once and requests no frames', () => {
  expect(fill(500, 'still')).toBe('0.5000')
  expect(requestedFrames).toBe(0)
  fill(500, 'moving')
  expect(requestedFrames).toBe(1)
})

function paint() {
  const due = [...pendingFrames.values()]
  pendingFrames.clear()
  for (const next of due) next(performance.now())
}
function watch(ms: number) {
  for (let passed = 0; passed < ms; passed += FRAME_MS) {
    vi.advanceTimersByTime(FRAME_MS)
    paint()
  }
}

test('draws at most 20 times a second, and not while the page is hidden', () => {
  const end = drawWithSound(draw)
  vi.advanceTimersByTime(60_000)
  expect(draw).not.toHaveBeenCalled()
  expect(requestedFrames).toBe(1)
  watch(10_000)
  end()
  expect(draw.mock.calls.length).toBeGreaterThan(100)
  expect(draw.mock.calls.length).toBeLessThanOrEqual(201)
})

test.each([
  ['for the next draw', 0],
  ['for an animation frame', 60],
])('stops when asked to, also while it waits %s', (_, ms) => {
  const end = drawWithSound(draw)
  watch(1_000)
  paint()
  // Either just drawn, or due and not painted yet.
  vi.advanceTimersByTime(ms)
  expect(pendingFrames.size).toBe(ms > 0 ? 1 : 0)
  draw.mockClear()
  end()
  watch(1_000)
  expect(draw).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

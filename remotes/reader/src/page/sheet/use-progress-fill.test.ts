import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Player } from '../../player/engine/player.ts'
import { useProgressFill } from './use-progress-fill.ts'

const frames = vi.fn<(draw: FrameRequestCallback) => number>(() => 1)
beforeEach(() => {
  vi.useFakeTimers()
  frames.mockClear()
  vi.stubGlobal('requestAnimationFrame', frames)
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

test('product §2 the fill is the progress clamped 0 to 1', () => {
  expect(fill(250, 'moving')).toBe('0.2500')
  expect(fill(-5, 'moving')).toBe('0.0000')
  expect(fill(1_100, 'moving')).toBe('1.0000')
  expect(fill(250, 'none')).toBe('')
  expect(row.style.getPropertyValue('--progress')).toBe('')
})

test('a paused line is drawn once and costs no pictures', () => {
  expect(fill(500, 'still')).toBe('0.5000')
  expect(frames).not.toHaveBeenCalled()
  fill(500, 'moving')
  expect(frames).toHaveBeenCalledOnce()
})

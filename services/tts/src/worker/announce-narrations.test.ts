import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { announceNarrations } from './announce-narrations.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('scripts whose clips have changed are announced once a second, each once', () => {
  const announce = vi.fn<(scriptIds: readonly string[]) => Promise<void>>(async () => {})
  const narrations = announceNarrations({ notes: { announce }, log: { debug() {} } })
  for (const id of ['s1', 's1', 's2']) narrations.changed(id)
  vi.advanceTimersByTime(999)
  expect(announce).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  narrations.changed('s3')
  vi.advanceTimersByTime(1_000)
  expect(announce.mock.calls).toEqual([[['s1', 's2']], [['s3']]])
  vi.advanceTimersByTime(10_000)
  expect(announce).toHaveBeenCalledTimes(2)
})

import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { collectGarbageWhenIdle, CHECK_INTERVAL_MS, IDLE_CHECKS } from './idle-collection.ts'

const REST_MS = IDLE_CHECKS * CHECK_INTERVAL_MS

/** A process with the load of the test; counts how often it released memory. */
function watched() {
  const work = { share: 0 }
  const giveBack = vi.fn<() => void>()
  const end = collectGarbageWhenIdle({ busyShare: () => work.share, giveBack })
  return { work, giveBack, end }
}

/** An object without other references. */
const lonely = () => new WeakRef({ big: 'x'.repeat(1_000) })

describe('decision 0054: an idle process releases unused memory', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  test('two minutes after its last work, once', () => {
    const { giveBack } = watched()
    vi.advanceTimersByTime(REST_MS - 1)
    expect(giveBack).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(giveBack).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(100 * REST_MS)
    expect(giveBack).toHaveBeenCalledOnce()
  })

  test('again after it has worked since', () => {
    const { work, giveBack } = watched()
    vi.advanceTimersByTime(REST_MS)
    work.share = 0.5
    vi.advanceTimersByTime(CHECK_INTERVAL_MS)
    work.share = 0
    vi.advanceTimersByTime(REST_MS - CHECK_INTERVAL_MS)
    expect(giveBack).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(CHECK_INTERVAL_MS)
    expect(giveBack).toHaveBeenCalledTimes(2)
  })

  test('but not while work arrives occasionally; probes and heartbeats do not count', () => {
    const { work, giveBack } = watched()
    for (let n = 0; n < 50; n += 1) {
      work.share = n % IDLE_CHECKS === 0 ? 0.1 : 0
      vi.advanceTimersByTime(CHECK_INTERVAL_MS)
    }
    expect(giveBack).not.toHaveBeenCalled()
    work.share = 0.01
    vi.advanceTimersByTime(REST_MS)
    expect(giveBack).toHaveBeenCalledOnce()
  })

  test('and measures the event loop by default', () => {
    const giveBack = vi.fn<() => void>()
    collectGarbageWhenIdle({ giveBack })
    // No event is awaited between these checks, so all of the time counts as work.
    vi.advanceTimersByTime(2 * REST_MS)
    expect(giveBack).not.toHaveBeenCalled()
  })

  test('but not after it is stopped', () => {
    const { giveBack, end } = watched()
    end()
    vi.advanceTimersByTime(2 * REST_MS)
    expect(giveBack).not.toHaveBeenCalled()
  })

  test('all of it, by a collection that code cannot call afterwards', async () => {
    const unused = lonely()
    collectGarbageWhenIdle({ busyShare: () => 0 })
    await setImmediate()
    vi.advanceTimersByTime(REST_MS)
    expect(unused.deref()).toBeUndefined()
    expect(globalThis.gc).toBeUndefined()
  })
})

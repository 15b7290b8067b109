import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { giveBackAtRest, LOOK_MS, QUIET_LOOKS } from './memory-at-rest.ts'

const REST_MS = QUIET_LOOKS * LOOK_MS

/** A process whose work is as the test says; how often it gave memory back. */
function watched() {
  const work = { share: 0 }
  const giveBack = vi.fn<() => void>()
  const end = giveBackAtRest({ busyShare: () => work.share, giveBack })
  return { work, giveBack, end }
}

/** Something that nothing else holds. */
const lonely = () => new WeakRef({ big: 'x'.repeat(1_000) })

describe('decision 0054: an idle process releases unused memory', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  test('two minutes after its last work, and once', () => {
    const { giveBack } = watched()
    vi.advanceTimersByTime(REST_MS - 1)
    expect(giveBack).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(giveBack).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(100 * REST_MS)
    expect(giveBack).toHaveBeenCalledOnce()
  })

  test('again when it has worked since', () => {
    const { work, giveBack } = watched()
    vi.advanceTimersByTime(REST_MS)
    work.share = 0.5
    vi.advanceTimersByTime(LOOK_MS)
    work.share = 0
    vi.advanceTimersByTime(REST_MS - LOOK_MS)
    expect(giveBack).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(LOOK_MS)
    expect(giveBack).toHaveBeenCalledTimes(2)
  })

  test('not while work comes now and then; probes and heartbeats are none', () => {
    const { work, giveBack } = watched()
    for (let n = 0; n < 50; n += 1) {
      work.share = n % QUIET_LOOKS === 0 ? 0.1 : 0
      vi.advanceTimersByTime(LOOK_MS)
    }
    expect(giveBack).not.toHaveBeenCalled()
    work.share = 0.01
    vi.advanceTimersByTime(REST_MS)
    expect(giveBack).toHaveBeenCalledOnce()
  })

  test('measures the event loop unless a measure is given', () => {
    const giveBack = vi.fn<() => void>()
    giveBackAtRest({ giveBack })
    // No event is waited for between these looks, so that all of the time was work.
    vi.advanceTimersByTime(2 * REST_MS)
    expect(giveBack).not.toHaveBeenCalled()
  })

  test('not after its end', () => {
    const { giveBack, end } = watched()
    end()
    vi.advanceTimersByTime(2 * REST_MS)
    expect(giveBack).not.toHaveBeenCalled()
  })

  test('all of it, by a collection that code cannot call afterwards', async () => {
    const unused = lonely()
    giveBackAtRest({ busyShare: () => 0 })
    await setImmediate()
    vi.advanceTimersByTime(REST_MS)
    expect(unused.deref()).toBeUndefined()
    expect(globalThis.gc).toBeUndefined()
  })
})

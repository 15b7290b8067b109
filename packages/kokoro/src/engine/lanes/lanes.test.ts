import { describe, expect, test, vi } from 'vitest'
import { Lanes, type LanePlace, type LanesOptions } from './lanes.ts'
import type { Steps } from '../process/scheduler.ts'

const GIB = 2 ** 30
type TestLane = { number: number; close: () => Promise<void> }

/** Lanes that the test opens. */
function world(more: Partial<LanesOptions<TestLane>> = {}) {
  const opening: PromiseWithResolvers<void>[] = []
  const close = vi.fn<() => Promise<void>>(async () => {})
  const onIdle = vi.fn<() => void>()
  const lanes = new Lanes<TestLane>({
    limit: 2,
    async open() {
      const number = opening.push(Promise.withResolvers())
      await opening[number - 1]!.promise
      return { number, close }
    },
    onIdle,
    availableMemory: () => 8 * GIB,
    ...more,
  })
  return {
    lanes,
    opening,
    close,
    onIdle,
    async opened(number: number) {
      opening[number - 1]!.resolve()
      await vi.waitFor(() => expect(lanes.isOpening).toBe(false))
    },
  }
}

async function* endless(): Steps {
  await new Promise(() => {})
  yield 'free'
}
const occupy = (place: LanePlace<TestLane> | undefined) =>
  void place!.scheduler.add({ priority: 1, patient: true }, endless())

describe('architecture §7: lanes for low-priority texts', () => {
  test('opens another lane when all are busy, one at a time, up to the limit', async () => {
    const { lanes, opening, opened } = world()
    expect(lanes.next()).toBeUndefined()
    expect(lanes.next()).toBeUndefined()
    expect(opening).toHaveLength(1)
    await opened(1)
    occupy(lanes.next())
    expect(opening).toHaveLength(1)
    expect(lanes.next()!.lane.number).toBe(1)
    expect(opening).toHaveLength(2)
    await opened(2)
    occupy(lanes.next())
    occupy(lanes.next())
    expect(opening).toHaveLength(2)
  })

  test('assigns a text to the lane with the least work', async () => {
    const { lanes, opened } = world()
    lanes.next()
    await opened(1)
    const first = lanes.next()!
    occupy(first)
    lanes.next()
    await opened(2)
    const second = lanes.next()!
    expect(second.lane.number).toBe(2)
    occupy(second)
    occupy(second)
    expect(lanes.next()).toBe(first)
  })

  test('opens no lane when memory is short', () => {
    const { lanes, opening } = world({ availableMemory: () => GIB })
    expect(lanes.next()).toBeUndefined()
    expect(opening).toHaveLength(0)
  })

  test('when a lane cannot be opened, continues with the open ones', async () => {
    const { lanes, opening, opened } = world()
    lanes.next()
    await opened(1)
    occupy(lanes.next())
    lanes.next()
    opening[1]!.reject(new Error('out of memory'))
    await vi.waitFor(() => expect(lanes.isOpening).toBe(false))
    expect(lanes.next()!.lane.number).toBe(1)
    expect(opening).toHaveLength(2)
  })

  test('is idle when no lane runs or opens, and opens lanes again after they were closed', async () => {
    const { lanes, opening, opened, close, onIdle } = world()
    expect(lanes.isIdle).toBe(true)
    lanes.next()
    expect(lanes.isIdle).toBe(false)
    await opened(1)
    expect(lanes.isIdle).toBe(true)
    expect(onIdle).toHaveBeenCalledTimes(1)
    const task = lanes.next()!.scheduler.add(
      { priority: 1, patient: true },
      (async function* (): Steps {
        yield 'free'
      })(),
    )
    expect(lanes.isIdle).toBe(false)
    await task.ended
    await vi.waitFor(() => expect(onIdle).toHaveBeenCalledTimes(2))
    await lanes.close()
    expect(close).toHaveBeenCalledTimes(1)
    expect(lanes.next()).toBeUndefined()
    expect(opening).toHaveLength(2)
  })
})

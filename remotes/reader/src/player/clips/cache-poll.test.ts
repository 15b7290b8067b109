import { expect, test } from 'vitest'
import { createCachePoll } from './cache-poll.ts'
import { createFakeClock } from '../testing/fake-clock.ts'

test('product §9 while playing, polling delays adapt 2, 3, 5, 8 then 10 s', async () => {
  const clock = createFakeClock()
  const at: number[] = []
  const poll = createCachePoll(clock, async () => at.push(clock.now()))
  poll.start()
  poll.start()
  await clock.advance(40_000)
  expect(at).toEqual([2_000, 5_000, 10_000, 18_000, 28_000, 38_000])
})

test('a stopped poll asks no more, and starts again with 2 s', async () => {
  const clock = createFakeClock()
  const at: number[] = []
  const poll = createCachePoll(clock, async () => at.push(clock.now()))
  poll.start()
  await clock.advance(6_000)
  poll.stop()
  await clock.advance(60_000)
  expect(at).toEqual([2_000, 5_000])
  expect(clock.pendingTimers()).toBe(0)
  poll.start()
  await clock.advance(2_000)
  expect(at.at(-1)).toBe(68_000)
})

test('a check that outlasts its polling does not continue next to the new one', async () => {
  const clock = createFakeClock()
  const at: number[] = []
  const poll = createCachePoll(clock, () => {
    at.push(clock.now())
    return new Promise<void>((resolve) => clock.setTimeout(resolve, 1_000))
  })
  poll.start()
  await clock.advance(2_500)
  poll.stop()
  poll.start()
  await clock.advance(10_000)
  expect(at).toEqual([2_000, 4_500, 8_500])
  poll.stop()
  await clock.advance(60_000)
  expect(clock.pendingTimers()).toBe(0)
})

test('a check that fails does not end the polling; one that hangs is not overtaken', async () => {
  const clock = createFakeClock()
  let asked = 0
  const poll = createCachePoll(clock, () => {
    asked += 1
    return asked === 1 ? Promise.reject(new Error('offline')) : new Promise(() => undefined)
  })
  poll.start()
  await clock.advance(60_000)
  expect(asked).toBe(2)
})

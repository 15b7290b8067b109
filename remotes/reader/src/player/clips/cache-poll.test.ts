import { expect, test } from 'vitest'
import { createCachePoll } from './cache-poll.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'

/** A poll that records the time of each check; `check` receives its number. */
function createPoll(check: (nth: number, clock: FakeClock) => unknown = () => undefined) {
  const clock = createFakeClock()
  const at: number[] = []
  const poll = createCachePoll(clock, async () => check(at.push(clock.now()), clock))
  poll.start()
  return { clock, at, poll }
}

test('product §9 while playing, polls after 2, 3, 5, 8 and then every 10 s', async () => {
  const { clock, at, poll } = createPoll()
  poll.start()
  await clock.advance(40_000)
  expect(at).toEqual([2_000, 5_000, 10_000, 18_000, 28_000, 38_000])
})

test('stops checking when stopped, and restarts with 2 s, also if a check is still pending', async () => {
  const quick = createPoll()
  const slow = createPoll((_nth, clock) => new Promise<void>((resolve) => clock.setTimeout(resolve, 1_000)))
  for (const { clock, poll } of [quick, slow]) {
    await clock.advance(2_500)
    poll.stop()
    poll.start()
    await clock.advance(10_000)
    poll.stop()
    await clock.advance(60_000)
    expect(clock.pendingTimers()).toBe(0)
  }
  expect(quick.at).toEqual([2_000, 4_500, 7_500, 12_500])
  expect(slow.at).toEqual([2_000, 4_500, 8_500])
})

test('continues after a failed check, and does not overtake a pending one', async () => {
  const { clock, at } = createPoll((nth) =>
    nth === 1 ? Promise.reject(new Error('offline')) : new Promise(() => undefined),
  )
  await clock.advance(60_000)
  expect(at).toHaveLength(2)
})

import { fastify } from 'fastify'
import { expect, test, vi } from 'vitest'
import { manualClock } from '../testing/manual-clock.ts'
import { startForgetting } from './forgetting.ts'

test('product §11: removes links that ended 90 days ago at start and once a day, and retries sooner after a failure', async () => {
  const clock = manualClock()
  const asked: string[] = []
  let fails = false
  const shares = {
    forgetEnded: async (before: Date) => {
      asked.push(before.toISOString())
      if (fails) throw new Error('away')
    },
    forgetWithdrawn: async () => {},
  }
  const cancelled: string[] = []
  const scripts = {
    forgetCancelled: async (which: object) => void cancelled.push(JSON.stringify(which)),
    sweepFiles: async () => {},
  }
  const sweeps = startForgetting({ scripts, shares }, 90, clock, fastify().log)
  const minute = async (minutes = 1) => {
    await vi.waitFor(() => expect(clock.next()).toBeDefined())
    clock.advance(minutes * 60_000)
    await vi.waitFor(() => expect(clock.next()).toBeDefined())
  }
  await vi.waitFor(() => expect(asked).toEqual(['2025-10-03T00:00:00.000Z']))
  await minute()
  // Keys of cancelled uploads are removed after a day; checked every minute.
  await vi.waitFor(() => expect(cancelled).toContain('{"before":"2025-12-31T00:01:00.000Z"}'))
  await minute(23 * 60)
  expect(asked).toHaveLength(1)
  fails = true
  await minute(59)
  expect(asked.at(-1)).toBe('2025-10-04T00:00:00.000Z')
  fails = false
  await minute()
  expect(asked).toHaveLength(3)
  await minute()
  expect(asked).toHaveLength(3)
  await sweeps.close()
})

import { valueOf } from '@andscene/testing/scraped'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { outboxMetrics } from './outbox.ts'

const clock = { now: () => new Date(100_000) }
const scrape = (pending: () => Promise<{ count: number; oldestAt: number | undefined }>) => {
  const registry = new Registry()
  outboxMetrics(registry, { commands: { pending }, clock })
  return registry.metrics()
}

test('decision 0055: counts unacknowledged commands, with the age of the oldest, in one query', async () => {
  let looks = 0
  const scraped = await scrape(async () => {
    looks += 1
    return { count: 3, oldestAt: 40_000 }
  })
  expect(valueOf(scraped, 'outbox_pending_commands')).toBe(3)
  expect(valueOf(scraped, 'outbox_oldest_command_age_seconds')).toBe(60)
  expect(looks).toBe(1)
})

test('decision 0055: an empty outbox is 0, one that cannot be counted has no value', async () => {
  const empty = await scrape(async () => ({ count: 0, oldestAt: undefined }))
  expect(valueOf(empty, 'outbox_pending_commands')).toBe(0)
  expect(valueOf(empty, 'outbox_oldest_command_age_seconds')).toBe(0)
  const away = await scrape(() => Promise.reject(new Error('away')))
  expect(valueOf(away, 'outbox_pending_commands')).toBeUndefined()
  expect(valueOf(away, 'outbox_oldest_command_age_seconds')).toBeUndefined()
})

import { valueOf } from '@andscene/testing/scraped'
import { expect, test } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { QUEUES } from '@andscene/contracts/queues'

const on = apiHarness()
const scrape = async () => (await on.app.inject('/metrics')).body

test('decision 0055: /metrics reports waiting requests and the time to the first audio', async () => {
  // A script of one line, so that nothing else is queued.
  on.script('s1', 1)
  const waiting = on.generate(lineOf(0))
  await expect.poll(async () => valueOf(await scrape(), 'awaited_clips')).toBe(1)
  await expect.poll(async () => valueOf(await scrape(), 'awaited_clip_oldest_seconds')).toBeGreaterThan(0.01)
  const states = { queue: QUEUES.lineAudio }
  await expect
    .poll(async () => valueOf(await scrape(), 'queue_jobs', { ...states, state: 'prioritized' }))
    .toBe(1)
  await expect
    .poll(async () => valueOf(await scrape(), 'queue_next_job_age_seconds', states))
    .toBeGreaterThan(0.01)
  expect(valueOf(await scrape(), 'queue_redis_memory_bytes')).toBeGreaterThan(100_000)

  const worker = await on.withWorker()
  expect((await waiting).statusCode).toBe(200)
  const scraped = await scrape()
  expect(valueOf(scraped, 'awaited_clips')).toBe(0)
  expect(valueOf(scraped, 'awaited_clip_oldest_seconds')).toBe(0)
  expect(valueOf(scraped, 'awaited_clips_total', { outcome: 'whole' })).toBe(1)
  expect(valueOf(scraped, 'first_sound_seconds_count', { due: 'now' })).toBe(1)
  expect(valueOf(scraped, 'first_sound_seconds_sum', { due: 'now' })).toBeGreaterThan(0.01)
  await expect.poll(async () => valueOf(await scrape(), 'queue_next_job_age_seconds', states)).toBe(0)

  // Requests for stored clips are not counted.
  expect((await on.generate(lineOf(0))).statusCode).toBe(200)
  expect(valueOf(await scrape(), 'awaited_clips_total', { outcome: 'whole' })).toBe(1)

  const made = (await worker.inject('/metrics')).body
  expect(valueOf(made, 'clips_total', { outcome: 'made' })).toBe(1)
  const seconds = valueOf(made, 'clip_audio_seconds_total')!
  expect(seconds).toBeGreaterThan(0)
  expect(valueOf(made, 'speech_audio_seconds_total', { provider: 'test' })).toBe(seconds)
  expect(valueOf(made, 'clip_storage_refusing')).toBe(0)
  expect(valueOf(made, 'natural_voices_state', { state: 'off' })).toBe(1)
})

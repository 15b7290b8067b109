import { QUEUES } from '@andscene/contracts/queues'
import { expect, test } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'

const on = apiHarness()
const queue = () => on.harness.lineAudio.queue

test('architecture §7: clips of a voice that is not ready are delayed without using an attempt', async () => {
  on.provider.state = { later: 'The voices are loading.', isLoading: true }
  on.script('s1', 20)
  await on.harness.plan('s1')
  await on.withWorker()
  await expect.poll(() => queue().getDelayedCount()).toBe(20)
  const delayed = await queue().getDelayed()
  expect(delayed.map(({ attemptsMade }) => attemptsMade)).toEqual(delayed.map(() => 0))
  expect(new Set(delayed.map(({ delay, timestamp }) => timestamp + delay)).size).toBeGreaterThan(1)
  expect(on.provider.asked).toEqual([])

  // A client does not wait for the end of the delay.
  on.provider.state = 'ready'
  expect((await on.generate(lineOf(7))).statusCode).toBe(200)
})

test('architecture §7: a clip of a voice that will never be ready fails once with the reason', async () => {
  on.provider.state = { never: 'There is no runtime for this system.' }
  on.script('s1', 1)
  await on.harness.plan('s1')
  await on.withWorker()
  await expect.poll(() => queue().getFailedCount()).toBe(1)
  const [failed] = await queue().getFailed()
  expect(failed).toMatchObject({
    queueName: QUEUES.lineAudio,
    attemptsMade: 1,
    failedReason: 'There is no runtime for this system.',
  })
})

test.each([
  [{ later: 'It failed.' }, 503, { code: 'UNAVAILABLE', error: 'It failed.' }, '5'],
  [{ later: 'Loading.', isLoading: true }, 503, { code: 'VOICE_LOADING', error: 'Loading.' }, '5'],
  [{ never: 'No runtime.' }, 502, { code: 'SPEECH_FAILED', error: 'No runtime.' }, undefined],
] as const)(
  'product §4 a clip of a voice that is %j is rejected immediately, and nothing is queued',
  async (state, status, failure, after) => {
    const preview = (text: string) => on.post('/api/voices/preview', { voiceId: 'test:one', text })
    await on.withWorker()
    expect((await preview('Stored.')).statusCode).toBe(200)
    on.provider.state = state
    const refused = await preview('Not stored.')
    expect(refused.statusCode).toBe(status)
    expect(refused.json()).toMatchObject(failure)
    expect(refused.headers['retry-after']).toBe(after)
    expect(await on.jobs('prioritized', 'active', 'delayed', 'failed', 'waiting')).toBe(0)
    expect((await preview('Stored.')).statusCode).toBe(200)
  },
)

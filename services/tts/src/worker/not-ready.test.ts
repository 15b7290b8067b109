import { QUEUES } from '@andscene/contracts/queues'
import { expect, test } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()
const queue = () => on.harness.lineAudio.queue

test('architecture §7: clips of a voice that is not there yet wait, without an attempt, spread over time', async () => {
  on.provider.state = { later: 'The voices are loading.', isLoading: true }
  on.harness.scripts.scripts.set('s1', scriptOf(20, 'test:one'))
  await on.harness.plan('s1')
  await on.withWorker()
  await eventually(() => queue().getDelayedCount()).toBe(20)
  const delayed = await queue().getDelayed()
  expect(delayed.map(({ attemptsMade }) => attemptsMade)).toEqual(delayed.map(() => 0))
  expect(new Set(delayed.map(({ delay, timestamp }) => timestamp + delay)).size).toBeGreaterThan(1)
  expect(on.provider.asked).toEqual([])

  // They came: who listens does not wait until the clip would look again.
  on.provider.state = 'ready'
  expect((await on.generate(lineOf(7))).statusCode).toBe(200)
})

test('architecture §7: a clip of a voice that never comes fails once, with the reason', async () => {
  on.provider.state = { never: 'There is no runtime for this system.' }
  on.harness.scripts.scripts.set('s1', scriptOf(1, 'test:one'))
  await on.harness.plan('s1')
  await on.withWorker()
  await eventually(() => queue().getFailedCount()).toBe(1)
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
  [
    { never: 'There is no runtime.' },
    502,
    { code: 'SPEECH_FAILED', error: 'There is no runtime.' },
    undefined,
  ],
] as const)(
  'product §4 a clip of a voice that is %j is refused immediately, and nothing is queued',
  async (state, status, failure, after) => {
    await on.withWorker()
    expect((await on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Stored.' })).statusCode).toBe(
      200,
    )
    on.provider.state = state
    const refused = await on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Not stored.' })
    expect(refused.statusCode).toBe(status)
    expect(refused.json()).toMatchObject(failure)
    expect(refused.headers['retry-after']).toBe(after)
    expect(await queue().getJobCountByTypes('prioritized', 'active', 'delayed', 'failed', 'waiting')).toBe(0)
    expect((await on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Stored.' })).statusCode).toBe(
      200,
    )
  },
)

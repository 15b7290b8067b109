import { sharesOf } from '@andscene/service-kit/shares'
import { describe, expect, test } from 'vitest'
import { Waiters } from '../pipeline/waiters.ts'
import { SpeechError } from '../speech/provider.ts'
import { apiHarness } from '../testing/api-harness.ts'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { ScriptedProvider, until } from '../testing/scripted-provider.ts'

const on = apiHarness()

const failed = () => on.jobs('failed')
const preview = () => on.generate({ voiceId: 'test:one', text: 'Hello.' })

describe('architecture §7: failures of a provider', () => {
  test('429 with Retry-After pauses the provider for that long, then every clip is made', async () => {
    on.script('s1', 10)
    const times: number[] = []
    on.provider.speak = async (_request, call) => {
      times.push(Date.now())
      if (call === 1) throw new SpeechError('throttled', 'too many', { retryAfterMs: 1_500 })
    }
    await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1')
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(1_500)
    expect(await failed()).toBe(0)
  })

  test('a waiting client gets Retry-After', async () => {
    on.provider.speak = () =>
      Promise.reject(new SpeechError('throttled', 'too many', { retryAfterMs: 45_000 }))
    await on.withWorker()
    const response = await preview()
    expect(response.statusCode).toBe(503)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(40)
  })

  test('5xx responses and dropped connections are retried while the client waits', async () => {
    on.provider.speak = async (_request, call) => {
      if (call === 1) throw new SpeechError('server', 'responded with 500')
      if (call === 2) throw new SpeechError('network', 'cut off')
    }
    await on.withWorker()
    const response = await preview()
    expect(response.statusCode).toBe(200)
    expect(on.provider.asked).toHaveLength(3)
  })

  test('a request that hangs is aborted at the limit of product §9 and retried', async () => {
    const never = Promise.withResolvers<void>()
    on.provider.speak = async ({ signal }, call) => {
      if (call === 1) await until(never.promise, signal)
    }
    const worker = await on.withWorker({ SPEECH_LIMIT_MS: '300' })
    const response = await preview()
    expect(response.statusCode).toBe(200)
    expect((await worker.inject('/metrics')).body).toMatch(
      /speech_duration_seconds_count\{.*outcome="timeout".*\} 1/,
    )
  })

  test.each([
    ['auth', 502, 'SPEECH_FAILED', 'The speech of this text failed'],
    ['quota', 502, 'SPEECH_FAILED', 'The speech of this text failed'],
    ['bad-input', 400, 'VALIDATION', 'This voice cannot speak this text'],
  ] as const)('%s: responds with %i, no retry until the next request', async (kind, status, code, error) => {
    on.provider.speak = () => Promise.reject(new SpeechError(kind, 'refused'))
    await on.withWorker()
    const response = await preview()
    expect(response.statusCode).toBe(status)
    expect(response.json()).toMatchObject({ code, error })
    expect(response.body).not.toContain('refused')
    expect(on.provider.asked).toHaveLength(1)
    expect(await failed()).toBe(1)
    expect((await on.harness.lineAudio.queue.getFailed())[0]?.failedReason).toBe(`${kind}: refused`)
    on.provider.speak = async () => {}
    expect((await preview()).statusCode).toBe(200)
  })

  test('a permanent failure is retried by the next play, not by the reconciler', async () => {
    on.script('s1', 5)
    on.provider.speak = async ({ text }) => {
      if (text.includes('3')) throw new SpeechError('auth', 'refused')
    }
    await on.withWorker({ RECONCILE_MS: '200' })
    await on.harness.plan('s1')
    await untilIdle(on.harness)
    expect(await failed()).toBe(1)
    await on.harness.plan('s1', { reason: 'reconcile' })
    await on.planned()
    expect(on.provider.asked).toHaveLength(5)
    on.provider.speak = async () => {}
    // A position retries only clips that failed a while ago.
    const [job] = await on.harness.lineAudio.queue.getFailed()
    const failures = on.harness.lineAudio.queue.toKey('failed')
    await on.inRedis((redis) => redis.zadd(failures, Date.now() - 61_000, job!.id!))
    // The note that the script is complete has expired.
    await on.inRedis((redis) => redis.del(on.key('complete:s1')))
    await on.harness.plan('s1', { reason: 'position', fromLineIndex: 0 })
    await expectNarrated(on.harness, 's1')
    expect(await failed()).toBe(0)
  })

  test('while one provider is unavailable, the voices of the other continue', async () => {
    const away = new ScriptedProvider('away', () => Promise.reject(new SpeechError('network', 'away')))
    on.script('s1', 5)
    on.script('s2', scriptOf(5, 'away:one'))
    away.list = () => Promise.reject(new Error('away'))
    await on.harness.worker([away, on.provider])
    await on.harness.plan('s2')
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1')
    expect(await on.harness.index.ofScript('s2')).toEqual([])
    // Its narration stays open, so that it is planned when the provider is back.
    await expect.poll(() => on.harness.index.claimNarrations(Date.now() + 1, Date.now(), 10)).toContain('s2')
  })
})

test('jobs that no worker can read or make fail alone; the others are made', async () => {
  on.script('s1', 10)
  const poison = [{ nonsense: true }, 'text', null, { scriptId: 's1', path: 7 }, { voiceId: 'test:one' }]
  await on.harness.lineAudio.queue.addBulk(
    Array.from({ length: 300 }, (_, n) => ({
      name: 'line-audio',
      data: poison[n % poison.length] as never,
      opts: { attempts: 5, priority: 1 },
    })),
  )
  const unknownVoice = { voiceId: 'gone:one', text: 'x', textHash: 'x', path: 'previews/gone/x.mp3' }
  const waiters = new Waiters(on.harness.lineAudio, on.harness.environment.QUEUE_PREFIX)
  await waiters.join({ jobId: '.gone', uid: 'owner', requestId: 'r1', shares: sharesOf({ uid: 'owner' }) })
  await on.harness.lineAudio.add(unknownVoice, { jobId: '.gone', priority: 1 })
  await on.withWorker()
  await on.harness.plan('s1')
  await expectNarrated(on.harness, 's1')
  expect(await failed()).toBe(301)
  const jobs = await on.harness.lineAudio.queue.getFailed(0, 400)
  expect(new Set(jobs.map((job) => job.attemptsMade))).toEqual(new Set([1]))
})

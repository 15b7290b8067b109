import { sharesOf } from '@andscene/service-kit/shares'
import { describe, expect, test } from 'vitest'
import { Waiters } from '../pipeline/waiters.ts'
import { SpeechError } from '../speech/provider.ts'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, untilIdle } from '../testing/expectations.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { ScriptedProvider, until } from '../testing/scripted-provider.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness()

const failed = () => on.harness.lineAudio.queue.getJobCountByTypes('failed')
const generate = async (payload: object, env: Record<string, string> = {}) => {
  const app = await on.harness.api([on.provider], env)
  return app.inject({ method: 'POST', url: '/api/voices/generate', payload, headers: on.harness.person() })
}

describe('architecture §7: what a provider fails with', () => {
  test('429 with Retry-After: left alone for that long, then every clip comes', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(10, 'test:one'))
    const times: number[] = []
    on.provider.speak = async (_request, call) => {
      times.push(Date.now())
      if (call === 1) throw new SpeechError('throttled', 'too many', { retryAfterMs: 1_500 })
    }
    await on.harness.worker([on.provider], { SPEECH_REMOTE_CONCURRENCY: '1' })
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1', { timeout: 15_000 })
    expect(times[1]! - times[0]!).toBeGreaterThanOrEqual(1_500)
    expect(await failed()).toBe(0)
  })

  test('a listener who waits is told when to come again', async () => {
    on.provider.speak = () =>
      Promise.reject(new SpeechError('throttled', 'too many', { retryAfterMs: 45_000 }))
    await on.harness.worker([on.provider])
    const response = await generate({ voiceId: 'test:one', text: 'Hello.' })
    expect(response.statusCode).toBe(503)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(40)
  })

  test('5xx and cut connections: tried again, and heard by who waits', async () => {
    on.provider.speak = async (_request, call) => {
      if (call === 1) throw new SpeechError('server', 'responded with 500')
      if (call === 2) throw new SpeechError('network', 'cut off')
    }
    await on.harness.worker([on.provider])
    const response = await generate({ voiceId: 'test:one', text: 'Hello.' })
    expect(response.statusCode).toBe(200)
    expect(on.provider.asked).toHaveLength(3)
  })

  test('a hang ends at the limit of product §9 and is tried again', async () => {
    const never = Promise.withResolvers<void>()
    on.provider.speak = async ({ signal }, call) => {
      if (call === 1) await until(never.promise, signal)
    }
    const worker = await on.harness.worker([on.provider], { SPEECH_LIMIT_MS: '300' })
    const response = await generate({ voiceId: 'test:one', text: 'Hello.' })
    expect(response.statusCode).toBe(200)
    expect((await worker.inject('/metrics')).body).toMatch(
      /speech_duration_seconds_count\{.*outcome="timeout".*\} 1/,
    )
  })

  test.each([
    ['auth', 502, 'SPEECH_FAILED'],
    ['quota', 502, 'SPEECH_FAILED'],
    ['bad-input', 400, 'VALIDATION'],
  ] as const)('%s: no retry, visible, %i', async (kind, status, code) => {
    on.provider.speak = () => Promise.reject(new SpeechError(kind, 'refused'))
    await on.harness.worker([on.provider])
    const response = await generate({ voiceId: 'test:one', text: 'Hello.' })
    expect(response.statusCode).toBe(status)
    expect(response.json().code).toBe(code)
    expect(on.provider.asked).toHaveLength(1)
    expect(await failed()).toBe(1)
    expect((await on.harness.lineAudio.queue.getFailed())[0]?.failedReason).toBe(`${kind}: refused`)
  })

  test('what failed for good is kept, not retried by the reconciler, and comes on the next play', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(5, 'test:one'))
    on.provider.speak = async ({ text }) => {
      if (text.includes('3')) throw new SpeechError('auth', 'refused')
    }
    await on.harness.worker([on.provider], { RECONCILE_MS: '200' })
    await on.harness.plan('s1')
    await untilIdle(on.harness)
    expect(await failed()).toBe(1)
    await on.harness.plan('s1', { reason: 'reconcile' })
    await eventually(() => on.harness.narration.queue.getJobCountByTypes('active', 'waiting')).toBe(0)
    expect(on.provider.asked).toHaveLength(5)
    on.provider.speak = async () => {}
    // A position tries again only what failed a while ago, or every line would hammer a provider that refuses.
    const [job] = await on.harness.lineAudio.queue.getFailed()
    const redisKey = on.harness.lineAudio.queue.toKey('failed')
    await on.harness.lineAudio.ask((_queue, client) => client.zadd(redisKey, Date.now() - 61_000, job!.id!))
    // Over by then: the note that nothing is to be made before.
    const note = `${on.harness.environment.QUEUE_PREFIX}:tts:complete:s1`
    await on.harness.lineAudio.ask((_queue, client) => client.del(note))
    await on.harness.plan('s1', { reason: 'position', fromLineIndex: 0 })
    await expectNarrated(on.harness, 's1', { timeout: 5_000 })
    expect(await failed()).toBe(0)
  })

  test('one provider away: the voices of the other go on', async () => {
    const away = new ScriptedProvider('away', () => Promise.reject(new SpeechError('network', 'away')))
    on.harness.scripts.scripts.set('s1', scriptOf(5, 'test:one'))
    on.harness.scripts.scripts.set('s2', scriptOf(5, 'away:one'))
    away.list = () => Promise.reject(new Error('away'))
    await on.harness.worker([away, on.provider])
    await on.harness.plan('s2')
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1', { timeout: 5_000 })
    expect(await on.harness.index.ofScript('s2')).toEqual([])
    // Its narration stays under way, so that it is planned when the provider is back.
    await eventually(() => on.harness.index.claimNarrations(Date.now() + 1, Date.now(), 10)).toContain('s2')
  })
})

describe('a queue full of poison', () => {
  test('jobs that no worker can read or make fail alone; the others are made', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(10, 'test:one'))
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
    await waiters.join({
      jobId: '.gone',
      uid: 'owner',
      requestId: 'r1',
      shares: sharesOf({ uid: 'owner' }),
    })
    await on.harness.lineAudio.add(unknownVoice, { jobId: '.gone', priority: 1 })
    await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await expectNarrated(on.harness, 's1', { timeout: 15_000 })
    expect(await failed()).toBe(301)
    const reasons = new Set(
      (await on.harness.lineAudio.queue.getFailed(0, 400)).map((job) => job.attemptsMade),
    )
    expect(reasons).toEqual(new Set([1]))
  })
})

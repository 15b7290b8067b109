import { readConfig } from '@andscene/service-kit/config'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiConfig } from '../config.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { JOB } from '../testing/line-audio-job.ts'
import { scriptOf } from '../testing/scripts-stub.ts'

const on = apiHarness()

const preview = (text: string, uid?: string) =>
  on.post('/api/voices/preview', { voiceId: 'test:one', text }, uid)
/** All take the same time to speak. */
const NAMES = ['Ada', 'Ben', 'Cal', 'Dan', 'Eva', 'Fay', 'Gus', 'Hal']
const previews = (count: number, uid?: string) =>
  NAMES.slice(0, count).map((name) => preview(`Line ${name} of ${uid}.`, uid))
const awaited = async () =>
  (await on.harness.lineAudio.queue.getPrioritized(0, -1)).map(({ data, priority }) => [data.text, priority])
const ranks = () => expect.poll(async () => (await awaited()).map(([, rank]) => rank))
const areQueued = (count: number) => expect.poll(() => on.jobs('active', 'prioritized')).toBe(count)
type Asked = ReturnType<typeof preview>
async function expectOk(...asked: Asked[]) {
  const responses = await Promise.all(asked)
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
}
const HOUR_MS = 3_600_000
const use = (ms: number) => on.harness.index.addUsage({ ownerId: 'owner', day: on.harness.today }, ms)
const usageOf = (ownerId: string) => on.harness.index.usage({ ownerId, day: on.harness.today })

describe('architecture §7: awaited clips of a user', () => {
  test('are limited to six at a time: a seventh is rejected with Retry-After of 1 s, stored clips are served', async () => {
    await on.withWorker()
    await expectOk(preview('Stored.'))
    const release = on.provider.hold()
    const six = previews(6)
    await areQueued(6)

    const seventh = await preview('One too many.')
    expect(seventh.statusCode).toBe(429)
    expect(seventh.headers['retry-after']).toBe('1')
    expect(seventh.json()).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' })
    await expectOk(preview('Stored.'))
    // After many rejections, Retry-After increases.
    const crowd = await Promise.all(Array.from({ length: 18 }, (_, n) => preview(`Crowd ${n}.`)))
    expect(crowd.map(({ statusCode }) => statusCode)).toEqual(crowd.map(() => 429))
    expect(Math.max(...crowd.map(({ headers }) => Number(headers['retry-after'])))).toBeGreaterThanOrEqual(3)

    // A second request for the same clip does not count, and other users have their own limit.
    const more = [preview('Line Ada of undefined.'), preview('Hello.', 'another')]
    await areQueued(7)
    release()
    await expectOk(...six, ...more)
    await expectOk(preview('Now there is room.'))
  })

  test('are counted across all API processes', async () => {
    const other = await on.harness.api([on.provider])
    const six = previews(6)
    await areQueued(6)
    const payload = { voiceId: 'test:one', text: 'Elsewhere.' }
    const headers = on.harness.person()
    const seventh = await other.inject({ method: 'POST', url: '/api/voices/preview', payload, headers })
    expect(seventh.statusCode).toBe(429)
    await on.withWorker()
    await Promise.all(six)
  })

  test('take turns with those of other users, by engine time', async () => {
    // About 3.7 s each.
    on.provider.msPerCharacter = 195
    const six = previews(6, 'greedy')
    await areQueued(6)
    const two = previews(2, 'late')
    await areQueued(8)
    const order = (await awaited()).map(([text, rank]) => `${String(text).match(/greedy|late/)} ${rank}`)
    expect(order.join()).toBe('greedy 3,late 3,greedy 4,late 4,greedy 5,greedy 5,greedy 6,greedy 6')
    await on.withWorker()
    await Promise.all([...six, ...two])
  })
})

describe('architecture §7: the use of engines', () => {
  test('with texts of one user running and queued at the provider, a more urgent text of another user is spoken', async () => {
    on.provider.msPerCharacter = 500
    Object.assign(on.provider, { slots: { limit: 2, forAwaited: 2 } })
    const release = on.provider.hold(/greedy/)
    await on.withWorker()
    const six = previews(6, 'greedy')
    // The concurrency of the worker.
    await expect.poll(() => on.jobs('active')).toBe(5)
    await expectOk(preview('Now.', 'listener'))
    release()
    await expectOk(...six)
  })

  test('a head has the rank of its own engine time, the rest that of the whole clip', async () => {
    on.provider.msPerCharacter = 25
    on.script('s1', 1)
    const line = lineOf(0, { head: true, text: 'A long one. '.repeat(300) })
    const leave = on.generate(line)
    await ranks().toContain(3)
    const shorter = preview('A short one, which takes no more than a second.', 'listener')
    await ranks().toContain(2)
    const more = on.generate({ ...line, headMs: 400 })
    await on.withWorker()
    for (const asked of [leave, more, shorter]) expect((await asked).statusCode).toBe(200)
  })

  test('long texts of one user do not delay the short texts of another', async () => {
    const release = on.provider.hold(/(long ){200}/)
    await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '2' })
    const long = Array.from({ length: 6 }, (_, n) => preview(`Number ${n} ${'long '.repeat(900)}`, 'greedy'))
    await expect.poll(() => on.provider.asked.length).toBe(1)
    // One text is spoken, one waits for it, and the others return to the queue.
    await expect.poll(() => on.jobs('delayed', 'prioritized')).toBe(4)
    for (const n of [1, 2, 3]) await expectOk(preview(`Short ${n}.`, 'listener'))
    expect(on.provider.asked).toHaveLength(4)
    release()
    await expectOk(...long)
  })
})

describe('architecture §7: the daily allowance of new audio', () => {
  beforeEach(() => void on.script())

  test('counts new audio for its user, and stored audio only once', async () => {
    await on.withWorker()
    for (const text of ['One.', 'One.']) await preview(text)
    await preview('Two.', 'another')
    await on.generate(lineOf(0))
    expect(await usageOf('another')).toBe(1_000)
    // The request also planned the other two lines.
    await expect.poll(() => usageOf('owner')).toBe(4_000)
  })

  const USED_UP =
    "Today's allowance of 12 hours of new audio is used up. Audio that is ready still plays. More is generated from midnight UTC."
  test('when it is used up, new audio is rejected and stored audio is served', async () => {
    await on.withWorker()
    await preview('Stored.')
    await use(12 * HOUR_MS)
    for (const refused of [await preview('New.'), await on.generate(lineOf(0))]) {
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({ code: 'ALLOWANCE_USED_UP', error: USED_UP })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3_600)
    }
    await expectOk(preview('Stored.'), preview('New.', 'another'))
    expect(on.provider.asked).toEqual(['Stored.', 'New.'])
  })

  test('when it is used up, planned clips are dropped unspoken and the narration stays open', async () => {
    await on.harness.plan('s1')
    const worker = await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '1' })
    await expect.poll(() => on.stored()).toBe(3)
    await worker.close()
    on.script('s2', scriptOf(3, 'test:two'))
    const spoken = on.provider.asked.length
    await use(12 * HOUR_MS)
    // Queued before the allowance was used up.
    const job = {
      ...JOB,
      scriptId: 's2',
      ownerId: 'owner',
      voiceId: 'test:two',
      path: 'scripts/s2/test=3atwo/x.mp3',
    }
    await on.harness.lineAudio.add(job, { jobId: 's2.x', priority: 200 })
    await on.harness.plan('s2')
    const next = await on.withWorker()
    await areQueued(0)
    await on.planned()
    expect(on.provider.asked).toHaveLength(spoken)
    // Only the queued one: the plan added none.
    expect((await next.inject('/metrics')).body).toMatch(/clips_total\{outcome="dropped".*\} 1\n/)
    expect(await on.jobs('failed')).toBe(0)
    const tomorrow = on.harness.now() + 24 * HOUR_MS
    expect(await on.harness.index.claimNarrations(tomorrow + 1, tomorrow, 10)).toContain('s2')
  })
})

test.each(['0', '-1', 'none'])('product §10: rejects a daily allowance of %s hours', (LIMIT_AUDIO_HOURS) => {
  const environment = { REDIS_URL: 'redis://r', SCRIPTS_URL: 'http://s', LIMIT_AUDIO_HOURS }
  expect(() => readConfig(ApiConfig, environment)).toThrow('LIMIT_AUDIO_HOURS')
})

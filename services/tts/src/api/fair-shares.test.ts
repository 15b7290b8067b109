import { beforeEach, describe, expect, test } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { until } from '../testing/scripted-provider.ts'

const on = apiHarness()

const preview = (text: string, uid?: string) =>
  on.post('/api/voices/preview', { voiceId: 'test:one', text }, uid)
const previews = (count: number, uid?: string) =>
  Array.from({ length: count }, (_, n) => preview(`Number ${n} of ${uid}.`, uid))
const awaited = async () =>
  (await on.harness.lineAudio.queue.getPrioritized(0, -1)).map(({ data, priority }) => [data.text, priority])
const HOUR_MS = 3_600_000

describe('architecture §7: clips that a person awaits', () => {
  test('are at most six at once; a seventh comes again a second later, a stored one is not refused', async () => {
    await on.withWorker()
    expect((await preview('Stored.')).statusCode).toBe(200)
    const release = Promise.withResolvers<void>()
    on.provider.speak = ({ signal }) => until(release.promise, signal)
    const six = previews(6)
    await eventually(async () => on.harness.lineAudio.queue.getJobCountByTypes('active', 'prioritized')).toBe(
      6,
    )

    const seventh = await preview('One too many.')
    expect(seventh.statusCode).toBe(429)
    expect(seventh.headers['retry-after']).toBe('1')
    expect(seventh.json()).toMatchObject({
      success: false,
      code: 'TOO_MANY_REQUESTS',
      error: expect.stringMatching(/^Too much audio .*\.$/),
    })
    expect((await preview('Stored.')).statusCode).toBe(200)
    // A crowd is told to come back one after the other.
    const crowd = await Promise.all(Array.from({ length: 18 }, (_, n) => preview(`Crowd ${n}.`)))
    expect(crowd.map(({ statusCode }) => statusCode)).toEqual(crowd.map(() => 429))
    const waits = crowd.map(({ headers }) => Number(headers['retry-after'])).toSorted((a, b) => a - b)
    expect(waits.at(-1)).toBeGreaterThanOrEqual(3)

    // The same clip again is not one more, and other people are not concerned.
    const same = preview('Number 0 of undefined.')
    const others = preview('Hello.', 'somebody-else')
    await eventually(async () => on.harness.lineAudio.queue.getJobCountByTypes('active', 'prioritized')).toBe(
      7,
    )
    release.resolve()
    const responses = await Promise.all([...six, same, others])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
    expect((await preview('Now there is room.')).statusCode).toBe(200)
  })

  test('count over all processes of the API', async () => {
    const other = await on.harness.api([on.provider])
    const six = previews(6)
    await eventually(async () => (await awaited()).length).toBe(6)
    const seventh = await other.inject({
      method: 'POST',
      url: '/api/voices/preview',
      payload: { voiceId: 'test:one', text: 'Elsewhere.' },
      headers: on.harness.person(),
    })
    expect(seventh.statusCode).toBe(429)
    await on.withWorker()
    await Promise.all(six)
  })

  test('are made in turn with those of others, by the time that they take of the engines', async () => {
    // Some 3.7 s each.
    on.provider.msPerCharacter = 195
    const six = previews(6, 'greedy')
    await eventually(async () => (await awaited()).length).toBe(6)
    const two = previews(2, 'late')
    await eventually(async () => (await awaited()).length).toBe(8)
    const ranks = (await awaited()).map(([text, rank]) => `${String(text).match(/greedy|late/)} ${rank}`)
    expect(ranks).toEqual([
      'greedy 3',
      'late 3',
      'greedy 4',
      'late 4',
      'greedy 5',
      'greedy 5',
      'greedy 6',
      'greedy 6',
    ])
    await on.withWorker()
    await Promise.all([...six, ...two])
  })
})

describe('architecture §7: the engines', () => {
  test('are shared by time: a short clip goes before a long one that another person awaited earlier', async () => {
    on.provider.msPerCharacter = 25
    const long = preview('A long one. '.repeat(300), 'greedy')
    await eventually(async () => (await awaited()).length).toBe(1)
    const short = preview('A short one, which takes no more than a second.', 'listener')
    await eventually(async () => (await awaited()).length).toBe(2)
    expect((await awaited()).map(([, rank]) => rank)).toEqual([2, 6])
    await on.withWorker()
    await Promise.all([short, long])
  })

  test('texts of one person that a provider has, or that wait for it, keep no more urgent one of another from it', async () => {
    on.provider.msPerCharacter = 500
    Object.assign(on.provider, { slots: { limit: 2, forAwaited: 2 } })
    const release = Promise.withResolvers<void>()
    on.provider.speak = ({ text, signal }) =>
      text.includes('greedy') ? until(release.promise, signal) : Promise.resolve()
    await on.withWorker()
    const six = previews(6, 'greedy')
    // All that a worker takes at once.
    await eventually(() => on.harness.lineAudio.queue.getActiveCount()).toBe(5)
    expect((await preview('Now.', 'listener')).statusCode).toBe(200)
    release.resolve()
    expect((await Promise.all(six)).map(({ statusCode }) => statusCode)).toEqual(six.map(() => 200))
  })

  test('a head is asked for at the cost of a head, and what follows at that of the whole', async () => {
    on.provider.msPerCharacter = 25
    on.harness.scripts.scripts.set('s1', scriptOf(1, 'test:one'))
    const line = lineOf(0, { head: true, text: 'A long one. '.repeat(300) })
    const leave = on.generate(line)
    await eventually(async () => (await awaited()).map(([, rank]) => rank)).toContain(3)
    const shorter = preview('A short one, which takes no more than a second.', 'listener')
    await eventually(async () => (await awaited()).map(([, rank]) => rank)).toContain(2)
    const more = on.generate({ ...line, headMs: 400 })
    await on.withWorker()
    expect((await leave).statusCode).toBe(200)
    expect((await more).statusCode).toBe(200)
    expect((await shorter).statusCode).toBe(200)
  })
})

describe('architecture §7: long texts', () => {
  test('of one person keep no worker from the short text of another', async () => {
    const release = Promise.withResolvers<void>()
    on.provider.speak = ({ text, signal }) =>
      text.length > 1_000 ? until(release.promise, signal) : Promise.resolve()
    await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '2' })
    const long = Array.from({ length: 6 }, (_, n) =>
      preview(`Number ${n} ${'goes on. '.repeat(500)}`, 'greedy'),
    )
    await eventually(() => on.provider.asked.length).toBe(1)
    // One is spoken, one waits for it, and the others are handed back to the queue.
    await eventually(async () =>
      on.harness.lineAudio.queue.getJobCountByTypes('delayed', 'prioritized'),
    ).toBe(4)
    for (const n of [1, 2, 3]) expect((await preview(`Short ${n}.`, 'listener')).statusCode).toBe(200)
    expect(on.provider.asked).toHaveLength(4)
    release.resolve()
    expect((await Promise.all(long)).map(({ statusCode }) => statusCode)).toEqual(long.map(() => 200))
  })
})

describe('architecture §7: the daily allowance of new audio', () => {
  beforeEach(() => {
    on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
  })

  test('what is made is counted for who it is made for, what is stored is not', async () => {
    await on.withWorker()
    await preview('One.')
    await preview('One.')
    await preview('Two.', 'somebody-else')
    await on.generate(lineOf(0))
    expect(await on.harness.index.usage({ ownerId: 'somebody-else', day: on.harness.today })).toBe(1_000)
    // The position that was told has the rest of the script planned.
    await eventually(() => on.harness.index.usage({ ownerId: 'owner', day: on.harness.today })).toBe(4_000)
  })

  test('used up: nothing new is made, and what is stored is heard', async () => {
    await on.withWorker()
    await preview('Stored.')
    await on.harness.index.addUsage({ ownerId: 'owner', day: on.harness.today }, 12 * HOUR_MS)
    for (const refused of [await preview('New.'), await on.generate(lineOf(0))]) {
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({
        code: 'ALLOWANCE_USED_UP',
        error:
          "Today's allowance of 12 hours of new audio is used up. What is ready can still be heard; more is made from midnight UTC on.",
      })
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(24 * 3_600)
    }
    expect((await preview('Stored.')).statusCode).toBe(200)
    expect((await preview('New.', 'somebody-else')).statusCode).toBe(200)
    expect(on.provider.asked).toEqual(['Stored.', 'New.'])
  })

  test('is what the configuration says', async () => {
    const app = await on.harness.api([on.provider], { LIMIT_AUDIO_HOURS: '1' })
    await on.harness.index.addUsage({ ownerId: 'owner', day: on.harness.today }, HOUR_MS)
    const refused = await app.inject({
      method: 'POST',
      url: '/api/voices/preview',
      payload: { voiceId: 'test:one', text: 'New.' },
      headers: on.harness.person(),
    })
    expect(refused.json().error).toContain('allowance of 1 hour of')
  })

  test('used up: the narration says when it goes on, unless nothing is left to make', async () => {
    const status = async (id = 's1') => (await on.get(`/api/scripts/${id}/narration`)).json().data
    expect(await status()).toEqual({ total: 3, ready: 0, waiting: 3, failed: 0 })
    await on.harness.index.addUsage({ ownerId: 'owner', day: on.harness.today }, 12 * HOUR_MS)
    const { pausedUntil, ...counts } = await status()
    expect(counts).toEqual({ total: 3, ready: 0, waiting: 3, failed: 0 })
    // The next midnight in UTC.
    expect(pausedUntil).toMatch(/T00:00:00\.000Z$/)
    expect(Date.parse(pausedUntil) - on.harness.now()).toBeGreaterThan(0)
    expect(Date.parse(pausedUntil) - on.harness.now()).toBeLessThanOrEqual(24 * HOUR_MS)

    on.harness.scripts.scripts.set('s2', scriptOf(0, 'test:one'))
    expect(await status('s2')).toEqual({ total: 0, ready: 0, waiting: 0, failed: 0 })
  })

  test('planned clips are dropped unspoken, and the narration stays open', async () => {
    await on.harness.plan('s1')
    const worker = await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '1' })
    await eventually(async () => (await on.harness.index.ofScript('s1')).length).toBe(3)
    await worker.close()
    on.harness.scripts.scripts.set('s2', scriptOf(3, 'test:two'))
    const spoken = on.provider.asked.length
    await on.harness.index.addUsage({ ownerId: 'owner', day: on.harness.today }, 12 * HOUR_MS)
    // As it stands in the queue when the allowance ends.
    await on.harness.lineAudio.add(
      {
        scriptId: 's2',
        ownerId: 'owner',
        voiceId: 'test:two',
        text: 'Text number 0.',
        textHash: 'f'.repeat(64),
        path: 'scripts/s2/test=3atwo/x.mp3',
      },
      { jobId: 's2.x', priority: 200 },
    )
    await on.harness.plan('s2')
    const next = await on.withWorker()
    await eventually(async () => on.harness.lineAudio.queue.getJobCountByTypes('active', 'prioritized')).toBe(
      0,
    )
    await eventually(async () => on.harness.narration.queue.getJobCountByTypes('active', 'waiting')).toBe(0)
    expect(on.provider.asked).toHaveLength(spoken)
    // The one that stood in the queue; the plan added none.
    expect((await next.inject('/metrics')).body).toMatch(/clips_total\{outcome="dropped".*\} 1\n/)
    expect(await on.harness.lineAudio.queue.getFailedCount()).toBe(0)
    const tomorrow = on.harness.now() + 24 * HOUR_MS
    expect(await on.harness.index.claimNarrations(tomorrow + 1, tomorrow, 10)).toContain('s2')
  })
})

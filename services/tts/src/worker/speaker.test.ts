import { Postponed } from '@andscene/service-kit/queue/job-run'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AWAITED } from '../pipeline/priorities.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { Urgency } from '../speech/urgency.ts'
import { SpeechError } from '../speech/provider.ts'
import { SpeechProviders } from '../speech/providers.ts'
import { ScriptedProvider, until } from '../testing/scripted-provider.ts'
import { Speaker } from './speaker.ts'

const on = apiHarness()
/** Speaks an awaited text. */
const spoken =
  (speaker: Speaker, voiceId = 'test:one') =>
  (text: string) => {
    const urgency = new Urgency({ priority: AWAITED, isAwaited: true })
    return speaker.speak({ voiceId, text, urgency, signal: new AbortController().signal })
  }
const speakerOf = (providers: ScriptedProvider[], limitMs = 30_000) =>
  new Speaker(new SpeechProviders(providers), {
    threads: 1,
    remoteConcurrency: 2,
    limitMs,
    metrics: new Registry(),
  })

test('architecture §7: a worker takes only one clip more than it can run; the others wait in the queue', async () => {
  const release = on.provider.hold()
  on.script('s1', 10)
  await on.harness.plan('s1')
  await on.withWorker({ SPEECH_REMOTE_CONCURRENCY: '2' })
  await expect.poll(() => on.harness.lineAudio.queue.getPrioritizedCount()).toBe(7)
  expect(await on.harness.lineAudio.queue.getActiveCount()).toBe(3)
  // A job that was taken is not necessarily spoken yet.
  await expect.poll(() => on.provider.asked).toHaveLength(2)

  // A clip that becomes awaited is spoken before all planned ones, except the one already taken.
  const preview = on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Now.' })
  await expect.poll(() => on.harness.lineAudio.queue.getPrioritizedCount()).toBe(8)
  release()
  expect((await preview).statusCode).toBe(200)
  expect(on.provider.asked.indexOf('Now.')).toBeLessThanOrEqual(3)
})

test('architecture §7: a fully loaded worker still takes an awaited clip', async () => {
  // A clip that was taken ahead returns to the queue.
  Object.assign(on.provider, { slots: { limit: 1, forAwaited: 1 } })
  const release = on.provider.hold(/number/)
  on.script('s1', 10)
  await on.harness.plan('s1')
  await on.withWorker()
  await expect.poll(() => on.harness.lineAudio.queue.getActiveCount()).toBe(3)
  const preview = await on.post('/api/voices/preview', { voiceId: 'test:one', text: 'Now.' })
  expect(preview.statusCode).toBe(200)
  expect(on.provider.asked).toHaveLength(2)
  release()
  await expect.poll(() => new Set(on.provider.asked).size).toBe(11)
})

test.each([
  ['waits for a slot', { limit: 1, forAwaited: 1 }, 1, 0],
  ['waits in the engine', { limit: 2, forAwaited: 1 }, 1, 1],
  ['has just started', { limit: 2, forAwaited: 1 }, 0, 1],
])(
  'architecture §7: a taken clip that %s is restarted with its head when a client plays it',
  async (_, slots, line, before) => {
    const first = Promise.withResolvers<void>()
    Object.assign(on.provider, { slots, tellsHeads: true })
    on.provider.speak = async ({ text, signal, onHead }) => {
      if (text === `Text number ${line}.` && onHead)
        onHead({ mp3: Buffer.from('head'), durationMs: 1, wholeMs: 2 })
      else await until(first.promise, signal)
    }
    on.script('s1', 10)
    await on.harness.plan('s1')
    await on.withWorker()
    await expect.poll(() => on.harness.lineAudio.queue.getActiveCount()).toBe(slots.limit + 2)
    await expect.poll(() => on.provider.asked).toHaveLength(slots.limit)
    const played = await on.generate(lineOf(line, { head: true }))
    expect(played.statusCode).toBe(200)
    expect(on.provider.asked.filter((text) => text === `Text number ${line}.`)).toHaveLength(before + 1)
    first.resolve()
    await expect.poll(() => new Set(on.provider.asked).size).toBe(10)
  },
)

test('architecture §7: a running clip that is needed in some seconds is not restarted', async () => {
  const first = Promise.withResolvers<void>()
  let urgency: Urgency | undefined
  Object.assign(on.provider, { slots: { limit: 1, forAwaited: 1 }, tellsHeads: true })
  on.provider.speak = async (request) => {
    urgency = request.urgency
    await until(first.promise, request.signal)
  }
  on.script('s1', 1)
  await on.harness.plan('s1')
  await on.withWorker()
  await expect.poll(() => on.provider.asked).toEqual(['Text number 0.'])
  expect(urgency!.isAwaited).toBe(false)
  const played = on.generate(lineOf(0, { head: true, headAfterMs: 5_000 }))
  await expect.poll(() => urgency!.isAwaited).toBe(true)
  expect(urgency!.priority).toBe(AWAITED)
  first.resolve()
  expect((await played).statusCode).toBe(200)
  expect(on.provider.asked).toEqual(['Text number 0.'])
})

test('architecture §10: the time limit of a provider that speaks part by part is per part', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const provider = Object.assign(
    new ScriptedProvider('test', async ({ text, onPart, signal }) => {
      const part = () => until(new Promise((resolve) => setTimeout(resolve, 900)), signal)
      for (let n = 0; n < 5; n += 1) {
        await part()
        onPart?.()
      }
      if (text === 'Hangs.') await until(new Promise(() => {}), signal)
    }),
    { partLimitMs: 1_000 },
  )
  const speak = spoken(speakerOf([provider], 500))
  const [long, hanging] = [speak('Long.'), speak('Hangs.')]
  const hung = hanging.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(4_500)
  expect((await long).durationMs).toBe(1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await hung).toMatchObject({ kind: 'timeout' })
})

test('architecture §7: a worker takes no jobs for a provider that never speaks here, and returns its texts', async () => {
  const elsewhere = Object.assign(new ScriptedProvider('elsewhere'), { slots: { limit: 0, forAwaited: 0 } })
  elsewhere.state = { later: 'Another worker has them.' }
  const both = speakerOf([new ScriptedProvider('test'), elsewhere])
  expect(both.concurrency).toBe(speakerOf([new ScriptedProvider('test')]).concurrency)
  await expect(spoken(both, 'elsewhere:one')('Hello.')).rejects.toThrow(Postponed)
})

test('architecture §7: a provider that has spoken meanwhile is no longer paused', async () => {
  const first = Promise.withResolvers<void>()
  const provider = new ScriptedProvider('test', async ({ text }) => {
    if (text === 'Slow.') await first.promise
    if (text === 'Refused.') throw new SpeechError('throttled', 'too many', { retryAfterMs: 60_000 })
  })
  const speak = spoken(speakerOf([provider]))
  const slow = speak('Slow.')
  await expect(speak('Refused.')).rejects.toThrow('too many')
  await expect(speak('Too early.')).rejects.toThrow('asked to wait')
  first.resolve()
  await slow
  expect((await speak('Now.')).durationMs).toBe(1_000)
})

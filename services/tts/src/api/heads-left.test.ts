import { beforeEach, expect, test } from 'vitest'
import type { Urgency } from '../speech/urgency.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { HEAD, until } from '../testing/scripted-provider.ts'

const on = apiHarness()
const LINE = 'Text number 1.'
const OTHER = 'Not the line.'

let spoken: Map<string, { urgency: Urgency; isAborted: boolean }>
let release: PromiseWithResolvers<void>

beforeEach(async () => {
  on.script()
  spoken = new Map()
  release = Promise.withResolvers()
  Object.assign(on.provider, { slots: { limit: 2, forAwaited: 2 }, tellsHeads: true })
  on.provider.speak = async ({ text, urgency, signal, onHead }) => {
    const one = { urgency: urgency!, isAborted: false }
    spoken.set(text, one)
    signal!.addEventListener('abort', () => (one.isAborted = true))
    onHead?.(HEAD)
    await until(release.promise, signal)
  }
  await on.listen()
  await on.withWorker()
})

const generate = (more: object) => on.send('/api/voices/generate', lineOf(1, more))
const isAwaited = (text: string) => () => spoken.get(text)?.urgency.isAwaited
const isAborted = (text: string) => () => spoken.get(text)?.isAborted

const waitersOf = async (text: string) => {
  const job = (await on.harness.lineAudio.queue.getActive()).find(({ data }) => data.text === text)
  return on.inRedis((redis) => redis.zcard(on.key(`waiters:${job!.id}`)))
}

test('architecture §7: after its head is sent, a clip is low-priority until the client requests more', async () => {
  const line = lineOf(1, { head: true })
  expect((await on.generate(line)).body).toBe('the beginning')
  await expect.poll(isAwaited(LINE)).toBe(false)
  const again = on.generate({ ...line, headMs: 400 })
  await expect.poll(isAwaited(LINE)).toBe(true)
  release.resolve()
  expect((await again).body).toBe(`test:one says ${LINE}`)
  expect(on.provider.asked.filter((text) => text === LINE)).toHaveLength(1)
})

test('architecture §7: with two clients, the rest is awaited while one of them waits', async () => {
  const line = lineOf(1, { head: true })
  expect((await on.generate(line)).statusCode).toBe(200)
  const whole = on.generate(lineOf(1))
  await expect.poll(isAwaited(LINE)).toBe(true)
  expect((await on.generate(line)).body).toBe('the beginning')
  expect(isAwaited(LINE)()).toBe(true)
  release.resolve()
  expect((await whole).body).toBe(`test:one says ${LINE}`)
})

test('architecture §7: when its client does not return, a clip is cancelled, or made if the script needs it', async () => {
  expect((await on.generate(lineOf(1, { head: true }))).statusCode).toBe(200)
  expect((await on.generate(lineOf(1, { head: true, text: OTHER }))).statusCode).toBe(200)
  // When the other clip is cancelled, the lease of this one has expired, too.
  await expect.poll(isAborted(OTHER)).toBe(true)
  expect(isAwaited(LINE)()).toBe(false)
  expect(isAborted(LINE)()).toBe(false)
  release.resolve()
  await expect.poll(() => on.stored()).toBe(3)
})

test('architecture §7: when its client leaves, a clip is cancelled, or made if the script needs it', async () => {
  const asked = [LINE, OTHER].map((text) => generate({ text }))
  await expect.poll(isAwaited(LINE)).toBe(true)
  await expect.poll(isAwaited(OTHER)).toBe(true)
  for (const { hangUp } of asked) hangUp()
  await expect.poll(isAborted(OTHER)).toBe(true)
  await expect.poll(isAwaited(LINE)).toBe(false)
  expect(isAborted(LINE)()).toBe(false)
  release.resolve()
  await expect.poll(() => on.stored()).toBeGreaterThan(0)
})

test('architecture §7: two tabs of one user share the clip of a line; closing one keeps the clip for the other', async () => {
  // No script needs this text, only these two clients.
  const head = { head: true, text: OTHER }
  for (let n = 0; n < 2; n += 1) expect((await generate(head).response).body).toBe('the beginning')
  const [one, other] = [generate({ ...head, headMs: 400 }), generate({ ...head, headMs: 400 })]
  await expect.poll(() => waitersOf(OTHER)).toBe(2)
  one.hangUp()
  await expect.poll(() => waitersOf(OTHER)).toBe(1)
  await expect.poll(isAwaited(OTHER)).toBe(true)
  expect(isAborted(OTHER)()).toBe(false)
  release.resolve()
  expect((await other.response).body).toBe(`test:one says ${OTHER}`)
  await expect(one.response).rejects.toThrow('aborted')
  expect(on.provider.asked.filter((text) => text === OTHER)).toHaveLength(1)
})

test('architecture §7: when two tabs of one user play different lines, closing one cancels only its own line', async () => {
  const heads = [{ head: true, text: OTHER }, { head: true }]
  for (const head of heads) expect((await generate(head).response).body).toBe('the beginning')
  const [one, other] = heads.map((head) => generate({ ...head, headMs: 400 }))
  await expect.poll(isAwaited(OTHER)).toBe(true)
  await expect.poll(isAwaited(LINE)).toBe(true)
  one!.hangUp()
  await expect.poll(isAborted(OTHER)).toBe(true)
  await expect.poll(isAwaited(LINE)).toBe(true)
  expect(isAborted(LINE)()).toBe(false)
  release.resolve()
  expect((await other!.response).body).toBe(`test:one says ${LINE}`)
})

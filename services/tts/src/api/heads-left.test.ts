import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text as bodyOf } from 'node:stream/consumers'
import { beforeEach, expect, test } from 'vitest'
import type { ClipHead } from '../speech/provider.ts'
import type { Urgency } from '../speech/urgency.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { until } from '../testing/scripted-provider.ts'

const on = apiHarness()
const HEAD: ClipHead = { mp3: Buffer.from('the beginning'), durationMs: 400, wholeMs: 9_000 }
const LINE = 'Text number 1.'
const OTHER = 'Not the line.'

let spoken: Map<string, { urgency: Urgency; isAborted: boolean }>
let release: PromiseWithResolvers<void>

beforeEach(async () => {
  on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
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
  await on.withWorker()
})

const isAwaited = (text: string) => () => spoken.get(text)?.urgency.isAwaited
const isAborted = (text: string) => () => spoken.get(text)?.isAborted

/** A tab of the owner, which asks for a line, each time on a connection of its own, until it is closed. */
async function openTab() {
  if (!on.app.server.listening) await on.app.listen({ host: '127.0.0.1', port: 0 })
  const closing = new AbortController()
  return {
    async ask(more: object, n = 1): Promise<string> {
      const asked = request(`${on.app.listeningOrigin}/api/voices/generate`, {
        method: 'POST',
        agent: false,
        headers: { ...on.harness.person(), 'content-type': 'application/json' },
        signal: closing.signal,
      })
      asked.end(JSON.stringify(lineOf(n, more)))
      const [response] = (await once(asked, 'response')) as [IncomingMessage]
      return bodyOf(response)
    },
    close: () => closing.abort(),
  }
}

/** How many requests wait for a text that is spoken. */
async function waitersOf(text: string): Promise<number> {
  const job = (await on.harness.lineAudio.queue.getActive()).find(({ data }) => data.text === text)
  const key = `${on.harness.environment.QUEUE_PREFIX}:tts:waiters:${job!.id}`
  return on.harness.lineAudio.ask((_queue, redis) => redis.zcard(key))
}

test('architecture §7: the rest of a clip is low-priority work from its head on, until the client asks for more', async () => {
  const line = lineOf(1, { head: true })
  expect((await on.generate(line)).body).toBe('the beginning')
  await eventually(isAwaited(LINE)).toBe(false)
  const again = on.generate({ ...line, headMs: 400 })
  await eventually(isAwaited(LINE)).toBe(true)
  release.resolve()
  expect((await again).body).toBe(`test:one says ${LINE}`)
  expect(on.provider.asked.filter((text) => text === LINE)).toHaveLength(1)
})

test('architecture §7: with two clients the rest is awaited as long as one of them waits', async () => {
  const line = lineOf(1, { head: true })
  expect((await on.generate(line)).statusCode).toBe(200)
  const whole = on.generate(lineOf(1))
  await eventually(isAwaited(LINE)).toBe(true)
  expect((await on.generate(line)).body).toBe('the beginning')
  expect(isAwaited(LINE)()).toBe(true)
  release.resolve()
  expect((await whole).body).toBe(`test:one says ${LINE}`)
})

test('architecture §7: a clip whose client does not come again while the head lasts is cancelled', async () => {
  expect((await on.generate(lineOf(1, { head: true, text: OTHER }))).statusCode).toBe(200)
  await eventually(isAborted(OTHER)).toBe(true)
})

test('architecture §7: where its script wants it, it is made as what is made ahead', async () => {
  expect((await on.generate(lineOf(1, { head: true }))).statusCode).toBe(200)
  expect((await on.generate(lineOf(1, { head: true, text: OTHER }))).statusCode).toBe(200)
  // By the time at which the other one is cancelled, nobody can come again for this one either.
  await eventually(isAborted(OTHER)).toBe(true)
  expect(isAwaited(LINE)()).toBe(false)
  expect(isAborted(LINE)()).toBe(false)
  release.resolve()
  await eventually(async () => (await on.harness.index.ofScript('s1')).length).toBe(3)
})

test('architecture §7: a client that asks for all of a clip and leaves has it cancelled, or made as what is made ahead', async () => {
  const tab = await openTab()
  const ask = (text: string) => tab.ask({ text }).catch(() => undefined)
  const asked = [ask(LINE), ask(OTHER)]
  await eventually(isAwaited(LINE)).toBe(true)
  await eventually(isAwaited(OTHER)).toBe(true)
  tab.close()
  await Promise.all(asked)
  await eventually(isAborted(OTHER)).toBe(true)
  await eventually(isAwaited(LINE)).toBe(false)
  expect(isAborted(LINE)()).toBe(false)
  release.resolve()
})

test('architecture §7: two tabs of one user with the same line: it is spoken once, and when one tab is closed the other one gets the rest', async () => {
  const [one, other] = [await openTab(), await openTab()]
  // No script wants this text: it is made for these two alone.
  const head = { head: true, text: OTHER }
  expect(await one.ask(head)).toBe('the beginning')
  expect(await other.ask(head)).toBe('the beginning')
  const rests = [one, other].map((tab) => tab.ask({ ...head, headMs: 400 }))
  rests[0]!.catch(() => undefined)
  await eventually(() => waitersOf(OTHER)).toBe(2)
  one.close()
  await eventually(() => waitersOf(OTHER)).toBe(1)
  await eventually(isAwaited(OTHER)).toBe(true)
  expect(isAborted(OTHER)()).toBe(false)
  release.resolve()
  expect(await rests[1]).toBe(`test:one says ${OTHER}`)
  await expect(rests[0]).rejects.toThrow('aborted')
  expect(on.provider.asked.filter((text) => text === OTHER)).toHaveLength(1)
})

test('architecture §7: two tabs of one user with different lines: both get head and rest, and a closed tab takes its own line only', async () => {
  const [one, other] = [await openTab(), await openTab()]
  const head = { head: true, text: OTHER }
  expect(await Promise.all([one.ask(head), other.ask({ head: true })])).toEqual([
    'the beginning',
    'the beginning',
  ])
  const rests = [one.ask({ ...head, headMs: 400 }), other.ask({ head: true, headMs: 400 })]
  rests[0]!.catch(() => undefined)
  await eventually(isAwaited(OTHER)).toBe(true)
  await eventually(isAwaited(LINE)).toBe(true)
  one.close()
  await eventually(isAborted(OTHER)).toBe(true)
  await eventually(isAwaited(LINE)).toBe(true)
  expect(isAborted(LINE)()).toBe(false)
  release.resolve()
  expect(await rests[1]).toBe(`test:one says ${LINE}`)
})

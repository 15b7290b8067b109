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
  await on.app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const ask = (text: string) =>
    fetch(`${on.app.listeningOrigin}/api/voices/generate`, {
      method: 'POST',
      headers: { ...on.harness.person(), 'content-type': 'application/json' },
      body: JSON.stringify(lineOf(1, { text })),
      signal: leaving.signal,
    }).catch(() => undefined)
  const asked = [ask(LINE), ask(OTHER)]
  await eventually(isAwaited(LINE)).toBe(true)
  await eventually(isAwaited(OTHER)).toBe(true)
  leaving.abort()
  await Promise.all(asked)
  await eventually(isAborted(OTHER)).toBe(true)
  await eventually(isAwaited(LINE)).toBe(false)
  expect(isAborted(LINE)()).toBe(false)
  release.resolve()
})

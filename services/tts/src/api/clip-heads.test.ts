import { CLIP_HEADERS } from '@andscene/contracts/clip'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Heads } from '../pipeline/heads.ts'
import type { ClipHead } from '../speech/provider.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { until } from '../testing/scripted-provider.ts'

const on = apiHarness()
const HEAD: ClipHead = { mp3: Buffer.from('the beginning'), durationMs: 400, wholeMs: 1_000 }
let release: PromiseWithResolvers<void>
/** The position of who listens has the script planned, whose other lines may be spoken, too. */
const times = (text: string) => on.provider.asked.filter((asked) => asked === text).length

beforeEach(() => {
  release = Promise.withResolvers()
  on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
  on.provider.speak = async ({ onHead, signal }) => {
    onHead?.(HEAD)
    await until(release.promise, signal)
  }
})

afterEach(() => {
  vi.restoreAllMocks()
})

test('architecture §7: who can begin with the head of a clip gets it while the rest is spoken, and then the whole', async () => {
  await on.withWorker()
  const head = await on.generate(lineOf(1, { head: true }))
  expect(head.body).toBe('the beginning')
  expect(head.headers).toMatchObject({
    [CLIP_HEADERS.head]: '400',
    [CLIP_HEADERS.duration]: '1000',
    [CLIP_HEADERS.fromCache]: 'false',
    'cache-control': 'no-store',
  })
  const whole = on.generate(lineOf(1))
  release.resolve()
  const { body, headers } = await whole
  expect(body).toBe('test:one says Text number 1.')
  expect(headers[CLIP_HEADERS.path]).toBe(head.headers[CLIP_HEADERS.path])
  expect(headers).not.toHaveProperty(CLIP_HEADERS.head)
  expect(times('Text number 1.')).toBe(1)
})

test('who joins after the head was told gets it too', async () => {
  await on.withWorker()
  await on.generate(lineOf(1, { head: true }))
  const again = await on.generate(lineOf(1, { head: true }))
  expect(again.body).toBe('the beginning')
  expect(times('Text number 1.')).toBe(1)
  release.resolve()
})

test('a clip whose head was taken is made to its end, though nobody waits at that moment', async () => {
  await on.withWorker()
  await on.generate(lineOf(1, { head: true, text: 'Not the line.' }))
  await eventually(() => times('Not the line.')).toBe(1)
  release.resolve()
  const { body } = await on.generate(lineOf(1, { text: 'Not the line.' }))
  expect(body).toBe('test:one says Not the line.')
  expect(times('Not the line.')).toBe(1)
})

test('who does not ask for a head never gets one', async () => {
  await on.withWorker()
  const whole = on.generate(lineOf(1))
  await eventually(() => times('Text number 1.')).toBe(1)
  release.resolve()
  expect((await whole).body).toBe('test:one says Text number 1.')
})

test('a clip that is stored already is sent whole', async () => {
  release.resolve()
  await on.withWorker()
  await on.generate(lineOf(1))
  const again = await on.generate(lineOf(1, { head: true }))
  expect(again.body).toBe('test:one says Text number 1.')
  expect(again.headers).not.toHaveProperty(CLIP_HEADERS.head)
})

test('a provider that tells no head has its whole clip waited for', async () => {
  on.provider.speak = async () => {}
  await on.withWorker()
  const { body, headers } = await on.generate(lineOf(1, { head: true }))
  expect(body).toBe('test:one says Text number 1.')
  expect(headers).not.toHaveProperty(CLIP_HEADERS.head)
})

test('a head that is lost on its way is no failure: the whole clip comes', async () => {
  vi.spyOn(Heads.prototype, 'find').mockImplementation(async () => {
    release.resolve()
    return undefined
  })
  await on.withWorker()
  const { body, headers } = await on.generate(lineOf(1, { head: true }))
  expect(body).toBe('test:one says Text number 1.')
  expect(headers).not.toHaveProperty(CLIP_HEADERS.head)
})

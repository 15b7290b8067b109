import { CLIP_HEADERS } from '@andscene/contracts/clip'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Heads } from '../pipeline/heads.ts'
import { AWAITED_AT_A_TIME } from '../pipeline/priorities.ts'
import type { ClipHead, Hearing } from '../speech/provider.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { until } from '../testing/scripted-provider.ts'

const on = apiHarness()
const HEAD: ClipHead = { mp3: Buffer.from('the beginning'), durationMs: 400, wholeMs: 1_000 }
const LONGER: ClipHead = { mp3: Buffer.from('the beginning and more'), durationMs: 700.5, wholeMs: 1_000 }
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

test('architecture §7: heads are planned by when they are needed, and how fast they are heard', async () => {
  let hearing: Hearing | undefined
  on.provider.speak = async (request) => void (hearing = request.hearing)
  await on.withWorker()
  const asked = Date.now()
  await on.generate(lineOf(1, { head: true, headAfterMs: 60_000, rate: 1.5 }))
  expect(hearing!.rate).toBe(1.5)
  expect(hearing!.dueAt).toBeGreaterThanOrEqual(asked + 60_000)
  expect(hearing!.dueAt).toBeLessThanOrEqual(Date.now() + 60_000)
})

test('who joins after the head was told gets it too', async () => {
  await on.withWorker()
  await on.generate(lineOf(1, { head: true }))
  const again = await on.generate(lineOf(1, { head: true }))
  expect(again.body).toBe('the beginning')
  expect(times('Text number 1.')).toBe(1)
  release.resolve()
})

test('who has a head gets a longer one as soon as that is there, and at the end the whole', async () => {
  const more = Promise.withResolvers<void>()
  on.provider.speak = async ({ onHead, signal }) => {
    onHead?.(HEAD)
    await until(more.promise, signal)
    onHead?.(LONGER)
    await until(release.promise, signal)
  }
  await on.withWorker()
  const line = lineOf(1, { head: true })
  expect((await on.generate(line)).body).toBe('the beginning')
  const asked = on.generate({ ...line, headMs: 400 })
  // Somebody else begins meanwhile, and gets what is there.
  expect((await on.generate(line)).body).toBe('the beginning')
  more.resolve()
  const longer = await asked
  expect(longer.body).toBe('the beginning and more')
  expect(longer.headers).toMatchObject({ [CLIP_HEADERS.head]: '700.5' })
  expect((await on.generate({ ...line, headMs: 400 })).body).toBe('the beginning and more')
  const whole = on.generate({ ...line, headMs: 700.5 })
  release.resolve()
  expect((await whole).body).toBe('test:one says Text number 1.')
  expect(times('Text number 1.')).toBe(1)
})

test('a longer head that is told at once is not overtaken by the one before', async () => {
  on.provider.speak = async ({ onHead, signal }) => {
    onHead?.(HEAD)
    onHead?.({ ...HEAD, mp3: Buffer.from('between'), durationMs: 500 })
    onHead?.(LONGER)
    await until(release.promise, signal)
  }
  await on.withWorker()
  const line = lineOf(1, { head: true })
  expect((await on.generate({ ...line, headMs: 600 })).body).toBe('the beginning and more')
  expect((await on.generate(line)).body).toBe('the beginning and more')
  release.resolve()
})

test('who comes again for more is no new waiter: the limit of one person does not refuse them', async () => {
  await on.withWorker()
  const line = lineOf(1, { head: true })
  expect((await on.generate(line)).statusCode).toBe(200)
  const others = Array.from({ length: AWAITED_AT_A_TIME.person - 1 }, (_, index) =>
    on.generate(lineOf(1, { text: `Other ${index}.` })),
  )
  await eventually(() => on.provider.asked.filter((text) => text.startsWith('Other')).length).toBeGreaterThan(
    0,
  )
  const again = on.generate({ ...line, headMs: 400 })
  release.resolve()
  expect((await again).statusCode).toBe(200)
  await Promise.all(others)
})

test.each([-1, 3_600_001, '400', null])('a length of %j is no length of a head', async (headMs) => {
  const refused = await on.generate(lineOf(1, { head: true, headMs }))
  expect(refused.statusCode).toBe(400)
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

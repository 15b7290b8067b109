import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Heads } from '../pipeline/heads.ts'
import { MAX_AWAITED } from '../pipeline/priorities.ts'
import type { ClipHead, Hearing } from '../speech/provider.ts'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { HEAD, until } from '../testing/scripted-provider.ts'

const on = apiHarness()
const LONGER: ClipHead = { mp3: Buffer.from('the beginning and more'), durationMs: 700.5, wholeMs: 1_000 }
const WHOLE = 'test:one says Text number 1.'
const line = lineOf(1, { head: true })
let release: () => void
/** Counts requests of one text, because each request also plans other lines of the script. */
const times = (text: string) => on.provider.asked.filter((asked) => asked === text).length

beforeEach(() => {
  on.script()
  release = on.provider.hold(/./, HEAD)
})
afterEach(() => {
  vi.restoreAllMocks()
})

test('architecture §7: the engine receives the due time and the playback rate of heads', async () => {
  let hearing: Hearing | undefined
  on.provider.speak = async (request) => void (hearing = request.hearing)
  await on.withWorker()
  const asked = Date.now()
  await on.generate({ ...line, headAfterMs: 60_000, rate: 1.5 })
  expect(hearing!.rate).toBe(1.5)
  expect(hearing!.dueAt).toBeGreaterThanOrEqual(asked + 60_000)
  expect(hearing!.dueAt).toBeLessThanOrEqual(Date.now() + 60_000)
})

test('architecture §7: while a clip is being made, a client gets a head, a longer head, then the whole clip', async () => {
  const [more, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  on.provider.speak = async ({ onHead, signal }) => {
    onHead?.(HEAD)
    await until(more.promise, signal)
    onHead?.(LONGER)
    await until(end.promise, signal)
  }
  await on.withWorker()
  const head = await on.generate(line)
  expect(head.body).toBe('the beginning')
  expect(head.headers).toMatchObject({
    [CLIP_HEADERS.head]: '400',
    [CLIP_HEADERS.duration]: '1000',
    [CLIP_HEADERS.fromCache]: 'false',
    'cache-control': 'no-store',
  })
  const asked = on.generate({ ...line, headMs: 400 })
  // Another client that starts meanwhile gets the current head.
  expect((await on.generate(line)).body).toBe('the beginning')
  more.resolve()
  const longer = await asked
  expect(longer.body).toBe('the beginning and more')
  expect(longer.headers).toMatchObject({ [CLIP_HEADERS.head]: '700.5' })
  expect((await on.generate({ ...line, headMs: 400 })).body).toBe('the beginning and more')
  const whole = on.generate({ ...line, headMs: 700.5 })
  end.resolve()
  const { body, headers } = await whole
  expect(body).toBe(WHOLE)
  expect(headers[CLIP_HEADERS.path]).toBe(head.headers[CLIP_HEADERS.path])
  expect(headers).not.toHaveProperty(CLIP_HEADERS.head)
  expect(times('Text number 1.')).toBe(1)
})

test('a client that returns for the rest is not rejected by the limit of its user', async () => {
  await on.withWorker()
  expect((await on.generate(line)).statusCode).toBe(200)
  const others = Array.from({ length: MAX_AWAITED.person - 1 }, (_, index) =>
    on.generate(lineOf(1, { text: `Other ${index}.` })),
  )
  await expect.poll(() => on.provider.asked.some((text) => text.startsWith('Other'))).toBe(true)
  const again = on.generate({ ...line, headMs: 400 })
  release()
  expect((await again).statusCode).toBe(200)
  await Promise.all(others)
})

test.each([
  [
    'a stored clip',
    async () => {
      release()
      await on.generate(lineOf(1))
    },
  ],
  ['a clip of a provider without heads', async () => void (on.provider.speak = async () => {})],
  [
    'a clip whose head was lost',
    async () =>
      void vi.spyOn(Heads.prototype, 'find').mockImplementation(async () => {
        release()
        return undefined
      }),
  ],
])('sends %s as a whole', async (_, prepare) => {
  await on.withWorker()
  await prepare()
  const { body, headers } = await on.generate(line)
  expect(body).toBe(WHOLE)
  expect(headers).not.toHaveProperty(CLIP_HEADERS.head)
})

import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { apiHarness, guestOf, lineOf } from '../testing/api-harness.ts'
import { scriptOf, type FakeScript } from '../testing/scripts-stub.ts'

const on = apiHarness()
const LINES = 4
const WHISPER = { name: 'whispering' } as const
let script: FakeScript
beforeEach(() => {
  script = scriptOf(LINES, 'test:one')
  on.script('s1', script)
})

/** Chooses a delivery of a line, as the scripts service returns it after a change of a direction. */
function direct(n: number, directed: NonNullable<(typeof script.lines)[number]['directed']>): void {
  script.lines[n] = { ...script.lines[n]!, directed }
  script.castingVersion += 1
}
const clear = () => on.post('/api/caching/clear-line-cache', { scriptId: 's1', lineId: 'line-1' })
const pathOf = async (n: number, more: object = {}) =>
  String((await on.generate(lineOf(n, more))).headers[CLIP_HEADERS.path])

describe('product §5: a line is heard in another delivery before it is directed', () => {
  test('as its own clip, and as the clip of the line once that delivery is chosen', async () => {
    await on.withWorker()
    const [own, tried] = [await pathOf(1), await pathOf(1, { delivery: WHISPER })]
    expect(tried).not.toBe(own)
    expect(await pathOf(1)).toBe(own)
    direct(1, WHISPER)
    const chosen = await on.generate(lineOf(1))
    expect(chosen.headers[CLIP_HEADERS.path]).toBe(tried)
    expect(chosen.headers[CLIP_HEADERS.fromCache]).toBe('true')
  })

  test('as a clip that is removed like a preview, while the clips of lines are not', async () => {
    await on.withWorker()
    await pathOf(1)
    const tried = await pathOf(1, { delivery: WHISPER })
    // The delivery that the line has anyway.
    direct(2, WHISPER)
    await pathOf(2, { delivery: WHISPER })
    expect((await on.harness.index.oldestPreviews(9)).map(({ path }) => path)).toEqual([tried])
  })

  test('neutral values are the plain line', async () => {
    await on.withWorker()
    expect(await pathOf(1, { delivery: { pace: 1, pitch: 0, emphasis: [] } })).toBe(await pathOf(1))
  })

  test('the provider receives it, with emphasis in the spoken text', async () => {
    const synthesise = vi.spyOn(on.provider, 'synthesise')
    await on.withWorker()
    script.lines[1] = { ...script.lines[1]!, text: 'Take (all) 3 KEYS.' }
    await on.generate(
      lineOf(1, { text: 'Take (all) 3 KEYS.', delivery: { ...WHISPER, emphasis: [[13, 4]] } }),
    )
    const { text, delivery } = synthesise.mock.calls.find(([request]) => request.delivery)![0]
    const [[at, length]] = delivery!.emphasis as [[number, number]]
    expect([delivery!.name, text.slice(at, at + length)]).toEqual(['whispering', 'Keys'])
  })

  test('another text than that of the line is read plainly', async () => {
    const synthesise = vi.spyOn(on.provider, 'synthesise')
    await on.withWorker()
    direct(1, { ...WHISPER, emphasis: [[0, 4]] })
    await on.generate(lineOf(1, { text: 'Something else.' }))
    const other = synthesise.mock.calls.find(([{ text }]) => text === 'Something else.')![0]
    expect(other.delivery).toBeUndefined()
  })

  test('a trial does not move the position of the listener', async () => {
    await on.withWorker()
    await on.generate(lineOf(3, { delivery: WHISPER }))
    expect(await on.harness.narration.queue.getJobCountByTypes()).toBe(0)
  })
})

test('product §5: after a direction, the clip of this line alone is made again', async () => {
  await on.withWorker()
  const made = vi.spyOn(on.provider, 'synthesise')
  await on.generate(lineOf(0))
  await vi.waitUntil(async () => (await on.stored()) === LINES, 20_000)
  expect(made).toHaveBeenCalledTimes(LINES)
  direct(2, WHISPER)
  await on.harness.narration.add({ scriptId: 's1', reason: 'casting', mark: script.castingVersion })
  await vi.waitUntil(async () => (await on.stored()) === LINES + 1, 20_000)
  await on.planned()
  expect(made.mock.calls.slice(LINES).map(([{ text, delivery }]) => [text, delivery])).toEqual([
    ['Text number 2.', WHISPER],
  ])
})

test('product §7: clearing a line deletes the clips of its takes and of its plain reading', async () => {
  await on.withWorker()
  await on.generate(lineOf(1))
  for (const name of ['whispering', 'sad', 'fast']) await on.generate(lineOf(1, { delivery: { name } }))
  direct(1, WHISPER)
  script.lineDeliveries = [WHISPER, { name: 'sad' }]
  // The last one belongs to no take.
  expect((await clear()).json()).toMatchObject({ filesDeleted: 3 })
})

test('product §7: clearing a line deletes the clip of its page, and the one without directions', async () => {
  await on.withWorker()
  script.lines[1] = { ...script.lines[1]!, delivery: { name: 'quiet' } }
  const quiet = await pathOf(1)
  script.casting = { ...script.casting, deliveries: false }
  script.castingVersion += 1
  expect(await pathOf(1)).not.toBe(quiet)
  expect((await clear()).json()).toMatchObject({ filesDeleted: 2 })
})

describe('security: a delivery in a request', () => {
  test.each([
    ['a listener', 'listener'],
    ['a commenter', 'commenter'],
  ] as const)('is refused for %s', async (_who, role) => {
    on.harness.scripts.share('s1', role, role)
    expect((await on.generate(lineOf(1, { delivery: WHISPER }), role)).statusCode).toBe(404)
    expect(await on.jobs()).toBe(0)
  })

  test('is refused for a guest, and for a stranger', async () => {
    on.harness.scripts.share('s1', 'link', 'commenter')
    for (const who of [guestOf('s1'), 'eve'])
      expect((await on.generate(lineOf(1, { delivery: WHISPER }), who)).statusCode).toBe(404)
  })

  test('is refused with another text than that of the line, and without a line', async () => {
    const tried = { delivery: WHISPER, text: 'Something else.' }
    expect((await on.generate(lineOf(1, tried))).statusCode).toBe(400)
    expect((await on.generate({ voiceId: 'test:one', ...tried })).statusCode).toBe(400)
    expect((await on.generate(lineOf(1, { delivery: { pace: 9 } }))).statusCode).toBe(400)
    const word = { at: 0, length: 4, ms: 10_000, pauseMs: 10_000, semitones: [] }
    const longest = { melody: Array.from({ length: 150 }, () => word) }
    expect((await on.generate(lineOf(1, { delivery: longest }))).statusCode).toBe(400)
    expect(await on.jobs()).toBe(0)
  })
})

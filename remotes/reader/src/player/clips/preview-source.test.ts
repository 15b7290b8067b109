import { expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { createPreviewSource } from './preview-source.ts'
import { createFakeClock } from '../testing/fake-clock.ts'

/** A server that responds with these one after the other: an error, or the bytes of a text. */
function createHarness(...responses: (Error | string)[]) {
  const clock = createFakeClock()
  const asked: string[] = []
  const source = createPreviewSource({
    clock,
    server: {
      preview: async (voiceId, text) => {
        asked.push(`${voiceId}: ${text ?? '(sample)'} at ${clock.now()}`)
        const response = responses.shift()
        if (response === undefined || response instanceof Error)
          throw response ?? new ClipError('unexpected', 404)
        return {
          bytes: new TextEncoder().encode(response).buffer,
          path: undefined,
          durationMs: undefined,
          headMs: undefined,
        }
      },
    },
  })
  const heard: string[] = []
  const failed: unknown[] = []
  const ask = (voiceId: string, text?: string, signal = new AbortController().signal) =>
    void source({ id: voiceId, voiceId, text }, signal).then(
      (bytes) => heard.push(new TextDecoder().decode(bytes)),
      (error: unknown) => failed.push(error),
    )
  return { clock, asked, heard, failed, ask }
}

test('product §4 a preview is retried after a network fault, 429 and 503, 1 s times the attempt apart', async () => {
  const { clock, asked, heard, ask } = createHarness(
    new ClipError('no network', 0),
    new ClipError('too many', 429),
    new ClipError('away', 503),
    'ava speaks',
  )
  ask('ava')
  await clock.advance(1_000 + 2_000 + 3_000)
  expect(asked.map((one) => one.split(' at ')[1])).toEqual(['0', '1000', '3000', '6000'])
  expect(heard).toEqual(['ava speaks'])
})

test('product §9 after three retries the failure is reported', async () => {
  const { clock, asked, failed, ask } = createHarness(
    ...Array.from({ length: 9 }, () => new ClipError('away', 503)),
  )
  ask('ava')
  await clock.advance(60_000)
  expect(asked).toHaveLength(4)
  expect(failed).toMatchObject([{ status: 503 }])
})

test.each([
  ['product §4 what the server refuses', new ClipError('no such voice', 404)],
  ['a used-up allowance', new ClipError('Used up for today.', 429, 3_600_000, 'ALLOWANCE_USED_UP')],
])('%s is not asked again', async (_what, error) => {
  const { clock, asked, failed, ask } = createHarness(error, 'late')
  ask('ava')
  await clock.advance(60_000)
  expect(asked).toHaveLength(1)
  expect(failed).toEqual([error])
  expect(clock.pendingTimers()).toBe(0)
})

test('a server that asks for a longer wait gets it', async () => {
  const { clock, asked, ask } = createHarness(new ClipError('too many', 429, 4_000), 'ava speaks')
  ask('ava')
  await clock.advance(3_999)
  expect(asked).toHaveLength(1)
  await clock.advance(1)
  expect(asked).toHaveLength(2)
})

test('nothing is asked any more once it was stopped', async () => {
  const { clock, asked, failed, ask } = createHarness(new ClipError('away', 503), 'late')
  const stopped = new AbortController()
  ask('ava', undefined, stopped.signal)
  await clock.advance(500)
  stopped.abort()
  await clock.advance(60_000)
  expect(asked).toHaveLength(1)
  expect(failed).toMatchObject([{ name: 'AbortError' }])
  expect(clock.pendingTimers()).toBe(0)
})

test('a voice and its text are fetched once, and come whole although decoding takes the bytes away', async () => {
  const { clock, asked, heard, ask } = createHarness('one', 'two')
  ask('ava')
  await clock.advance(0)
  ask('ava')
  ask('ava', 'Interior.')
  await clock.advance(0)
  expect(asked).toHaveLength(2)
  expect(heard.toSorted()).toEqual(['one', 'one', 'two'])
})

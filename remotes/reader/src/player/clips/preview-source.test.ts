import { expect, test } from 'vitest'
import { ClipError } from '../errors.ts'
import { createPreviewSource } from './preview-source.ts'
import { createFakeClock } from '../testing/fake-clock.ts'

const away = (retryAfterMs?: number) => new ClipError('away', 503, { retryAfterMs })

/** A server with these responses in order: an error, or the bytes of a text. */
function createHarness(...responses: (Error | string)[]) {
  const clock = createFakeClock()
  /** The times of the requests. */
  const requestedAt: number[] = []
  const source = createPreviewSource({
    clock,
    server: {
      preview: async () => {
        requestedAt.push(clock.now())
        const response = responses.shift() ?? away()
        if (response instanceof Error) throw response
        const bytes = new TextEncoder().encode(response).buffer
        return { bytes, path: undefined, durationMs: undefined, headMs: undefined }
      },
    },
  })
  /** Texts and errors in order of arrival. */
  const results: unknown[] = []
  const ask = (text?: string, signal = new AbortController().signal) =>
    void source({ id: 'ava', voiceId: 'ava', text }, signal).then(
      (bytes) => results.push(new TextDecoder().decode(bytes)),
      (error: unknown) => results.push(error),
    )
  return { clock, requestedAt, results, ask }
}

test.each<[what: string, responses: (Error | string)[], at: number[], result: unknown]>([
  [
    'after a network fault, 429 and 503, with 1 s more each time',
    [new ClipError('no network', 0), new ClipError('too many', 429), away(), 'ava speaks'],
    [0, 1_000, 3_000, 6_000],
    'ava speaks',
  ],
  ['three times (§9)', [], [0, 1_000, 3_000, 6_000], { status: 503 }],
  ["after the server's delay", [away(4_000), 'ava speaks'], [0, 4_000], 'ava speaks'],
  ['never after a 404', [new ClipError('no such voice', 404)], [0], { status: 404 }],
  [
    'never after a used-up allowance',
    [new ClipError('Used up.', 429, { retryAfterMs: 3_600_000, code: 'ALLOWANCE_USED_UP' })],
    [0],
    { code: 'ALLOWANCE_USED_UP' },
  ],
])('product §4 retries a preview %s', async (_what, responses, at, result) => {
  const { clock, requestedAt, results, ask } = createHarness(...responses)
  ask()
  await clock.advance(60_000)
  expect(requestedAt).toEqual(at)
  expect(results).toMatchObject([result])
})

test('sends no further request when stopped', async () => {
  const { clock, requestedAt, results, ask } = createHarness()
  const stopped = new AbortController()
  ask(undefined, stopped.signal)
  await clock.advance(500)
  stopped.abort()
  await clock.advance(60_000)
  expect(requestedAt).toHaveLength(1)
  expect(results).toMatchObject([{ name: 'AbortError' }])
  expect(clock.pendingTimers()).toBe(0)
})

test('fetches a voice and text once, and returns a copy of the bytes each time', async () => {
  const { clock, requestedAt, results, ask } = createHarness('one', 'two')
  ask()
  await clock.advance(0)
  ask()
  ask('Interior.')
  await clock.advance(0)
  expect(requestedAt).toHaveLength(2)
  expect(results.toSorted()).toEqual(['one', 'one', 'two'])
})

const said = (says: string) => ({ word: 'Siobhan', says, as: 'respelling' }) as const
test('product §5: a preview with another pronunciation is another request', async () => {
  const { source, asked } = heardPreviews()
  for (const pronunciation of [undefined, said('shi-VAWN'), said('SHIV'), said('shi-VAWN')])
    await source({ id: 'ava', voiceId: 'ava', text: 'Siobhan', pronunciation }, new AbortController().signal)
  expect(asked).toEqual([undefined, 'shi-VAWN', 'SHIV'])
})

function heardPreviews() {
  const asked: unknown[] = []
  const source = createPreviewSource({
    clock: createFakeClock(),
    server: {
      preview: async ({ pronunciation }) => {
        asked.push(pronunciation?.says)
        return { bytes: new ArrayBuffer(1), path: undefined, durationMs: undefined, headMs: undefined }
      },
    },
  })
  return { source, asked }
}

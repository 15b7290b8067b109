import { beforeEach, describe, expect, test } from 'vitest'
import type { HeadWish, ServedClip } from './clip-server.ts'
import { createClipSource } from './clip-source.ts'
import { createConnection } from './connection.ts'
import { ClipError, ClipTimeoutError } from '../errors.ts'
import type { ClipHead } from '../ports.ts'
import type { LocalClips } from './local-clips.ts'
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts'

const bytes = (text: string) => new TextEncoder().encode(text).buffer
const request = { scriptId: 's', lineId: 'l', voiceId: 'v', text: 'Hello.' }
const served = (text: string, headMs?: number): ServedClip => ({
  bytes: bytes(text),
  path: `made/${text}`,
  durationMs: 900,
  headMs,
})

let clock: FakeClock
let kept: Map<string, ArrayBuffer>
let keptPaths: (string | undefined)[]
let calls: string[]
let headWishes: (HeadWish | undefined)[]
let responses: (() => Promise<ServedClip>)[]
const { signal } = new AbortController()

function createSource(onServed?: (clip: ServedClip) => void) {
  const local = {
    get: async ({ lineId }: { lineId: string }) => kept.get(lineId) ?? null,
    put: async ({ lineId }: { lineId: string }, clip: ArrayBuffer, _ms: number, path?: string) => {
      kept.set(lineId, clip)
      keptPaths.push(path)
    },
    remove: ({ lineId }: { lineId: string }) => void kept.delete(lineId),
  } as unknown as LocalClips
  const respond = (name: string) => {
    calls.push(`${name} at ${clock.now()}`)
    const next = responses.shift()
    return next ? next() : Promise.resolve(served('clip'))
  }
  return createClipSource({
    clock,
    connection: createConnection(clock),
    local,
    server: {
      stored: (path) => respond(`stored ${path}`),
      generate: ({ text }, _signal, head) => {
        headWishes.push(head)
        return respond(`generate ${text}${head ? ` or a head beyond ${head.headMs}` : ''}`)
      },
    },
    onServed: (_request, clip) => onServed?.(clip),
  })
}

const failWith = (status: number, retryAfterMs?: number) => () =>
  Promise.reject(new ClipError('no', status, { retryAfterMs }))

beforeEach(() => {
  clock = createFakeClock()
  kept = new Map()
  keptPaths = []
  calls = []
  headWishes = []
  responses = []
})

test('returns the local copy without a request, unless a fresh one is requested', async () => {
  kept.set('l', bytes('kept'))
  expect(await createSource().fetch(request, signal)).toEqual(bytes('kept'))
  expect(calls).toEqual([])
  await createSource().fetch(request, signal, { isUrgent: false, isFresh: true })
  expect(calls).toEqual(['generate Hello. at 0'])
  expect(kept.get('l')).toEqual(bytes('clip'))
})

test('requests a stored clip by its path, stores it on this device and reports it', async () => {
  const reported: ServedClip[] = []
  await createSource((clip) => reported.push(clip)).fetch({ ...request, path: 'scripts/s/v/k.mp3' }, signal)
  expect(calls).toEqual(['stored scripts/s/v/k.mp3 at 0'])
  expect(kept.get('l')).toEqual(bytes('clip'))
  expect(reported).toMatchObject([{ path: 'scripts/s/v/k.mp3', durationMs: 900 }])
})

test('product §4 generates a stored clip again that was cleared', async () => {
  responses = [failWith(404)]
  await createSource().fetch({ ...request, path: 'gone' }, signal)
  expect(calls).toEqual(['stored gone at 0', 'generate Hello. at 0'])
})

describe('a clip needed at a given time', () => {
  const heads: ClipHead[] = []
  const hearing = { dueAt: 0, rate: 1.5, onHead: (head: ClipHead) => void heads.push(head) }
  const urgent = { isUrgent: true, isFresh: false, hearing }
  beforeEach(() => void heads.splice(0))

  test('reports each head and requests more until the clip is complete, then stores and returns it', async () => {
    responses = [async () => served('head', 400), async () => served('longer head', 900.5)]
    expect(await createSource().fetch(request, signal, urgent)).toEqual(bytes('clip'))
    expect(heads).toEqual([
      { bytes: bytes('head'), wholeMs: 900 },
      { bytes: bytes('longer head'), wholeMs: 900 },
    ])
    expect(calls).toEqual([
      'generate Hello. or a head beyond 0 at 0',
      'generate Hello. or a head beyond 400 at 0',
      'generate Hello. or a head beyond 900.5 at 0',
    ])
    expect(kept.get('l')).toEqual(bytes('clip'))
  })

  test('requests the whole clip from an older server that repeats its head', async () => {
    responses = [async () => served('head', 400), async () => served('head', 400)]
    expect(await createSource().fetch(request, signal, urgent)).toEqual(bytes('clip'))
    expect(heads).toHaveLength(1)
    expect(calls.slice(1)).toEqual(['generate Hello. or a head beyond 400 at 0', 'generate Hello. at 0'])
  })

  test('sends the time until the clip is due, and the speed', async () => {
    await clock.advance(2_000)
    const later = { ...urgent, hearing: { ...hearing, dueAt: clock.now() + 3_000 } }
    await createSource().fetch(request, signal, later)
    await createSource().fetch({ ...request, lineId: 'other' }, signal, urgent)
    expect(headWishes).toEqual([
      { headMs: 0, headAfterMs: 3_000, rate: 1.5 },
      { headMs: 0, headAfterMs: 0, rate: 1.5 },
    ])
  })

  test('resets the retries with each head, and continues after it', async () => {
    const refused = [failWith(503), failWith(503)]
    responses = [...refused, async () => served('head', 400), ...refused, async () => served('longer', 800)]
    responses.push(...refused)
    const clip = createSource().fetch(request, signal, urgent)
    await clock.advance(10_000)
    expect(await clip).toEqual(bytes('clip'))
    expect(heads).toHaveLength(2)
    expect(calls.at(-1)).toBe('generate Hello. or a head beyond 800 at 9000')
  })
})

type Refusal = [what: string, error: ClipError, requestedAt: number[]]
const no = (...facts: [status: number, details?: Partial<ClipError>]) => new ClipError('no', ...facts)
test.each<Refusal>([
  ...[400, 401, 403, 404, 422].map((status): Refusal => [`${status} is final`, no(status), [0]]),
  ...[408, 500, 502].map((status): Refusal => [`${status} is retried twice`, no(status), [0, 1_000, 3_000]]),
  ["is retried after the server's delay", no(503, { retryAfterMs: 4_000 }), [0, 4_000, 8_000]],
  ['is not retried after a delay of more than 10 s', no(503, { retryAfterMs: 60_000 }), [0]],
  ['is not retried after a timeout of 30 s', new ClipTimeoutError(), [0]],
  ['is not retried in an outage', no(0, { away: 'offline' }), [0]],
  ['is not retried here on a rate limit, to free its slot', no(429, { retryAfterMs: 4_000 }), [0]],
  [
    'is not retried after a used-up allowance',
    no(429, { retryAfterMs: 4_000, code: 'ALLOWANCE_USED_UP' }),
    [0],
  ],
])('product §4 a clip request: %s', async (_what, error, at) => {
  responses = Array.from({ length: 9 }, () => () => Promise.reject(error))
  const clip = createSource().fetch(request, signal)
  clip.catch(() => undefined)
  await clock.advance(10_000)
  const { message, status } = error
  await expect(clip).rejects.toMatchObject({ message, status })
  expect(calls).toEqual(at.map((time) => `generate Hello. at ${time}`))
})

test.each([
  ['during the local lookup', 0, 0],
  ['before a retry', 10, 1],
])('does not request a clip that is aborted %s', async (_when, afterMs, requests) => {
  responses = [failWith(503)]
  const controller = new AbortController()
  const clip = createSource().fetch(request, controller.signal)
  clip.catch(() => undefined)
  if (afterMs > 0) await clock.advance(afterMs)
  controller.abort()
  await expect(clip).rejects.toMatchObject({ name: 'AbortError' })
  expect(calls).toHaveLength(requests)
  expect(clock.pendingTimers()).toBe(0)
})

test('product §9 keeps a clip with its place on the server, by which a line that is spoken otherwise is noticed', async () => {
  await createSource().fetch(request, signal)
  expect(keptPaths).toEqual(['made/clip'])
})

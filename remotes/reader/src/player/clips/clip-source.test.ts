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
let calls: string[]
let headWishes: (HeadWish | undefined)[]
let responses: (() => Promise<ServedClip>)[]
const { signal } = new AbortController()

function createSource(onServed?: (clip: ServedClip) => void) {
  const local = {
    get: async ({ lineId }: { lineId: string }) => kept.get(lineId) ?? null,
    put: async ({ lineId }: { lineId: string }, clip: ArrayBuffer) => void kept.set(lineId, clip),
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
      preview: () => respond('preview'),
    },
    onServed: (_request, clip) => onServed?.(clip),
  })
}

const failWith = (status: number, retryAfterMs?: number) => () =>
  Promise.reject(new ClipError('no', status, retryAfterMs))

beforeEach(() => {
  clock = createFakeClock()
  kept = new Map()
  calls = []
  headWishes = []
  responses = []
})

test("this device's copy is played without a request", async () => {
  kept.set('l', bytes('kept'))
  expect(await createSource().fetch(request, signal)).toEqual(bytes('kept'))
  expect(calls).toEqual([])
})

test('a fresh one is asked for, though this device is still keeping the damaged copy that came before', async () => {
  kept.set('l', bytes('damaged'))
  expect(await createSource().fetch(request, signal, { isUrgent: false, isFresh: true })).toEqual(
    bytes('clip'),
  )
  expect(calls).toEqual(['generate Hello. at 0'])
  expect(kept.get('l')).toEqual(bytes('clip'))
})

test('a stored clip is asked for by its path; what came is kept and told', async () => {
  const told: ServedClip[] = []
  await createSource((clip) => told.push(clip)).fetch({ ...request, path: 'scripts/s/v/k.mp3' }, signal)
  expect(calls).toEqual(['stored scripts/s/v/k.mp3 at 0'])
  expect(kept.get('l')).toEqual(bytes('clip'))
  expect(told).toMatchObject([{ path: 'scripts/s/v/k.mp3', durationMs: 900 }])
})

test('product §4 a stored clip that has been cleared is generated again', async () => {
  responses = [failWith(404)]
  await createSource().fetch({ ...request, path: 'gone' }, signal)
  expect(calls).toEqual(['stored gone at 0', 'generate Hello. at 0'])
})

describe('a clip whose caller cannot wait', () => {
  const heads: ClipHead[] = []
  const hearing = { dueAt: 0, rate: 1.5, onHead: (head: ClipHead) => void heads.push(head) }
  const urgent = { isUrgent: true, isFresh: false, hearing }
  beforeEach(() => {
    heads.length = 0
  })

  test('reports each head and requests more until the clip is whole, which is kept and returned', async () => {
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

  test('an older server, which has the same head again, is asked for the whole', async () => {
    responses = [async () => served('head', 400), async () => served('head', 400)]
    expect(await createSource().fetch(request, signal, urgent)).toEqual(bytes('clip'))
    expect(heads).toHaveLength(1)
    expect(calls.slice(1)).toEqual(['generate Hello. or a head beyond 400 at 0', 'generate Hello. at 0'])
  })

  test('the backend receives how long something else is heard, and how fast', async () => {
    await clock.advance(2_000)
    const later = { ...urgent, hearing: { ...hearing, dueAt: clock.now() + 3_000 } }
    await createSource().fetch(request, signal, later)
    await createSource().fetch({ ...request, lineId: 'other' }, signal, urgent)
    expect(headWishes).toEqual([
      { headMs: 0, headAfterMs: 3_000, rate: 1.5 },
      { headMs: 0, headAfterMs: 0, rate: 1.5 },
    ])
  })

  test('one whose rest is refused for a moment continues where its head ends', async () => {
    responses = [async () => served('head', 400), failWith(503)]
    const clip = createSource().fetch(request, signal, urgent)
    await clock.advance(1_000)
    expect(await clip).toEqual(bytes('clip'))
    expect(heads).toHaveLength(1)
    expect(calls.at(-1)).toBe('generate Hello. or a head beyond 400 at 1000')
  })

  test('each head starts the attempts again', async () => {
    const refused = [failWith(503), failWith(503)]
    responses = [...refused, async () => served('head', 400), ...refused, async () => served('longer', 800)]
    responses.push(...refused)
    const clip = createSource().fetch(request, signal, urgent)
    await clock.advance(10_000)
    expect(await clip).toEqual(bytes('clip'))
    expect(heads).toHaveLength(2)
  })
})

describe('a clip that is refused', () => {
  const offline = new ClipError('no', 0, undefined, undefined, 'offline')
  const tooMany = new ClipError('no', 429, 4_000)
  const usedUp = new ClipError('no', 429, 4_000, 'ALLOWANCE_USED_UP')
  test.each<[string, ClipError]>([
    ...[400, 401, 403, 404, 422].map((status): [string, ClipError] => [
      `${status}`,
      new ClipError('no', status),
    ]),
    ['product §4 lost with the network: its line is held', offline],
    ['product §9 its 30 s are over: the next line is the better service', new ClipTimeoutError()],
    ['a wait that no listener would bear', new ClipError('no', 503, 60_000)],
    ['a limit of requests: the caller waits without holding up others', tooMany],
    ['an allowance that is used up', usedUp],
  ])('is not tried again here: %s', async (_why, error) => {
    responses = [() => Promise.reject(error)]
    await expect(createSource().fetch(request, signal)).rejects.toMatchObject({
      message: error.message,
      status: error.status,
    })
    expect(calls).toHaveLength(1)
  })

  test.each([408, 500, 502, 503])('product §4 %i is tried twice more, after 1 and 2 s', async (status) => {
    responses = [failWith(status), failWith(status), failWith(status)]
    const clip = createSource().fetch(request, signal)
    clip.catch(() => undefined)
    await clock.advance(10_000)
    await expect(clip).rejects.toMatchObject({ status })
    expect(calls.map((call) => call.split(' at ')[1])).toEqual(['0', '1000', '3000'])
  })

  test('Retry-After is honoured', async () => {
    responses = [failWith(503, 4_000)]
    const clip = createSource().fetch(request, signal)
    await clock.advance(10_000)
    await clip
    expect(calls.map((call) => call.split(' at ')[1])).toEqual(['0', '4000'])
  })

  test('what was given up while the device was searched is not asked for', async () => {
    const controller = new AbortController()
    const clip = createSource().fetch(request, controller.signal)
    controller.abort()
    await expect(clip).rejects.toMatchObject({ name: 'AbortError' })
    expect(calls).toEqual([])
  })

  test('an abort ends the waiting', async () => {
    responses = [failWith(503)]
    const controller = new AbortController()
    const clip = createSource().fetch(request, controller.signal)
    clip.catch(() => undefined)
    await clock.advance(10)
    controller.abort()
    await expect(clip).rejects.toMatchObject({ name: 'AbortError' })
    expect(clock.pendingTimers()).toBe(0)
  })
})

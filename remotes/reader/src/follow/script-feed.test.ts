import { ApiError } from '@andscene/web-kit/api-client'
import { createParser } from 'eventsource-parser'
import { describe, expect, test } from 'vitest'
import { createFakeClock, settle } from '../player/testing/fake-clock.ts'
import {
  FAILED_STREAMS,
  followEvents,
  HIDDEN_MS,
  LEAST_STREAM_MS,
  POLL_MS,
  SILENCE_MS,
  STREAM_AGAIN_MS,
} from './script-feed.ts'
import type { ScriptEvent } from './read-events.ts'

const missing = () => new ApiError('Script not found', { status: 404, code: 'NOT_FOUND' })
const broken = () => new ApiError('Network error', { status: 0, code: 'NETWORK' })
const encoder = new TextEncoder()
const watcher = (listeners: Set<() => void>) => (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A page and a backend whose streams the test opens, writes and closes. */
async function follow({ isHidden = false } = {}) {
  const clock = createFakeClock()
  const streams: Stream[] = []
  const checks: number[] = []
  const world = {
    isHidden,
    isHeard: false,
    /** Rejects the next stream requests with this error. */
    refusal: undefined as Error | undefined,
    check: async (): Promise<ScriptEvent[]> => [],
  }
  const seen: ScriptEvent[] = []
  const told = { online: new Set<() => void>(), visibility: new Set<() => void>() }
  const close = followEvents({
    open: async (signal) => {
      if (world.refusal) throw world.refusal
      const stream = openStream(signal)
      streams.push(stream)
      return { createParser, response: stream.response }
    },
    check: () => {
      checks.push(clock.now())
      return world.check()
    },
    onEvent: (event) => seen.push(event),
    clock,
    random: () => 1,
    page: {
      isHidden: () => world.isHidden,
      isHeard: () => world.isHeard,
      onOnline: watcher(told.online),
      onVisibility: watcher(told.visibility),
    },
  })
  await settle()
  return {
    clock,
    streams,
    checks,
    world,
    seen,
    told,
    close,
    last: () => streams.at(-1)!,
    online: () => told.online.forEach((listener) => listener()),
    turn(hidden: boolean) {
      world.isHidden = hidden
      told.visibility.forEach((listener) => listener())
    },
  }
}

type Page = Awaited<ReturnType<typeof follow>>
type Stream = ReturnType<typeof openStream>
function openStream(signal: AbortSignal) {
  let controller!: ReadableStreamDefaultController<Uint8Array>
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>({
    start: (given) => void (controller = given),
    cancel: () => void (isCancelled = true),
  })
  const send = async (text: string) => {
    controller.enqueue(encoder.encode(text))
    await settle()
  }
  return {
    response: new Response(body),
    send,
    sendEvent: (event: string, data: unknown) => send(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`),
    async end() {
      controller.close()
      await settle()
    },
    async break() {
      controller.error(new Error('reset'))
      await settle()
    },
    isGivenUp: () => isCancelled || signal.aborted,
  }
}

describe('product §11: an open page follows its script', () => {
  test('parses a stream of events, however it is split into chunks', async () => {
    const { last, seen } = await follow()
    await last().send(':\n\nevent: role\ndata: {"ro')
    await last().send('le":"commenter"}\n')
    expect(seen).toEqual([])
    await last().send('\nevent: notes\ndata: {"version":3}\n\nevent: later\ndata: {}\n\n')
    await last().sendEvent('title', { title: 'The Bridge' })
    await last().sendEvent('casting', { version: 4 })
    await last().sendEvent('narration', {})
    const counts = { total: 9, ready: 3, waiting: 6, failed: 0 }
    await last().sendEvent('narration', counts)
    expect(seen).toEqual([
      { type: 'role', role: 'commenter' },
      { type: 'notes', version: 3 },
      { type: 'title', title: 'The Bridge' },
      { type: 'casting', version: 4 },
      { type: 'narration' },
      { type: 'narration', counts },
    ])
  })

  test('reconnects without a backoff after a stream that ended normally', async () => {
    const { clock, last, streams } = await follow()
    await last().sendEvent('role', { role: 'owner' })
    await clock.advance(LEAST_STREAM_MS)
    await last().end()
    await clock.advance(250)
    expect(streams).toHaveLength(2)
  })

  test('reconnects with a growing backoff after a stream breaks', async () => {
    const { clock, streams, last } = await follow()
    await last().break()
    await clock.advance(999)
    expect(streams).toHaveLength(1)
    await clock.advance(1)
    expect(streams).toHaveLength(2)
    await last().break()
    await clock.advance(1_999)
    expect(streams).toHaveLength(2)
    await clock.advance(1)
    expect(streams).toHaveLength(3)
  })

  test('aborts a stream that is silent for 40 s; heartbeats keep it open', async () => {
    const { clock, last, streams } = await follow()
    await clock.advance(SILENCE_MS - 1)
    await last().send(':\n\n')
    await clock.advance(SILENCE_MS - 1)
    expect(last().isGivenUp()).toBe(false)
    await clock.advance(1)
    expect(last().isGivenUp()).toBe(true)
    await clock.advance(1_000)
    expect(streams).toHaveLength(2)
  })

  test('reconnects immediately when the network is back', async () => {
    const { last, streams, online } = await follow()
    await last().break()
    online()
    await settle()
    expect(streams).toHaveLength(2)
  })

  test.each([
    ['an event of the stream', async ({ last }: Page) => last().sendEvent('gone', {})],
    [
      'a 404 response to the stream',
      async ({ last, world, clock }: Page) => {
        world.refusal = missing()
        await last().break()
        await clock.advance(1_000)
      },
    ],
  ])('reports a deleted script once, and no event follows: %s', async (_how, act) => {
    const opened = await follow()
    await act(opened)
    expect(opened.seen).toEqual([{ type: 'gone' }])
    await opened.clock.advance(10 * STREAM_AGAIN_MS)
    expect(opened.streams).toHaveLength(1)
    expect(opened.clock.pendingTimers()).toBe(0)
    expect(opened.told.online.size + opened.told.visibility.size).toBe(0)
  })
})

/** A page whose streams do not work. */
async function polling() {
  const opened = await follow()
  opened.world.refusal = broken()
  await opened.last().break()
  for (let failed = 1; failed < FAILED_STREAMS; failed += 1) await opened.clock.advance(failed * 1_000)
  return opened
}

describe('product §12: without working streams', () => {
  test('polls every 2 s after three failed streams, and retries the stream now and then', async () => {
    const { clock, checks, seen, world, streams } = await polling()
    expect(checks).toHaveLength(1)
    await clock.advance(POLL_MS * 3)
    expect(checks).toHaveLength(4)
    expect(seen).toEqual(Array.from({ length: 4 }, () => ({ type: 'notes' })))
    world.refusal = undefined
    await clock.advance(STREAM_AGAIN_MS)
    expect(streams).toHaveLength(2)
  })

  test('stops polling when a stream delivers an event', async () => {
    const { clock, checks, world, last } = await polling()
    world.refusal = undefined
    await clock.advance(STREAM_AGAIN_MS)
    await last().sendEvent('role', { role: 'owner' })
    const asked = checks.length
    await clock.advance(POLL_MS * 3)
    expect(checks).toHaveLength(asked)
  })

  test('counts streams that end early as failed, even if they delivered something', async () => {
    const { clock, checks, last } = await follow()
    for (const wait of [1_000, 2_000, 0]) {
      await last().sendEvent('role', { role: 'owner' })
      await last().end()
      await clock.advance(wait)
    }
    expect(checks).toHaveLength(1)
  })

  test('reports the results of polling: a role, and a deleted script', async () => {
    const { clock, seen, world } = await polling()
    world.check = async () => [{ type: 'role', role: 'listener' }]
    await clock.advance(POLL_MS)
    expect(seen.at(-1)).toEqual({ type: 'role', role: 'listener' })
    world.check = () => Promise.reject(missing())
    await clock.advance(POLL_MS)
    expect(seen.at(-1)).toEqual({ type: 'gone' })
    expect(clock.pendingTimers()).toBe(0)
  })
})

test.each([
  ['with an open stream', follow, true],
  ['while it polls', polling, false],
  [
    'on a hidden page',
    async () => {
      const opened = await follow()
      opened.turn(true)
      return opened
    },
    true,
  ],
])('closed %s, it reports nothing more and leaves nothing behind', async (_when, open, hasStream) => {
  const { clock, checks, close, last, seen, told } = await open()
  const before = { checks: checks.length, seen: [...seen] }
  close()
  await settle()
  expect(last().isGivenUp()).toBe(hasStream)
  expect(clock.pendingTimers()).toBe(0)
  await clock.advance(HIDDEN_MS + POLL_MS)
  expect({ checks: checks.length, seen }).toEqual(before)
  expect(told.online.size + told.visibility.size).toBe(0)
})

describe('product §11: a hidden page', () => {
  test('closes its connection after a minute, and reconnects when it is shown again', async () => {
    const { clock, last, streams, turn } = await follow()
    turn(true)
    const beats = async () => {
      for (let at = 0; at < HIDDEN_MS; at += 15_000) {
        await clock.advance(15_000)
        if (!last().isGivenUp()) await last().send(':\n\n')
      }
    }
    await beats()
    expect(last().isGivenUp()).toBe(true)
    await clock.advance(10 * STREAM_AGAIN_MS)
    expect(streams).toHaveLength(1)
    turn(false)
    await settle()
    expect(streams).toHaveLength(2)
  })

  test('keeps the connection during playback', async () => {
    const { clock, last, world, turn } = await follow()
    world.isHeard = true
    turn(true)
    await clock.advance(HIDDEN_MS / 2)
    await last().send(':\n\n')
    await clock.advance(HIDDEN_MS / 2)
    expect(last().isGivenUp()).toBe(false)
  })

  test('reconnects after the device slept', async () => {
    const { clock, last, streams, turn } = await follow()
    await last().send(':\n\n')
    turn(true)
    turn(false)
    await settle()
    expect(streams).toHaveLength(1)
    await clock.advance(SILENCE_MS - 1)
    turn(false)
    await settle()
    expect(streams).toHaveLength(2)
  })
})

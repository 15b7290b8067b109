import { ApiError } from '@andscene/web-kit/api-client'
import type { Clock } from '../player/ports.ts'
import { readEvents, type EventStream, type ScriptEvent } from './read-events.ts'

export type FeedPorts = {
  open(signal: AbortSignal): Promise<EventStream>
  /** Checks whether the script still exists, and returns its events. Rejects with ApiError. */
  check(signal: AbortSignal): Promise<ScriptEvent[]>
  onEvent(event: ScriptEvent): void
  clock: Clock
  /** Returns 0 to 1: spreads the reconnects of pages after a backend outage. */
  random(): number
  page: FeedPage
}

export type FeedPage = {
  isHidden(): boolean
  /** Returns whether to stay connected while the page is hidden: true during playback. */
  isHeard(): boolean
  onOnline(listener: () => void): () => void
  onVisibility(listener: () => void): () => void
}

/** All times are in milliseconds. The backend sends a heartbeat every 15 s. */
const HEARTBEAT_MS = 15_000
export const SILENCE_MS = 40_000
/** A stream that ends sooner counts as failed, whatever it delivered. */
export const LEAST_STREAM_MS = 10_000
const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
const NEXT_STREAM_MS = 250
/** After this many failed streams in a row, the page polls. */
export const FAILED_STREAMS = 3
export const POLL_MS = 2_000
/** While polling, the stream is retried this often. */
export const STREAM_AGAIN_MS = 60_000
/** A hidden page closes its connection: a browser allows six per host for all tabs (HTTP/1.1). */
export const HIDDEN_MS = 60_000

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/**
 * Follows a script until it is deleted, by stream or, if streams fail, by polling. Returns a function that stops it.
 */
export function followEvents({ open, check, onEvent, clock, random, page }: FeedPorts): () => void {
  let failures = 0
  /** The active connection; results of an earlier one are ignored. */
  let current: AbortController | undefined
  let heardAt = 0
  let next: number | undefined
  let poll: number | undefined
  let silence: number | undefined
  let hiddenTimer: number | undefined

  const finish = () => {
    onEvent({ type: 'gone' })
    close()
  }

  function listen(controller: AbortController): void {
    heardAt = clock.now()
    clock.clearTimeout(silence)
    silence = clock.setTimeout(() => controller.abort(), SILENCE_MS)
  }

  async function follow(): Promise<void> {
    stop()
    const controller = (current = new AbortController())
    const isCurrent = () => current === controller
    const beganAt = clock.now()
    let hasTold = false
    let isGone = false
    listen(controller)
    try {
      const stream = await open(controller.signal)
      await readEvents(stream, controller.signal, {
        onHeard: () => isCurrent() && listen(controller),
        onEvent: (event) => {
          if (!isCurrent()) return
          hasTold = true
          stopPolling()
          if (event.type === 'gone') finish()
          else onEvent(event)
        },
      })
    } catch (error) {
      isGone = isMissing(error)
    }
    if (!isCurrent()) return
    clock.clearTimeout(silence)
    current = undefined
    if (isGone) return finish()
    const hasWorked = hasTold && clock.now() - beganAt >= LEAST_STREAM_MS
    failures = hasWorked ? 0 : failures + 1
    if (failures >= FAILED_STREAMS && poll === undefined) void pollOnce()
    next = clock.setTimeout(() => void follow(), waitMs())
  }

  function waitMs(): number {
    if (failures === 0) return random() * NEXT_STREAM_MS
    const most =
      failures >= FAILED_STREAMS
        ? STREAM_AGAIN_MS
        : Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS)
    return most * (0.5 + random() / 2)
  }

  let activePoll: AbortController | undefined
  async function pollOnce(): Promise<void> {
    const controller = (activePoll = new AbortController())
    poll = clock.setTimeout(() => void pollOnce(), POLL_MS)
    onEvent({ type: 'notes' })
    const late = clock.setTimeout(() => controller.abort(), POLL_MS)
    try {
      const found = await check(controller.signal)
      if (activePoll === controller) for (const event of found) onEvent(event)
    } catch (error) {
      if (activePoll === controller && isMissing(error)) finish()
    } finally {
      clock.clearTimeout(late)
    }
  }

  function stopPolling(): void {
    activePoll?.abort()
    activePoll = undefined
    clock.clearTimeout(poll)
    poll = undefined
  }

  /** Closes the stream and cancels the reconnect; polling continues until a stream delivers something. */
  function stop(): void {
    current?.abort()
    current = undefined
    clock.clearTimeout(next)
    next = undefined
    clock.clearTimeout(silence)
  }

  function reconnect(): void {
    failures = 0
    void follow()
  }

  function onVisibilityChange(): void {
    clock.clearTimeout(hiddenTimer)
    if (page.isHidden()) {
      hiddenTimer = clock.setTimeout(disconnectUnlessPlaying, HIDDEN_MS)
      return
    }
    // A device that slept has lost its connection, and its timers were paused.
    const isHeard = current !== undefined && clock.now() - heardAt <= HEARTBEAT_MS * 1.5
    if (!isHeard) reconnect()
  }
  function disconnectUnlessPlaying(): void {
    if (page.isHeard()) return onVisibilityChange()
    stop()
    stopPolling()
  }

  const ends = [page.onOnline(reconnect), page.onVisibility(onVisibilityChange)]
  function close(): void {
    stop()
    stopPolling()
    clock.clearTimeout(hiddenTimer)
    for (const end of ends) end()
  }

  void follow()
  if (page.isHidden()) onVisibilityChange()

  return close
}

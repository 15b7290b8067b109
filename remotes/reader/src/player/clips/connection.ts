import { awayOf, ClipTimeoutError, withoutResponse } from '../errors.ts'
import { reconnectDelay } from '../limits.ts'
import type { Clock } from '../ports.ts'
import { Emitter } from '@andscene/web-kit/emitter'

export type Connection = ReturnType<typeof createConnection>

/** A refusal is a response, too. */
const isResponse = (error: unknown) => error instanceof Error && 'status' in error && error.status !== 0

/** A circuit breaker: while the backend is unavailable it rejects what is not urgent. */
export function createConnection(clock: Clock) {
  /** Why the backend counts as unavailable, how often it was tried, and when to try again. */
  let loss: { error: unknown; tries: number; nextAt: number } | null = null
  let isProbing = false
  let responses = 0
  const { subscribe, emit } = new Emitter()

  function back() {
    responses += 1
    if (!loss) return
    loss = null
    emit()
  }

  function lost(error: unknown) {
    // Requests that were under way together are one try.
    if (loss && clock.now() < loss.nextAt) return
    const tries = loss?.tries ?? 0
    loss = { error, tries: tries + 1, nextAt: clock.now() + reconnectDelay(tries) }
  }

  async function watched<T>(request: () => Promise<T>): Promise<T> {
    const before = responses
    try {
      const value = await request()
      back()
      return value
    } catch (failure) {
      // Where nothing else is responded to, the network swallows requests; otherwise the line is slow.
      const isSwallowed = failure instanceof ClipTimeoutError && responses === before
      const error = isSwallowed ? new ClipTimeoutError(withoutResponse()) : failure
      if (awayOf(error)) lost(error)
      else if (isResponse(error)) back()
      throw error
    }
  }

  return {
    /** Sends a request. During an outage it rejects immediately with its error, except for probes and urgent requests. */
    async send<T>(request: () => Promise<T>, { isUrgent } = { isUrgent: false }): Promise<T> {
      if (!loss || isUrgent) return watched(request)
      if (isProbing || clock.now() < loss.nextAt) throw loss.error
      isProbing = true
      try {
        return await watched(request)
      } finally {
        isProbing = false
      }
    },
    /** There is reason to believe that the backend is there again: the next request goes through. */
    retry() {
      if (loss) loss = { ...loss, tries: 0, nextAt: clock.now() }
    },
    /** Calls when the backend is there again. Returns the unsubscriber. */
    onBack: subscribe,
  }
}

import { awayOf, ClipTimeoutError, withoutResponse } from '../errors.ts'
import { reconnectDelay } from '../limits.ts'
import type { Clock } from '../ports.ts'
import { Emitter } from '@andscene/web-kit/emitter'

export type Connection = ReturnType<typeof createConnection>

/** An error status is also a response. */
const isResponse = (error: unknown) => error instanceof Error && 'status' in error && error.status !== 0

/** A circuit breaker: rejects background requests while the backend is unavailable. */
export function createConnection(clock: Clock) {
  /** The error of the outage, the number of attempts, and the time of the next one. */
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
    // Concurrent requests count as one attempt.
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
      // Without any other response, the network drops requests; otherwise only this line is slow.
      const isSwallowed = failure instanceof ClipTimeoutError && responses === before
      const error = isSwallowed ? new ClipTimeoutError(withoutResponse()) : failure
      if (awayOf(error)) lost(error)
      else if (isResponse(error)) back()
      throw error
    }
  }

  return {
    /** Sends a request. During an outage, rejects immediately with its error, except for probes and urgent requests. */
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
    /** The backend is probably available again: sends the next request. */
    retry() {
      if (loss) loss = { ...loss, tries: 0, nextAt: clock.now() }
    },
    /** Subscribes to the end of an outage. Returns a function that unsubscribes. */
    onBack: subscribe,
  }
}

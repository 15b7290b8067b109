import type { ServerResponse } from 'node:http'
import { HttpError } from '../http-error.ts'
import { countRefusal } from '../metrics/process-metrics.ts'

/** Retry-After in seconds: a request is short, so a slot is soon free. */
const RETRY_AFTER_S = 1
/** Minimum; the maximum is three times that. */
const STREAM_RETRY_S = 5

/** Releases a slot; further calls do nothing. */
export type Leave = () => void

export type InFlightOptions = {
  /** Maximum number of concurrent slots per key. */
  limit: number
  /** The name under which rejections are counted; without it they are not counted. */
  name?: string
  refusal?: () => HttpError
}

/** Counts concurrent work for each key in this process: at most `limit`. */
export class InFlight {
  readonly #limit: number
  readonly #name: string | undefined
  readonly #refusal: () => HttpError
  readonly #counts = new Map<string, number>()

  constructor({ limit, name, refusal = tooMany }: InFlightOptions) {
    this.#limit = limit
    this.#name = name
    this.#refusal = refusal
  }

  /** Takes a slot for `key` until the returned function is called; throws when all are taken. */
  enter(key: string): Leave {
    const count = this.count(key)
    if (count >= this.#limit) {
      if (this.#name !== undefined) countRefusal(this.#name)
      throw this.#refusal()
    }
    this.#counts.set(key, count + 1)
    let left = false
    return () => {
      if (left) return
      left = true
      const now = this.count(key) - 1
      if (now > 0) this.#counts.set(key, now)
      else this.#counts.delete(key)
    }
  }

  count(key: string): number {
    return this.#counts.get(key) ?? 0
  }

  /** Number of keys with running requests. */
  get size(): number {
    return this.#counts.size
  }
}

const leaving = new WeakMap<ServerResponse, Leave[]>()

/** Calls `leave` when the response has been sent, or its client has disconnected. A response may hold many slots. */
export function untilSent(response: ServerResponse, leave: Leave): void {
  if (response.destroyed) return leave()
  const known = leaving.get(response)
  if (known) return void known.push(leave)
  const held = [leave]
  leaving.set(response, held)
  const leaveAll = () => {
    for (const each of held.splice(0)) each()
  }
  response.once('finish', leaveAll)
  response.once('close', leaveAll)
}

const TOO_MANY = 'Too many concurrent requests. Please wait a moment and try again.'
const tooMany = () => new HttpError('TOO_MANY_REQUESTS', TOO_MANY, { retryAfter: RETRY_AFTER_S })

/** For responses that last minutes: random, so that clients do not return at the same time. */
export const tooManyStreams = () =>
  new HttpError('TOO_MANY_REQUESTS', TOO_MANY, { retryAfter: STREAM_RETRY_S * (1 + 2 * Math.random()) })

/** The error of a process that has reached its own limit, for any caller. */
export const overloaded = () =>
  new HttpError('UNAVAILABLE', 'The server is very busy right now. Please try again in a moment.', {
    retryAfter: RETRY_AFTER_S,
  })

import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'

/** Headers that stop a proxy in front of us from buffering or caching events. */
export const EVENT_HEADERS = { 'x-accel-buffering': 'no', 'cache-control': 'no-store' } as const

/**
 * Tracks the event streams that pass through this process: they last for minutes, and shutdown must not wait for them.
 * A client whose stream ends reconnects.
 */
export class EventStreams {
  readonly #open = new Set<Readable>()
  #ended = false

  constructor(app: FastifyInstance) {
    app.addHook('preClose', async () => this.#end())
  }

  /** A body that is not a stream is an error response. */
  follow(body: unknown): void {
    if (!(body instanceof Readable)) return
    this.#open.add(body)
    body.once('close', () => this.#open.delete(body))
    if (this.#ended) body.push(null)
  }

  #end(): void {
    this.#ended = true
    for (const stream of this.#open) stream.push(null)
  }
}

import type { FastifyInstance } from 'fastify'
import { Readable } from 'node:stream'

/** What a proxy in front of us must heed, or events would wait in its buffer or its cache. */
export const EVENT_HEADERS = { 'x-accel-buffering': 'no', 'cache-control': 'no-store' } as const

/**
 * The event streams that pass through this process: they last for minutes, and its end must not wait for them. A client
 * whose stream ends asks again.
 */
export class EventStreams {
  readonly #open = new Set<Readable>()
  #ended = false

  constructor(app: FastifyInstance) {
    app.addHook('preClose', async () => this.#end())
  }

  /** What is no stream is a refusal. */
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

import type { FastifyInstance } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Agent, Dispatcher } from 'undici'
import { HttpError } from '../http-error.ts'
import { keptConnections } from './kept-connections.ts'

type Handled = {
  response: ServerResponse
  refuse(error: HttpError): void
}
const handled = new AsyncLocalStorage<Handled>()

type Received = { statusCode: number; headers: IncomingHttpHeaders; body: Readable | Buffer }
type OnResponse = (error: Error | null, response?: Received) => void

/**
 * A response body of a known length up to this is passed as one buffer: a stream costs more than such a body, and a
 * slow client holds no more memory than with a stream.
 */
const WHOLE_BYTES = 64 * 1024

/**
 * The agent of a proxy. It aborts an upstream request when the client disconnects: @fastify/reply-from passes no
 * signal on, so the speech services would continue to make clips that no client needs. A body that is refused while
 * it streams (too slow, too large) gets the error of its own refusal.
 */
export function proxyAgent(app: FastifyInstance, options: Agent.Options): { request: Dispatcher['request'] } {
  const agent = keptConnections(options)
  app.addHook('onClose', () => agent.destroy())
  app.addHook('onRequest', (_request, reply, done) => {
    const refuse = (error: HttpError) => void (reply.sent || reply.send(error))
    handled.run({ response: reply.raw, refuse }, done)
  })
  const request = (target: Dispatcher.DispatchOptions, onResponse: OnResponse) => {
    const { response, refuse } = handled.getStore() ?? {}
    agent.dispatch(
      target,
      new Forwarding(response, (error, received) => {
        const refused = target.body instanceof Readable ? target.body.errored : null
        // The client has disconnected; the library would log each as a failure of the upstream.
        if (response && isGone(response)) {
          if (received?.body instanceof Readable) received.body.destroy()
        } else if (error && refused instanceof HttpError && refuse) refuse(refused)
        else onResponse(error, received)
      }),
    )
  }
  // reply-from passes only a callback; its type requires all forms.
  return { request: request as never }
}

const isGone = (response: ServerResponse) => response.destroyed && !response.writableFinished

/** One request of a client. Its response is passed on once: as a buffer if it is small, else as a stream. */
class Forwarding implements Dispatcher.DispatchHandler {
  readonly #client: ServerResponse | undefined
  readonly #onResponse: OnResponse
  #controller: Dispatcher.DispatchController | undefined
  /**
   * Created here and not in onRequestStart: requests whose controller a closure there held stayed in memory until the
   * next full garbage collection, and minor collections before it paused the process for 20 ms instead of 2 at 3,000
   * requests a second.
   */
  readonly #leave = () => {
    if (!this.#isOver && this.#client?.writableFinished === false) this.#controller?.abort(gone())
  }
  #whole: { statusCode: number; headers: IncomingHttpHeaders; chunks: Buffer[] } | undefined
  #stream: Readable | undefined
  #isOver = false

  constructor(client: ServerResponse | undefined, onResponse: OnResponse) {
    this.#client = client
    this.#onResponse = onResponse
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const client = this.#client
    if (!client) return
    if (isGone(client)) return controller.abort(gone())
    this.#controller = controller
    client.once('close', this.#leave)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    statusCode: number,
    headers: IncomingHttpHeaders,
  ): void {
    // Informational; the response itself follows.
    if (statusCode < 200) return
    const length = Number(headers['content-length'])
    if (
      length > 0 &&
      length <= WHOLE_BYTES &&
      headers['content-type'] &&
      this.#client?.req?.method !== 'HEAD'
    ) {
      this.#whole = { statusCode, headers, chunks: [] }
      return
    }
    this.#stream = new ResponseBody({
      read: () => controller.resume(),
      destroy: (error, done) => {
        if (!this.#isOver) controller.abort(error ?? gone())
        done(error)
      },
    })
    this.#onResponse(null, { statusCode, headers, body: this.#stream })
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#whole) this.#whole.chunks.push(chunk)
    else if (this.#stream?.push(chunk) === false) controller.pause()
  }

  onResponseEnd(): void {
    this.#end()
    this.#stream?.push(null)
    if (!this.#whole) return
    const { statusCode, headers, chunks } = this.#whole
    this.#onResponse(null, {
      statusCode,
      headers,
      body: chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks),
    })
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end()
    if (this.#stream) this.#stream.destroy(error)
    else this.#onResponse(error)
  }

  #end(): void {
    this.#isOver = true
    this.#client?.off('close', this.#leave)
  }
}

/** The consumer may end it before the upstream does; later data is dropped. */
class ResponseBody extends Readable {
  #isWhole = false

  override push(chunk: Buffer | null): boolean {
    if (this.#isWhole) return false
    this.#isWhole = chunk === null
    return super.push(chunk)
  }
}

const gone = () => new Error('The client has left')

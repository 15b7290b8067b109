import type { FastifyInstance } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Readable } from 'node:stream'
import { Agent, type Dispatcher } from 'undici'
import { HttpError } from './http-error.ts'

type Handled = {
  /** Fires when the client of the request being handled is gone. */
  gone: AbortSignal
  refuse(error: HttpError): void
}
const handled = new AsyncLocalStorage<Handled>()

type OnResponse = (error: Error | null, response: Dispatcher.ResponseData) => void

/**
 * The agent of a proxy whose upstream requests end when their client leaves. @fastify/reply-from passes no signal on,
 * so the speech services would go on making clips that no client waits for. A body that is refused while it
 * streams (too slow, too large) gets the sentence of its own refusal.
 */
export function proxyAgent(app: FastifyInstance, options: Agent.Options): { request: Dispatcher['request'] } {
  const agent = new Agent(options)
  app.addHook('onClose', () => agent.destroy())
  app.addHook('onRequest', (_request, reply, done) => {
    const gone = new AbortController()
    const { raw } = reply
    raw.once('close', () => raw.writableFinished || gone.abort())
    const refuse = (error: HttpError) => void (reply.sent || reply.send(error))
    handled.run({ gone: gone.signal, refuse }, done)
  })
  const request = (target: Dispatcher.RequestOptions, onResponse: OnResponse) => {
    const { gone = null, refuse } = handled.getStore() ?? {}
    agent.request({ ...target, signal: gone }, (error, response) => {
      const refused = target.body instanceof Readable ? target.body.errored : null
      // The client is gone, and the library would log each as a failure of the upstream.
      if (gone?.aborted) {
        if (!error) response.body.destroy()
      } else if (error && refused instanceof HttpError && refuse) refuse(refused)
      else onResponse(error, response)
    })
  }
  // reply-from calls it with a callback only; its type asks for all forms.
  return { request: request as Dispatcher['request'] }
}

import type { FastifyInstance } from 'fastify'
import { AsyncLocalStorage } from 'node:async_hooks'
import { Agent, type Dispatcher } from 'undici'

/** Fires when the client of the request being handled is gone. */
const clientGone = new AsyncLocalStorage<AbortSignal>()

type Answered = (error: Error | null, answer: Dispatcher.ResponseData) => void

/**
 * The agent of a proxy whose upstream requests end when their client leaves. @fastify/reply-from passes no signal on,
 * so a listener who jumps about would leave the speech services working for nobody.
 */
export function proxyAgent(app: FastifyInstance, options: Agent.Options): { request: Dispatcher['request'] } {
  const agent = new Agent(options)
  app.addHook('onClose', () => agent.destroy())
  app.addHook('onRequest', (_request, { raw }, done) => {
    const gone = new AbortController()
    raw.once('close', () => raw.writableFinished || gone.abort())
    clientGone.run(gone.signal, done)
  })
  const request = (target: Dispatcher.RequestOptions, answered: Answered) => {
    const signal = clientGone.getStore() ?? null
    agent.request({ ...target, signal }, (error, answer) => {
      // Nobody is left to hear of it, and the library would log each as a failure of the upstream.
      if (!signal?.aborted) answered(error, answer)
      else if (!error) answer.body.destroy()
    })
  }
  // reply-from calls it with a callback only; its type asks for all forms.
  return { request: request as Dispatcher['request'] }
}

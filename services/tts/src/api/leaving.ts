import { HttpError } from '@andscene/service-kit/http-error'
import type { FastifyReply } from 'fastify'

/** Aborts when the client has left or the response was sent. */
export function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const left = () => controller.abort(new HttpError('TIMEOUT', 'The client has left'))
  // The event of a client that has left already is not repeated.
  if (reply.raw.destroyed) left()
  else reply.raw.once('close', left)
  return controller.signal
}

import { HttpError } from '@andscene/service-kit/http-error'
import type { FastifyReply } from 'fastify'

/** Aborts when whoever asked is gone. */
export function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const left = () => controller.abort(new HttpError('TIMEOUT', 'Nobody waits any more'))
  // Gone already while something was looked up: no event comes any more.
  if (reply.raw.destroyed) left()
  else reply.raw.once('close', left)
  return controller.signal
}

import type { Right } from '@andscene/contracts/roles'
import { HttpError } from '@andscene/service-kit/http-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Socket } from 'node:net'
import type { Grant } from './access.ts'
import type { ApiParts } from './parts.ts'

export type Hearing = { scriptId: string; grant: Grant; right: Right }

export type Allowed = {
  /** Aborts when the client has left or has lost the right. */
  signal: AbortSignal
  /** Sends the response if the user still has the right, and cuts it off when the right is lost meanwhile. */
  send(respond: () => FastifyReply): Promise<FastifyReply>
}

/** Guards a response until it is sent (architecture §5): other users than the owner may lose access at any moment. */
export function whileAllowed(
  { access, watch }: Pick<ApiParts, 'access' | 'watch'>,
  { person, id: requestId }: FastifyRequest,
  reply: FastifyReply,
  hearing: Hearing | undefined,
): Allowed {
  const left = leaving(reply)
  if (!hearing || hearing.grant.role === 'owner') return { signal: left, send: async (respond) => respond() }
  const { scriptId, right } = hearing
  const sent = new AbortController()
  reply.raw.once('finish', () => sent.abort())
  const lost = watch.whileHearing(scriptId, person, right, AbortSignal.any([left, sent.signal]))
  let isSending = false
  lost.addEventListener('abort', () => isSending && cut(reply), { once: true })
  return {
    signal: AbortSignal.any([left, lost]),
    async send(respond) {
      await access.require(scriptId, person, right, requestId)
      lost.throwIfAborted()
      isSending = true
      return respond()
    },
  }
}

/** Also discards bytes that the system has buffered. */
function cut({ raw }: FastifyReply): void {
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy()
  else raw.destroy()
}

/** Aborts when the client has left or the response was sent. */
export function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const left = () => controller.abort(new HttpError('TIMEOUT', 'The client has left'))
  // The event of a client that has left already is not repeated.
  if (reply.raw.destroyed) left()
  else reply.raw.once('close', left)
  return controller.signal
}

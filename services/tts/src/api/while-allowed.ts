import type { Right } from '@andscene/contracts/roles'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Socket } from 'node:net'
import type { Grant } from './access.ts'
import { leaving } from './leaving.ts'
import type { ApiParts } from './parts.ts'

/** What of a script is on its way to whom. */
export type Hearing = { scriptId: string; grant: Grant; right: Right }

export type Allowed = {
  /** Aborts when whoever asked is gone, or may not hear it any more. */
  signal: AbortSignal
  /** Sends the response unless it was taken from them; should it be taken meanwhile, what is still to be sent is not. */
  send(respond: () => FastifyReply): Promise<FastifyReply>
}

/**
 * Looks after a response until it is sent (architecture §5): whoever is not the script's owner may lose the right to hear
 * it at any moment. Without a script it is their own.
 */
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

/** What the system holds of it is not sent either. */
function cut({ raw }: FastifyReply): void {
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy()
  else raw.destroy()
}

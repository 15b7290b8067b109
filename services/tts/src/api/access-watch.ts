import type { Person } from '@andscene/contracts/internal'
import { may, type Right } from '@andscene/contracts/sharing/roles'
import { settlesWithin } from '@andscene/service-kit/timeouts'
import { HttpError, notFound, dependencyUnavailable } from '@andscene/service-kit/http-error'
import { roleKey, type Access, type Grant } from './access.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Socket } from 'node:net'
import type { ApiParts } from '../parts.ts'

/** Interval of role checks while audio is being sent (ms). */
const CHECK_INTERVAL_MS = 400
/** Longest response time of a role check; two of them are REVOKED_WITHIN_MS. */
const CHECK_TIMEOUT_MS = 500

type Holder = { right: Right; lost: AbortController }
type Watched = {
  scriptId: string
  person: Person
  holders: Set<Holder>
  timer?: NodeJS.Timeout
}

/**
 * Detects within REVOKED_WITHIN_MS that a user has lost access, with one check per interval for each script and user.
 */
export class AccessWatch {
  readonly #access: Pick<Access, 'ask'>
  readonly #watched = new Map<string, Watched>()

  constructor(access: Pick<Access, 'ask'>) {
    this.#access = access
  }

  /** Aborts with NOT_FOUND when the right is lost, with AWAY when the check fails. Checks until `ended` aborts. */
  whileHearing(scriptId: string, person: Person, right: Right, ended: AbortSignal): AbortSignal {
    const holder: Holder = { right, lost: new AbortController() }
    if (ended.aborted) return holder.lost.signal
    const key = roleKey(scriptId, person)
    const known = this.#watched.get(key)
    const watched = known ?? { scriptId, person, holders: new Set() }
    watched.holders.add(holder)
    ended.addEventListener('abort', () => this.#leave(key, watched, holder), { once: true })
    if (!known) {
      this.#watched.set(key, watched)
      void this.#check(key, watched)
    }
    return holder.lost.signal
  }

  async #check(key: string, watched: Watched): Promise<void> {
    const { scriptId, person, holders } = watched
    // The first check is usually the cached one of the request.
    const { askedAt, grant: pending } = this.#access.ask(scriptId, person)
    try {
      if (!(await settlesWithin(pending, askedAt + CHECK_TIMEOUT_MS - performance.now())))
        throw new Error('no response in time')
      const grant = await pending
      for (const holder of holders)
        if (!grant || !may(grant.role, holder.right)) this.#lose(key, watched, holder, notFound('Script'))
    } catch (cause) {
      const reason = cause instanceof HttpError ? cause : dependencyUnavailable('service', cause)
      for (const holder of holders) this.#lose(key, watched, holder, reason)
    }
    if (holders.size === 0) return
    const nextIn = Math.max(0, askedAt + CHECK_INTERVAL_MS - performance.now())
    watched.timer = setTimeout(() => void this.#check(key, watched), nextIn)
  }

  #lose(key: string, watched: Watched, holder: Holder, reason: HttpError): void {
    this.#leave(key, watched, holder)
    holder.lost.abort(reason)
  }

  #leave(key: string, watched: Watched, holder: Holder): void {
    watched.holders.delete(holder)
    if (watched.holders.size > 0) return
    clearTimeout(watched.timer)
    if (this.#watched.get(key) === watched) this.#watched.delete(key)
  }
}

export type Hearing = { scriptId: string; grant: Grant; right: Right }

export type Allowed = {
  /** Aborts when the client has left or has lost the right. */
  signal: AbortSignal
  /** Sends the response if the user still has the right, and cuts it off when the right is lost meanwhile. */
  send(respond: () => FastifyReply): Promise<FastifyReply>
}

/** Guards a response until it is sent (architecture §5): users other than the owner may lose access at any moment. */
export function guardResponse(
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

/** Also discards bytes that the operating system has buffered. */
function cut({ raw }: FastifyReply): void {
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy()
  else raw.destroy()
}

/** Aborts when the client has left or the response was sent. */
export function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const left = () => controller.abort(new HttpError('TIMEOUT', 'The client has left'))
  // A client that has already left emits no further event.
  if (reply.raw.destroyed) left()
  else reply.raw.once('close', left)
  return controller.signal
}

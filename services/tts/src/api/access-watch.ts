import type { Person } from '@andscene/contracts/internal'
import { may, type Right } from '@andscene/contracts/roles'
import { HttpError, notFound, partAway } from '@andscene/service-kit/http-error'
import { roleKey, type Access } from './access.ts'

/** How often a role is asked for while sound is on its way (ms). */
const BEAT_MS = 400
/**
 * And how long the response may take until it is too late to be believed: the question after it is asked by then, and
 * two of these make REVOKED_WITHIN_MS.
 */
const BELIEVED_MS = 500

type Holder = { right: Right; lost: AbortController }
type Watched = {
  scriptId: string
  person: Person
  holders: Set<Holder>
  timer?: NodeJS.Timeout
}

/**
 * Notices within REVOKED_WITHIN_MS that somebody may not hear a script any more, while anything of it is on its way to
 * them. All that one person hears of one script shares a question per beat.
 */
export class AccessWatch {
  readonly #access: Pick<Access, 'ask'>
  readonly #watched = new Map<string, Watched>()

  constructor(access: Pick<Access, 'ask'>) {
    this.#access = access
  }

  /**
   * Aborts with NOT_FOUND when the person does not have the right any more, with AWAY when that cannot be found out.
   * Asks until `ended` has aborted.
   */
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
      void this.#beat(key, watched)
    }
    return holder.lost.signal
  }

  async #beat(key: string, watched: Watched): Promise<void> {
    const { scriptId, person, holders } = watched
    // The first one is what the request itself was told a moment ago.
    const { askedAt, grant: asked } = this.#access.ask(scriptId, person)
    try {
      const grant = await within(asked, askedAt + BELIEVED_MS - performance.now())
      for (const holder of holders)
        if (!grant || !may(grant.role, holder.right)) this.#lose(key, watched, holder, notFound('Script'))
    } catch (cause) {
      const reason = cause instanceof HttpError ? cause : partAway('service', cause)
      for (const holder of holders) this.#lose(key, watched, holder, reason)
    }
    if (holders.size === 0) return
    const nextIn = Math.max(0, askedAt + BEAT_MS - performance.now())
    watched.timer = setTimeout(() => void this.#beat(key, watched), nextIn)
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

/** Rejects when it takes longer. */
async function within<T>(asked: Promise<T>, ms: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('no answer in time')), Math.max(0, ms))
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}

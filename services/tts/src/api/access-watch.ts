import type { Person } from '@andscene/contracts/internal'
import { may, type Right } from '@andscene/contracts/roles'
import { endsWithin } from '@andscene/service-kit/ends-within'
import { HttpError, notFound, partAway } from '@andscene/service-kit/http-error'
import { roleKey, type Access } from './access.ts'

/** Interval of role checks while audio is being sent (ms). */
const BEAT_MS = 400
/** Longest response time of a role check; two of them are REVOKED_WITHIN_MS. */
const BELIEVED_MS = 500

type Holder = { right: Right; lost: AbortController }
type Watched = {
  scriptId: string
  person: Person
  holders: Set<Holder>
  timer?: NodeJS.Timeout
}

/** Notices within REVOKED_WITHIN_MS that a user has lost access, by one check per beat for a script and user. */
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
      void this.#beat(key, watched)
    }
    return holder.lost.signal
  }

  async #beat(key: string, watched: Watched): Promise<void> {
    const { scriptId, person, holders } = watched
    // The first check is usually the cached one of the request.
    const { askedAt, grant: asked } = this.#access.ask(scriptId, person)
    try {
      if (!(await endsWithin(asked, askedAt + BELIEVED_MS - performance.now())))
        throw new Error('no response in time')
      const grant = await asked
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

import type { AccessSource, LineSource, Person } from '@andscene/contracts/internal'
import { may, type Right } from '@andscene/contracts/roles'
import { readAccess, readLineSource, readNarrationSource } from '@andscene/contracts/routes/internal'
import { notFound } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import { LRUCache } from 'lru-cache'
import { orGone } from '../clips/script-clips.ts'
import type { ScriptStates } from '../storage/audio-index.ts'

/** An owner never changes, and the index knows of a deletion: so long the scripts service is not asked again. */
const OWNER_KEPT_MS = 10 * 60_000
const OWNERS_KEPT = 10_000

/** Any other role may be taken at any moment: what was asked for within so long is believed. */
const ROLE_KEPT_MS = 400
const ROLES_KEPT = 10_000

export type Grant = AccessSource
/** The grant is undefined for who may not even hear the script. */
export type Known = { askedAt: number; grant: Promise<Grant | undefined> }

/** What people may do with the audio of scripts. Nothing else of this service decides it (product §1). */
export class Access {
  readonly #scripts: ServiceClient
  readonly #states: Pick<ScriptStates, 'stateOf'>
  readonly #owners = new LRUCache<string, string>({ max: OWNERS_KEPT, ttl: OWNER_KEPT_MS })
  readonly #roles = new LRUCache<string, Known>({ max: ROLES_KEPT })

  constructor(scripts: ServiceClient, states: Pick<ScriptStates, 'stateOf'>) {
    this.#scripts = scripts
    this.#states = states
  }

  /** NOT_FOUND without this right. AWAY while the scripts service is unavailable, except for a known owner. */
  async require(scriptId: string, person: Person, right: Right, requestId: string): Promise<Grant> {
    if ((await this.#states.stateOf(scriptId)).erased) throw notFound('Script')
    const ownerId = person.guest ? undefined : await this.#ownerOf(scriptId, requestId)
    return this.requireOf({ scriptId, ownerId }, person, right, requestId)
  }

  async requireOf(
    { scriptId, ownerId }: { scriptId: string; ownerId: string | undefined },
    person: Person,
    right: Right,
    requestId: string,
  ): Promise<Grant> {
    if (ownerId !== undefined && ownerId === person.uid && !person.guest) return { ownerId, role: 'owner' }
    const grant = await this.ask(scriptId, person, requestId).grant
    if (!grant || !may(grant.role, right)) throw notFound('Script')
    return grant
  }

  async line(
    { scriptId, lineId }: { scriptId: string; lineId: string },
    person: Person,
    right: Right,
    requestId: string,
  ): Promise<{ source: LineSource; grant: Grant }> {
    if (isElsewhere(person, scriptId)) throw notFound('Script')
    const input = { params: { id: scriptId, lineId } }
    const { data: source } = await orNoScript(() => this.#scripts.call(readLineSource, input, { requestId }))
    const { ownerId } = source
    this.#owners.set(scriptId, ownerId)
    return { source, grant: await this.requireOf({ scriptId, ownerId }, person, right, requestId) }
  }

  /** The present role of a user who is not the owner; calls within a moment share one request. */
  ask(scriptId: string, person: Person, requestId?: string): Known {
    const askedAt = performance.now()
    if (isElsewhere(person, scriptId)) return { askedAt, grant: Promise.resolve(undefined) }
    const key = roleKey(scriptId, person)
    const known = this.#roles.get(key)
    if (known && askedAt - known.askedAt < ROLE_KEPT_MS) return known
    const asked = { askedAt, grant: this.#ask(scriptId, person, requestId) }
    this.#roles.set(key, asked)
    asked.grant.catch(() => this.#roles.get(key) === asked && this.#roles.delete(key))
    return asked
  }

  async #ask(
    scriptId: string,
    { uid, email, emailVerified, guest }: Person,
    requestId: string | undefined,
  ): Promise<Grant | undefined> {
    const body = {
      uid,
      ...(email !== undefined && { email }),
      ...(emailVerified !== undefined && { emailVerified }),
      ...(guest && { guest }),
    }
    const input = { params: { id: scriptId }, body }
    return orGone(async () => (await this.#scripts.call(readAccess, input, { requestId })).data)
  }

  async #ownerOf(scriptId: string, requestId: string): Promise<string> {
    const known = this.#owners.get(scriptId)
    if (known !== undefined) return known
    const input = { params: { id: scriptId }, query: { count: 0 } }
    const { data } = await orNoScript(() => this.#scripts.call(readNarrationSource, input, { requestId }))
    this.#owners.set(scriptId, data.ownerId)
    return data.ownerId
  }
}

export const roleKey = (scriptId: string, { uid, guest }: Person): string =>
  JSON.stringify([scriptId, uid, guest?.linkId])

const isElsewhere = ({ guest }: Person, scriptId: string) =>
  guest !== undefined && guest.scriptId !== scriptId

/** A missing line responds as a missing script does. */
async function orNoScript<T extends object>(ask: () => Promise<T>): Promise<T> {
  const found = await orGone(ask)
  if (!found) throw notFound('Script')
  return found
}

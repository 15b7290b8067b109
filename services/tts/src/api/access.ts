import { asCast } from '@andscene/screenplay/voices'
import type { Person, ScriptsBody, ScriptSource, SourceLine } from '@andscene/contracts/internal'
import { may, type Right, type Role } from '@andscene/contracts/sharing/roles'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import type { SpeechSource } from '@andscene/screenplay/line-speech'
import { notFound } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import { LRUCache } from 'lru-cache'
import { readScript } from '../clips/script-clips.ts'
import type { ScriptStates } from '../storage/audio-index.ts'

/** Cache time of owners, who never change; the index records deletions. */
const OWNER_KEPT_MS = 10 * 60_000
const OWNERS_KEPT = 10_000

/** Cache time of other roles, which may be revoked at any moment. */
const ROLE_KEPT_MS = 400
const ROLES_KEPT = 10_000
/** Roles are checked during playback, so the check must be fast. */
const ROLE_TIMEOUT_MS = 2_000

export type Grant = { ownerId: string; role: Role }
/** Other than `stored`, `line` is as the casting has it spoken. */
export type LineSource = SpeechSource & {
  line: SourceLine
  stored: SourceLine
  /** Deliveries in which the line may have been spoken. */
  deliveries: readonly Delivery[]
  /** In the present draft; absent for a line of another draft that is not in it. */
  lineIndex?: number | undefined
}
/** `draft`: absent for the present one. */
export type LineOfScript = { scriptId: string; lineId: string; draft?: number | undefined }
/** The grant is undefined for users who may not listen to the script. */
export type Known = { askedAt: number; grant: Promise<Grant | undefined> }

/** Decides what users may do with the audio of scripts; no other part of this service does (product §1). */
export class Access {
  readonly #scripts: ServiceClient
  readonly #states: Pick<ScriptStates, 'stateOf'>
  readonly #owners = new LRUCache<string, string>({ max: OWNERS_KEPT, ttl: OWNER_KEPT_MS })
  readonly #roles = new LRUCache<string, Known>({ max: ROLES_KEPT })

  constructor(scripts: ServiceClient, states: Pick<ScriptStates, 'stateOf'>) {
    this.#scripts = scripts
    this.#states = states
  }

  /**
   * Throws NOT_FOUND without this right, and AWAY while the scripts service is unavailable, except for a known owner.
   */
  async require(scriptId: string, person: Person, right: Right, requestId: string): Promise<Grant> {
    if ((await this.#states.stateOf(scriptId)).erased) throw notFound('Script')
    const ownerId = this.#owners.get(scriptId)
    if (ownerId !== undefined && ownerId === person.uid && !person.guest) return { ownerId, role: 'owner' }
    const grant = await this.ask(scriptId, person, requestId).grant
    if (!grant || !may(grant.role, right)) throw notFound('Script')
    return grant
  }

  /** Rejects a missing line, and one of a draft that `person` may not open, like a missing script. */
  async line(
    { scriptId, lineId, draft }: LineOfScript,
    person: Person,
    right: Right,
    requestId: string,
  ): Promise<{ source: LineSource; grant: Grant }> {
    if (isElsewhere(person, scriptId)) throw notFound('Script')
    const what = { lineId, ...(draft !== undefined && { draft }), casting: {} }
    const script = await this.#read(scriptId, person, what, { requestId })
    const { line: stored, lineIndex, casting, pronunciations, language }: Partial<ScriptSource> = script ?? {}
    const { lineDeliveries: deliveries = [] }: Partial<ScriptSource> = script ?? {}
    const grant = grantOf(script)
    if (!grant || !may(grant.role, right) || !stored || !casting) throw notFound('Script')
    const cast = asCast(stored, casting)
    return { source: { line: cast, stored, deliveries, lineIndex, casting, pronunciations, language }, grant }
  }

  /** The current role of a user who is not the owner; calls within ROLE_KEPT_MS share one request. */
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

  async #ask(scriptId: string, person: Person, requestId: string | undefined): Promise<Grant | undefined> {
    return grantOf(await this.#read(scriptId, person, {}, { requestId, timeoutMs: ROLE_TIMEOUT_MS }))
  }

  async #read(
    scriptId: string,
    person: Person,
    what: Pick<ScriptsBody, 'lineId' | 'draft' | 'casting'>,
    options: { requestId: string | undefined; timeoutMs?: number },
  ): Promise<ScriptSource | undefined> {
    const script = await readScript(
      this.#scripts,
      scriptId,
      { person: readerFields(person), ...what },
      options,
    )
    if (script) this.#owners.set(scriptId, script.ownerId)
    return script
  }
}

const grantOf = (script: ScriptSource | undefined): Grant | undefined =>
  script?.role && { ownerId: script.ownerId, role: script.role }

/** The fields by which the scripts service finds a user's role. */
export const readerFields = ({ uid, email, emailVerified, guest }: Person) => ({
  uid,
  ...(email !== undefined && { email }),
  ...(emailVerified !== undefined && { emailVerified }),
  ...(guest && { guest }),
})

export const roleKey = (scriptId: string, { uid, guest }: Person): string =>
  JSON.stringify([scriptId, uid, guest?.linkId])

const isElsewhere = ({ guest }: Person, scriptId: string) =>
  guest !== undefined && guest.scriptId !== scriptId

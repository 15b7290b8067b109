import { addressOf } from '@andscene/contracts/text/address'
import type { Route } from '@andscene/contracts/define-route'
import type { Person } from '@andscene/contracts/internal'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import { notFound } from '@andscene/service-kit/http-error'
import type { Clock } from './clock.ts'
import type { Stores } from './store/open-stores.ts'
import type { ScriptField, ScriptWith } from './store/script-store.ts'
import { ofCollaborator, memberNames } from './sharing/history.ts'
import type { ShareLink } from './store/share-store.ts'

type Asked = { person: Person; params: { id: string } }
/** A script and the caller's role in it. */
type AccessibleScript<Field extends ScriptField> = ScriptWith<Field> & { role: Role }

/** The only place in this service that decides access to scripts (product §1). */
export class Access {
  readonly #stores: Pick<Stores, 'scripts' | 'shares' | 'profiles'>
  readonly #clock: Clock
  readonly #keepName: ReturnType<typeof memberNames>

  constructor(stores: Pick<Stores, 'scripts' | 'shares' | 'profiles'>, clock: Clock) {
    this.#stores = stores
    this.#clock = clock
    this.#keepName = memberNames(stores, clock)
  }

  /**
   * Returns these fields of the script if it exists and the user has the right that the route requires; otherwise
   * throws the same NOT_FOUND for both (architecture §5).
   */
  async script<Field extends ScriptField>(
    route: Pick<Route, 'right'>,
    { person, params: { id } }: Asked,
    fields: readonly Field[],
  ): Promise<AccessibleScript<Field>> {
    const script = await this.#stores.scripts.find(id, fields)
    const role = script && (await this.roleOf(person, script))
    // A route without a right is a bug.
    if (!script || !role || !route.right || !may(role, route.right)) throw notFound('Script')
    await this.#keepName(person, script)
    return { ...script, role }
  }

  /** Read for each request, so that a revoked role has no effect from the next request on. */
  async roleOf(person: Person, script: { id: string; ownerId: string }): Promise<Role | undefined> {
    if (person.guest) {
      const link = await this.#stores.shares.findLink(person.guest.linkId)
      return link && link.scriptId === script.id && this.isOpen(link) ? link.role : undefined
    }
    if (script.ownerId === person.uid) return 'owner'
    const known = await this.#stores.shares.collaboratorOf(script.id, person.uid)
    if (known) return known.role
    const bound = await this.bind(person)
    return bound.find(({ scriptId }) => scriptId === script.id)?.role
  }

  /**
   * Binds the invitations to the user's verified address that were created before invitations had keys (decision 0067).
   */
  async bind({ uid, email, emailVerified, guest }: Person) {
    if (guest || !email || !emailVerified) return []
    const { shares } = this.#stores
    const now = this.#clock.now()
    const bound = await shares.bind(addressOf(email), uid, now)
    for (const collaborator of bound) await shares.addEvent(ofCollaborator('joined', collaborator, now))
    return bound
  }

  /** Neither revoked nor expired. */
  readonly isOpen = ({ revokedAt, expiresAt }: ShareLink): boolean =>
    revokedAt === undefined && expiresAt > this.#clock.now()
}

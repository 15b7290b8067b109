import { plainName } from '@andscene/contracts/text/names'
import type { Person } from '@andscene/contracts/internal'
import type { LinkRole } from '@andscene/contracts/sharing/roles'
import type { Collaborator, ShareEvent, ShareLink } from '../store/share-store.ts'
import { ExpiringMap } from '@andscene/service-kit/expiring-map'
import type { Clock } from '../clock.ts'
import type { Stores } from '../store/open-stores.ts'

/** Entries of a script's audit log (product §11). */

type Named = Pick<Person, 'uid' | 'name' | 'email'>

/**
 * Returns the name that others see unless the user has set one (profiles.ts): never a whole e-mail address, which
 * others may not know.
 */
export const nameOf = ({ name, email }: Omit<Named, 'uid'>): string =>
  plainName(name ?? '') || plainName(email?.split('@')[0] ?? '') || 'Someone'

/** An action of the owner, `by`, on an invitation; without `by`, an action of the invited user. */
export const ofCollaborator = (
  kind: 'invited' | 'changed' | 'revoked' | 'joined' | 'left',
  { scriptId, id, email, role, uid }: Collaborator,
  at: Date,
  by?: Named,
): ShareEvent => ({
  scriptId,
  at,
  kind,
  actor: by ? nameOf(by) : email,
  actorId: by ? by.uid : uid,
  subject: email,
  subjectId: id,
  subjectUid: uid,
  ...(kind !== 'revoked' && kind !== 'left' && { role }),
})

/** `role`: that of a new link, or the new one. */
export const ofLink = (
  kind: 'link-created' | 'changed' | 'revoked' | 'opened',
  { scriptId, name }: ShareLink,
  at: Date,
  by: Named & { role?: LinkRole | undefined },
): ShareEvent => ({
  scriptId,
  at,
  kind,
  actor: nameOf(by),
  actorId: by.uid,
  subject: name,
  ...(by.role && { role: by.role }),
})

const REMEMBERED = 10_000
/** After this time the name is read again, because another process may have changed it. Milliseconds. */
const TRUST_MS = 10 * 60_000

/**
 * Returns a function that stores the current name of a member of a script, so that guests with the same name can be
 * distinguished (decision 0070). It never throws; the member's next request retries.
 */
export function memberNames(
  { scripts, shares, profiles }: Pick<Stores, 'scripts' | 'shares' | 'profiles'>,
  clock: Clock,
) {
  const now = () => clock.now().getTime()
  const kept = new ExpiringMap<string>(REMEMBERED, now)

  const keepOwner = async (id: string, name: string) => {
    const script = await scripts.find(id, ['ownerName'])
    if (script && script.ownerName !== name) await scripts.nameOwner(id, name)
  }
  const keepCollaborator = async (id: string, uid: string, name: string) => {
    const known = await shares.collaboratorOf(id, uid)
    if (known && known.name !== name) await shares.nameCollaborator(id, known.id, name)
  }

  return async (person: Person, { id, ownerId }: { id: string; ownerId: string }): Promise<void> => {
    const { uid } = person
    const key = `${id} ${uid}`
    const name = nameOf(person)
    if (person.guest || kept.get(key) === name) return
    try {
      const shown = (await profiles.names([uid])).get(uid) ?? name
      await (uid === ownerId ? keepOwner(id, shown) : keepCollaborator(id, uid, shown))
      kept.set(key, name, now() + TRUST_MS)
    } catch {
      // A read of a script must succeed even if the store rejects writes.
    }
  }
}

import { plainName } from '@andscene/contracts/names'
import type { Person } from '@andscene/contracts/internal'
import type { Collaborator, ShareEvent, ShareLink } from '../store/share-store.ts'

/** Entries of a script's audit list (product §11). */

type Named = Pick<Person, 'uid' | 'name' | 'email'>

/** How a person is named to others: never by the whole of an address that they have not given them. */
export const nameOf = ({ name, email }: Omit<Named, 'uid'>): string =>
  plainName(name ?? '') || plainName(email?.split('@')[0] ?? '') || 'Someone'

/** What the owner, `by`, did to an invitation; without it what the invited user did. */
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

export const ofLink = (
  kind: 'link-created' | 'changed' | 'revoked' | 'opened',
  { scriptId, name, role }: ShareLink,
  at: Date,
  by: Named,
): ShareEvent => ({
  scriptId,
  at,
  kind,
  actor: nameOf(by),
  actorId: by.uid,
  subject: name,
  ...((kind === 'link-created' || kind === 'changed') && { role }),
})

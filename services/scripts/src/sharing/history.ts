import { plainName } from '@andscene/contracts/names'
import type { Person } from '@andscene/contracts/internal'
import type { Collaborator, ShareEvent, ShareLink } from '../store/share-store.ts'

/** Entries of a script's audit list (product §11). */

/** How a person is named to others: never by the whole of an address that they have not given them. */
export const nameOf = ({ name, email }: Pick<Person, 'name' | 'email'>): string =>
  plainName(name ?? '') || plainName(email?.split('@')[0] ?? '') || 'Someone'

type By = { person: Person; now: Date }

export const joined = ({ scriptId, email, role, uid, id }: Collaborator, at: Date): ShareEvent => ({
  scriptId,
  at,
  kind: 'joined',
  actor: email,
  actorId: uid,
  subject: email,
  subjectId: id,
  subjectUid: uid,
  role,
})

export const ofCollaborator = (
  kind: 'invited' | 'changed' | 'revoked' | 'left',
  { scriptId, id, email, role, uid }: Collaborator,
  { person, now: at }: By,
): ShareEvent => ({
  scriptId,
  at,
  kind,
  actor: kind === 'left' ? email : nameOf(person),
  actorId: person.uid,
  subject: email,
  subjectId: id,
  subjectUid: uid,
  ...(kind !== 'revoked' && kind !== 'left' && { role }),
})

/** For a recipient without a known account. */
export const left = ({ scriptId, id, email }: Collaborator, at: Date): ShareEvent => ({
  scriptId,
  at,
  kind: 'left',
  actor: email,
  subject: email,
  subjectId: id,
})

export const ofLink = (
  kind: 'link-created' | 'changed' | 'revoked',
  { scriptId, name, role }: ShareLink,
  { person, now: at }: By,
): ShareEvent => ({
  scriptId,
  at,
  kind,
  actor: nameOf(person),
  actorId: person.uid,
  subject: name,
  ...(kind !== 'revoked' && { role }),
})

export const opened = ({ scriptId, name }: ShareLink, at: Date): ShareEvent => ({
  scriptId,
  at,
  kind: 'opened',
  actor: 'Guest',
  subject: name,
})

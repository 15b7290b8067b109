import type * as contract from '@andscene/contracts/sharing'
import type { Hearing } from '../store/documents/progress.ts'
import type { Collaborator, Guest, ShareEvent, ShareLink } from '../store/share-store.ts'

/** How far a listener has come in a script with this number of lines. */
export type Heard = (uid: string | undefined) => { lastHeardAt?: string; heard?: number }

export function hearingsOf(hearings: readonly Hearing[], lineCount: number): Heard {
  const byPerson = new Map(hearings.map((hearing) => [hearing.uid, hearing]))
  return (uid) => {
    const hearing = uid === undefined ? undefined : byPerson.get(uid)
    if (!hearing) return {}
    const heard = lineCount === 0 ? 0 : Math.min(1, (hearing.furthestLineIndex + 1) / lineCount)
    return { heard, lastHeardAt: hearing.lastUpdated.toISOString() }
  }
}

const nothingHeard: Heard = () => ({})

export const collaboratorIn = (
  { id, email, role, invitedAt, expiresAt, joinedAt, mail, uid }: Collaborator,
  heard: Heard = nothingHeard,
): contract.Collaborator => ({
  _id: id,
  email,
  role,
  invitedAt: invitedAt.toISOString(),
  ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  ...(joinedAt && { joinedAt: joinedAt.toISOString() }),
  mail,
  ...heard(uid),
})

export const linkIn = (
  link: ShareLink,
  guests: readonly Guest[] = [],
  heard: Heard = nothingHeard,
): contract.ShareLink => ({
  _id: link.id,
  name: link.name,
  role: link.role,
  createdAt: link.createdAt.toISOString(),
  expiresAt: link.expiresAt.toISOString(),
  ...(link.revokedAt && { revokedAt: link.revokedAt.toISOString() }),
  hasPassphrase: link.passphraseHash !== undefined,
  opens: link.opens,
  ...(link.lastOpenedAt && { lastOpenedAt: link.lastOpenedAt.toISOString() }),
  guests: guests
    .filter(({ linkId }) => linkId === link.id)
    .map(({ id, name, openedAt }) => ({
      ...(name !== undefined && { name }),
      openedAt: openedAt.toISOString(),
      heard: 0,
      ...heard(id),
    })),
})

export const eventIn = ({ at, kind, actor, subject, role }: ShareEvent): contract.ShareEvent => ({
  at: at.toISOString(),
  kind,
  actor,
  subject,
  ...(role && { role }),
})

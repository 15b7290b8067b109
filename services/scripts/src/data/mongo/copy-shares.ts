import type { Add } from '@andscene/service-kit/data/inserter'
import type { Db } from 'mongodb'
import { shareCollections } from '../../store/mongo/share-documents.ts'

/** Reads invitations, how they ended, who was removed, links with their guests, and events. Links come before guests: a link that came meanwhile is left out with them. */
export async function copyShares(server: Db, add: Add): Promise<void> {
  const { collaborators, links, guests, events, removals, invitationEnds } = shareCollections(server)
  for await (const { _id, ...one } of collaborators.find())
    add('collaborators', {
      id: _id,
      script_id: one.scriptId,
      email: one.email,
      role: one.role,
      invited_at: one.invitedAt.getTime(),
      invited_by: one.invitedBy,
      uid: one.uid ?? null,
      joined_at: one.joinedAt?.getTime() ?? null,
      name: one.name ?? null,
      mail: one.mail,
      key_hash: one.keyHash ?? null,
      expires_at: one.expiresAt?.getTime() ?? null,
      link_id: one.linkId ?? null,
    })
  for await (const { _id, reason, endedAt, ownerId = null, addressHash = null } of invitationEnds.find())
    add('invitation_ends', {
      key_hash: _id,
      reason,
      ended_at: endedAt.getTime(),
      owner_id: ownerId,
      address_hash: addressHash,
    })
  for await (const { scriptId, uidHash } of removals.find())
    add('removed_collaborators', { script_id: scriptId, uid_hash: uidHash })
  for await (const { _id, ...link } of links.find())
    add('share_links', {
      id: _id,
      script_id: link.scriptId,
      token_hash: link.tokenHash,
      name: link.name,
      role: link.role,
      created_at: link.createdAt.getTime(),
      expires_at: link.expiresAt.getTime(),
      revoked_at: link.revokedAt?.getTime() ?? null,
      passphrase_hash: link.passphraseHash ?? null,
      opens: link.opens,
      last_opened_at: link.lastOpenedAt?.getTime() ?? null,
    })
  for await (const { _id, linkId, openedAt, name = null, keyHash = null } of guests.find())
    add('share_guests', { id: _id, link_id: linkId, opened_at: openedAt.getTime(), name, key_hash: keyHash })
  let id = 0
  for await (const event of events.find().sort({ scriptId: 1, at: -1, _id: -1 }))
    add('share_events', {
      // The list of a script has the newest first; those of one moment come by their ids.
      id: (id -= 1),
      script_id: event.scriptId,
      at: event.at.getTime(),
      kind: event.kind,
      actor: event.actor,
      actor_id: event.actorId ?? null,
      subject: event.subject,
      subject_id: event.subjectId ?? null,
      subject_uid: event.subjectUid ?? null,
      role: event.role ?? null,
    })
}

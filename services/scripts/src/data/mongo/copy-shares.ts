import type { Add } from '@andscene/service-kit/data/inserter'
import type { Db } from 'mongodb'
import { fromDocument, shareCollections } from '../../store/mongo/share-documents.ts'
import {
  COLLABORATORS,
  INVITATION_ENDS,
  SHARE_EVENTS,
  SHARE_GUESTS,
  SHARE_LINKS,
} from '../../store/tables.ts'

/** Reads what sharing stores. Links are read before guests: a link that was added meanwhile is left out with its guests. */
export async function copyShares(server: Db, add: Add): Promise<void> {
  const { collaborators, links, guests, events, removals, invitationEnds } = shareCollections(server)
  for await (const document of collaborators.find())
    add(COLLABORATORS.name, COLLABORATORS.toRow(fromDocument(document)))
  for await (const { _id, ...end } of invitationEnds.find())
    add(INVITATION_ENDS.name, INVITATION_ENDS.toRow({ ...end, keyHash: _id }))
  for await (const { scriptId, uidHash } of removals.find())
    add('removed_collaborators', { script_id: scriptId, uid_hash: uidHash })
  for await (const document of links.find()) add(SHARE_LINKS.name, SHARE_LINKS.toRow(fromDocument(document)))
  for await (const document of guests.find())
    add(SHARE_GUESTS.name, SHARE_GUESTS.toRow(fromDocument(document)))
  let id = 0
  // Newest first, so ids fall: the embedded store lists events of one moment by id.
  for await (const event of events.find().sort({ scriptId: 1, at: -1, _id: -1 }))
    add(SHARE_EVENTS.name, { id: (id -= 1), ...SHARE_EVENTS.toRow(event) })
}

import { insertAll, rowsOf } from '@andscene/service-kit/data/mongo-documents'
import type { Table } from '@andscene/service-kit/stores/table'
import { ObjectId, type Db } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'
import { removalDocument } from '../../store/mongo/removals.ts'
import {
  collaboratorDocument,
  guestDocument,
  linkDocument,
  shareCollections,
} from '../../store/mongo/share-documents.ts'
import type { Guest } from '../../store/share-store.ts'
import {
  COLLABORATORS,
  INVITATION_ENDS,
  SHARE_EVENTS,
  SHARE_GUESTS,
  SHARE_LINKS,
} from '../../store/tables.ts'

export async function takeInShares(db: DatabaseSync, server: Db): Promise<void> {
  const { collaborators, invitationEnds, removals, links, guests, events } = shareCollections(server)
  await insertAll(collaborators, mapRows(db, select(COLLABORATORS), collaborator))
  await insertAll(invitationEnds, mapRows(db, select(INVITATION_ENDS), invitationEnd))
  const removedSql = 'SELECT script_id AS scriptId, uid_hash AS uidHash FROM removed_collaborators'
  await insertAll(removals, mapRows(db, removedSql, removal))
  await insertAll(links, mapRows(db, select(SHARE_LINKS), link))
  const guestsSql = `SELECT ${SHARE_GUESTS.columns('guest')}, script_id AS scriptId
    FROM share_guests AS guest JOIN share_links AS link ON link.id = link_id`
  await insertAll(guests, mapRows(db, guestsSql, guest))
  await insertAll(events, mapRows(db, `${select(SHARE_EVENTS)} ORDER BY id`, event))
}

const select = <T extends object>(table: Table<T>) => `SELECT ${table.columns()} FROM ${table.name}`

function* mapRows<T>(db: DatabaseSync, sql: string, map: (row: object, index: number) => T): Generator<T> {
  let index = 0
  for (const row of rowsOf<object>(db, sql)) yield map(row, index++)
}

const collaborator = (row: object) => collaboratorDocument(COLLABORATORS.fromRow(row))
const link = (row: object) => linkDocument(SHARE_LINKS.fromRow(row))
const guest = (row: object) => guestDocument(SHARE_GUESTS.fromRow<Guest>(row))
const invitationEnd = (row: object) => {
  const { keyHash, ...end } = INVITATION_ENDS.fromRow(row)
  return { _id: keyHash, ...end }
}
const removal = (row: object) => {
  const { scriptId, uidHash } = row as { scriptId: string; uidHash: string }
  return removalDocument(scriptId, uidHash)
}
/** Ids in the order of the rows, in which events of one moment are listed, and lower than those of later events. */
const event = (row: object, index: number) => ({
  _id: ObjectId.createFromHexString((index + 1).toString(16).padStart(24, '0')),
  ...SHARE_EVENTS.fromRow(row),
})

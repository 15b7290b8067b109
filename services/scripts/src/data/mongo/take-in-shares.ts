import { insertAll, rowsOf } from '@andscene/service-kit/data/mongo-documents'
import { ObjectId, type Db, type WithId } from 'mongodb'
import type { DatabaseSync } from 'node:sqlite'
import { removalDocument } from '../../store/mongo/removals.ts'
import {
  shareCollections,
  type CollaboratorDocument,
  type GuestDocument,
  type InvitationEndDocument,
  type LinkDocument,
  type RemovalDocument,
} from '../../store/mongo/share-documents.ts'
import type { ShareEvent } from '../../store/share-store.ts'

export async function takeInShares(db: DatabaseSync, server: Db): Promise<void> {
  const collections = shareCollections(server)
  await insertAll(collections.collaborators, collaborators(db))
  await insertAll(collections.invitationEnds, invitationEnds(db))
  await insertAll(collections.removals, removed(db))
  await insertAll(collections.links, links(db))
  await insertAll(collections.guests, guests(db))
  await insertAll(collections.events, events(db))
}

/** A row with its empty columns left out: fields that are not known are absent. */
type Row<T> = { [Field in keyof T]: T[Field] extends Date ? number : T[Field] }

const moment = (ms: number | null): Date | undefined => (ms === null ? undefined : new Date(ms))

type CollaboratorRow = Row<
  Omit<CollaboratorDocument, 'uid' | 'joinedAt' | 'name' | 'keyHash' | 'expiresAt' | 'linkId'>
> &
  Record<'uid' | 'name' | 'keyHash' | 'linkId', string | null> &
  Record<'joinedAt' | 'expiresAt', number | null>

function* collaborators(db: DatabaseSync): Generator<CollaboratorDocument> {
  const rows = rowsOf<CollaboratorRow>(
    db,
    `SELECT id AS _id, script_id AS scriptId, email, role, invited_at AS invitedAt, invited_by AS invitedBy, uid,
            joined_at AS joinedAt, name, mail, key_hash AS keyHash, expires_at AS expiresAt, link_id AS linkId
     FROM collaborators`,
  )
  for (const row of rows)
    yield {
      ...row,
      invitedAt: new Date(row.invitedAt),
      uid: row.uid ?? undefined,
      joinedAt: moment(row.joinedAt),
      name: row.name ?? undefined,
      keyHash: row.keyHash ?? undefined,
      expiresAt: moment(row.expiresAt),
      linkId: row.linkId ?? undefined,
    }
}

type EndRow = Pick<InvitationEndDocument, '_id' | 'reason'> &
  Record<'ownerId' | 'addressHash', string | null> & { endedAt: number }

function* invitationEnds(db: DatabaseSync): Generator<InvitationEndDocument> {
  const rows = rowsOf<EndRow>(
    db,
    `SELECT key_hash AS _id, reason, ended_at AS endedAt, owner_id AS ownerId, address_hash AS addressHash
     FROM invitation_ends`,
  )
  for (const { _id, reason, endedAt, ownerId, addressHash } of rows)
    yield {
      _id,
      reason,
      endedAt: new Date(endedAt),
      ownerId: ownerId ?? undefined,
      addressHash: addressHash ?? undefined,
    }
}

function* removed(db: DatabaseSync): Generator<RemovalDocument> {
  const rows = rowsOf<Pick<RemovalDocument, 'scriptId' | 'uidHash'>>(
    db,
    'SELECT script_id AS scriptId, uid_hash AS uidHash FROM removed_collaborators',
  )
  for (const { scriptId, uidHash } of rows) yield removalDocument(scriptId, uidHash)
}

type LinkRow = Row<Omit<LinkDocument, 'revokedAt' | 'passphraseHash' | 'lastOpenedAt'>> & {
  revokedAt: number | null
  passphraseHash: string | null
  lastOpenedAt: number | null
}

function* links(db: DatabaseSync): Generator<LinkDocument> {
  const rows = rowsOf<LinkRow>(
    db,
    `SELECT id AS _id, script_id AS scriptId, token_hash AS tokenHash, name, role, created_at AS createdAt,
            expires_at AS expiresAt, revoked_at AS revokedAt, passphrase_hash AS passphraseHash, opens,
            last_opened_at AS lastOpenedAt FROM share_links`,
  )
  for (const row of rows)
    yield {
      ...row,
      createdAt: new Date(row.createdAt),
      expiresAt: new Date(row.expiresAt),
      revokedAt: moment(row.revokedAt),
      passphraseHash: row.passphraseHash ?? undefined,
      lastOpenedAt: moment(row.lastOpenedAt),
    }
}

type GuestRow = Row<Omit<GuestDocument, 'name' | 'keyHash'>> & Record<'name' | 'keyHash', string | null>

function* guests(db: DatabaseSync): Generator<GuestDocument> {
  const rows = rowsOf<GuestRow>(
    db,
    `SELECT guest.id AS _id, link_id AS linkId, script_id AS scriptId, opened_at AS openedAt, guest.name AS name,
            key_hash AS keyHash FROM share_guests AS guest JOIN share_links AS link ON link.id = link_id`,
  )
  for (const row of rows)
    yield {
      ...row,
      openedAt: new Date(row.openedAt),
      name: row.name ?? undefined,
      keyHash: row.keyHash ?? undefined,
    }
}

type EventRow = Row<Omit<ShareEvent, 'actorId' | 'subjectId' | 'subjectUid' | 'role'>> &
  Record<'actorId' | 'subjectId' | 'subjectUid', string | null> & { role: ShareEvent['role'] | null }

/** Ids in the order of the rows, which those of one moment are listed by, and before all that are made from now on. */
function* events(db: DatabaseSync): Generator<WithId<ShareEvent>> {
  const rows = rowsOf<EventRow>(
    db,
    `SELECT script_id AS scriptId, at, kind, actor, actor_id AS actorId, subject, subject_id AS subjectId,
            subject_uid AS subjectUid, role FROM share_events ORDER BY id`,
  )
  let count = 0
  for (const row of rows)
    yield {
      _id: ObjectId.createFromHexString((count += 1).toString(16).padStart(24, '0')),
      ...row,
      at: new Date(row.at),
      actorId: row.actorId ?? undefined,
      subjectId: row.subjectId ?? undefined,
      subjectUid: row.subjectUid ?? undefined,
      role: row.role ?? undefined,
    }
}

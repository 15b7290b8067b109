import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Collaborator, Guest, InvitationEnd, ShareEvent, ShareLink } from '../share-store.ts'

/** Unknown fields are absent. */
type Document<T extends { id: string }> = Omit<T, 'id'> & { _id: string }
export type CollaboratorDocument = Document<Collaborator>
type LinkDocument = Document<ShareLink>
type GuestDocument = Document<Guest>

/** `_id`: the SHA-256 of the key. */
type InvitationEndDocument = {
  _id: string
  reason: InvitationEnd
  endedAt: Date
  /** A declined invitation: the owner of the script and the SHA-256 of the address. */
  ownerId?: string
  addressHash?: string
}

/** An account that the owner has removed; `_id` contains both. `uidHash` as in accounts.ts. */
type RemovalDocument = { _id: string; scriptId: string; uidHash: string }

/** Not removed with the script, because no more mail may be sent to an address that declined. */
const ENDS = 'invitation_ends'
/** Collections with sharing data of a script; each document has `scriptId`. */
const NAMES = [
  'collaborators',
  'share_links',
  'share_guests',
  'share_events',
  'removed_collaborators',
] as const

export const shareCollections = (db: DocumentDb) => ({
  collaborators: db.collection<CollaboratorDocument>(NAMES[0]),
  links: db.collection<LinkDocument>(NAMES[1]),
  guests: db.collection<GuestDocument>(NAMES[2]),
  events: db.collection<ShareEvent>(NAMES[3]),
  removals: db.collection<RemovalDocument>(NAMES[4]),
  invitationEnds: db.collection<InvitationEndDocument>(ENDS),
})

/** Removes the sharing data of a deleted script. */
export async function removeSharesOf(db: DocumentDb, scriptId: string): Promise<void> {
  for (const name of NAMES) await db.collection(name).deleteMany({ scriptId })
}

/** As createIndexes. */
export async function createShareIndexes(db: DocumentDb): Promise<void> {
  const [collaborators, links, guests, events, removals] = NAMES.map((name) => db.collection(name))
  await collaborators!.createIndex({ scriptId: 1, email: 1 }, { unique: true })
  await collaborators!.createIndex({ email: 1 })
  await collaborators!.createIndex({ uid: 1, invitedAt: -1 })
  await collaborators!.createIndex({ mail: 1, invitedAt: 1 })
  await collaborators!.createIndex({ keyHash: 1 }, { sparse: true })
  await db.collection(ENDS).createIndex({ ownerId: 1, endedAt: 1 })
  await links!.createIndex({ tokenHash: 1 }, { unique: true })
  await links!.createIndex({ scriptId: 1, createdAt: -1 })
  await guests!.createIndex({ linkId: 1, openedAt: -1 })
  await guests!.createIndex({ scriptId: 1 })
  await guests!.createIndex({ keyHash: 1 }, { sparse: true })
  await events!.createIndex({ scriptId: 1, at: -1, _id: -1 })
  await events!.createIndex({ actorId: 1 })
  await events!.createIndex({ subjectUid: 1 })
  await removals!.createIndex({ scriptId: 1 })
  await removals!.createIndex({ uidHash: 1 })
}

export const toDocument = <T extends { id: string }>({ id, ...values }: T): Document<T> => ({
  ...values,
  _id: id,
})

/** Matches the invitation of this address that had expired before this one, which replaces it. */
export const expiredInvitation = ({ scriptId, email, invitedAt }: Collaborator) => ({
  scriptId,
  email,
  uid: { $exists: false },
  expiresAt: { $lte: invitedAt },
})

export const fromDocument = <T extends { id: string }>({ _id, ...values }: Document<T>): T =>
  ({ ...values, id: _id }) as unknown as T

/** Converts the document that a query found. */
export const found = <T extends { id: string }>(document: Document<T> | null): T | undefined =>
  document ? fromDocument(document) : undefined

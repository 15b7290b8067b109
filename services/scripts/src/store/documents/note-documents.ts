import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { GUEST_IDS } from '../../sharing/guest-id.ts'
import type { NoteCounts } from '../note-room.ts'
import type { NewNote } from '../note-store.ts'
import type { UnversionedNote } from '../note-thread.ts'

/** One change of the notes of a script (note-log.ts). A note is stored in the document of its last change. */
export type NoteDocument = {
  /** Script id and version. */
  _id: string
  scriptId: string
  /** For a change that removes several notes, each of which takes a version: the last one. */
  version: number
  /** Number of notes of the script after this change. */
  count: number
  at: Date
  note?: Omit<UnversionedNote, 'scriptId'>
  /** Ids of removed notes. */
  removed?: string[]
  /** A later change replaced this one; only its version is still used. */
  replaced?: true
}

export const noteCollection = (db: DocumentDb) => db.collection<NoteDocument>('notes')

/** What a user has seen (SeenNotes). `_id`: script id and account. */
type NoteReadDocument = {
  _id: string
  scriptId: string
  uid: string
  version: number
  also: number[]
}
export const noteReadCollection = (db: DocumentDb) => db.collection<NoteReadDocument>('note_reads')

/** Removes the notes of a deleted script, and what users have seen. */
export async function removeNotesOf(db: DocumentDb, scriptId: string): Promise<void> {
  await noteCollection(db).deleteMany({ scriptId })
  await noteReadCollection(db).deleteMany({ scriptId })
}

/** As createIndexes. */
export async function createNoteIndexes(db: DocumentDb): Promise<void> {
  const notes = noteCollection(db)
  await notes.createIndex({ scriptId: 1, version: 1 })
  await notes.createIndex({ scriptId: 1, 'note.id': 1, version: 1 })
  await notes.createIndex({ scriptId: 1, 'note.replyTo': 1 })
  await notes.createIndex({ scriptId: 1, removed: 1 })
  await notes.createIndex({ scriptId: 1, 'note.authorId': 1 })
  await notes.createIndex({ scriptId: 1, 'note.createdAt': 1 })
  await notes.createIndex({ scriptId: 1, 'note.linkId': 1 })
  await notes.createIndex({ 'note.authorId': 1 }, { sparse: true })
  await notes.createIndex({ 'note.resolverId': 1 }, { sparse: true })
  await notes.createIndex({ 'note.mentions.uid': 1 }, { sparse: true })
  await notes.createIndex({ scriptId: 1, 'note.createdVersion': 1 })
  await noteReadCollection(db).createIndex({ uid: 1, scriptId: 1 })
  await noteReadCollection(db).createIndex({ scriptId: 1 })
  await db.collection('script_files').createIndex({ pendingSince: 1 }, { sparse: true })
}

type Author = Pick<NewNote, 'scriptId' | 'authorId' | 'linkId'> & { ownerId: string; all: number }

/**
 * Counts the notes of a script by author, as far as a note of this author requires it. `all` comes from the head of the
 * log, whose last change is settled: replaced notes do not count, and a later change makes the writer count again.
 */
export function noteCounts(db: DocumentDb): (author: Author) => Promise<NoteCounts> {
  const notes = noteCollection(db)
  return async ({ scriptId, authorId, linkId, ownerId, all }) => {
    const count = (filter: object) => notes.countDocuments({ scriptId, ...filter })
    const [first, none] = GUEST_IDS
    const cameByLink = linkId !== undefined
    // Older releases stored notes of guests without their link.
    const ofLinks = {
      $or: [{ 'note.linkId': { $exists: true } }, { 'note.authorId': { $gte: first, $lt: none } }],
    }
    const [owner, guests, link, own] = await Promise.all([
      count({ 'note.authorId': ownerId }),
      cameByLink ? count(ofLinks) : 0,
      cameByLink ? count({ 'note.linkId': linkId }) : 0,
      cameByLink ? count({ 'note.authorId': authorId }) : 0,
    ])
    return { all, owner, guests, link, own }
  }
}

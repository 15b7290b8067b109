import type { Db } from 'mongodb'
import type { UnversionedNote } from '../note-thread.ts'

/** One change of the notes of a script (note-log.ts); the document of a note is that of its last change. */
export type NoteDocument = {
  /** The script and the version. */
  _id: string
  scriptId: string
  /** Where several notes go at once, each of them takes one, and this is the last. */
  version: number
  /** Notes of the script after this. */
  count: number
  at: Date
  note?: Omit<UnversionedNote, 'scriptId'>
  /** Ids of notes that went. */
  removed?: string[]
  /** Another change has come in its place: it is there for its version alone. */
  replaced?: true
}

export const noteCollection = (db: Db) => db.collection<NoteDocument>('notes')

/** Of a script that is gone. */
export async function removeNotesOf(db: Db, scriptId: string): Promise<void> {
  await noteCollection(db).deleteMany({ scriptId })
}

/** As createIndexes. */
export async function createNoteIndexes(db: Db): Promise<void> {
  const notes = noteCollection(db)
  await notes.createIndex({ scriptId: 1, version: 1 })
  await notes.createIndex({ scriptId: 1, 'note.id': 1, version: 1 })
  await notes.createIndex({ scriptId: 1, 'note.replyTo': 1 })
  await notes.createIndex({ scriptId: 1, removed: 1 })
  await notes.createIndex({ scriptId: 1, 'note.authorId': 1 })
  await notes.createIndex({ scriptId: 1, 'note.linkId': 1 })
  await notes.createIndex({ 'note.authorId': 1 }, { sparse: true })
  await notes.createIndex({ 'note.resolverId': 1 }, { sparse: true })
  await db.collection('script_files').createIndex({ pendingSince: 1 }, { sparse: true })
}

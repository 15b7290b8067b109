import type { Db } from 'mongodb'
import { GUEST_IDS } from '../../sharing/guest-id.ts'
import type { NoteCounts } from '../note-room.ts'
import type { NewNote } from '../note-store.ts'
import { noteCollection } from './note-documents.ts'

type Author = Pick<NewNote, 'scriptId' | 'authorId' | 'linkId'> & { ownerId: string; all: number }

/**
 * Counts the notes of a script by who wrote them, as far as it matters for a note of this author. `all` is known from the head
 * of the log, whose last change is settled: what it replaced counts no more, and a later one makes the writer count anew.
 */
export function noteCounts(db: Db): (author: Author) => Promise<NoteCounts> {
  const notes = noteCollection(db)
  return async ({ scriptId, authorId, linkId, ownerId, all }) => {
    const count = (filter: object) => notes.countDocuments({ scriptId, ...filter })
    const [first, none] = GUEST_IDS
    const cameByLink = linkId !== undefined
    // Guests of before links were kept with notes have none.
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

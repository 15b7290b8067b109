import type { Note } from '@andscene/contracts/notes'
import type { StoredNote } from '../store/note-store.ts'

/** A note as somebody sees it: whose it is, is told by name only, and whether it is their own. */
export const noteIn = (note: StoredNote, uid: string): Note => ({
  _id: note.id,
  lineId: note.lineId,
  ...(note.range && { range: note.range }),
  ...(note.quote !== undefined && { quote: note.quote }),
  ...(note.atMs !== undefined && { atMs: note.atMs }),
  text: note.text,
  colour: note.colour,
  category: note.category,
  author: note.author,
  mine: note.authorId === uid,
  createdAt: note.createdAt.toISOString(),
  ...(note.editedAt && { editedAt: note.editedAt.toISOString() }),
  ...(note.deletedAt && { deletedAt: note.deletedAt.toISOString() }),
  ...(note.resolvedAt && { resolvedAt: note.resolvedAt.toISOString() }),
  ...(note.resolvedBy !== undefined && { resolvedBy: note.resolvedBy }),
  ...(note.replyTo !== undefined && { replyTo: note.replyTo }),
  version: note.version,
})

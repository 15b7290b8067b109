import type { Note } from '@andscene/contracts/notes'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import type { StoredNote } from '../store/note-store.ts'
import { authorsOf, type Authors, type NameStores } from './authors.ts'

export type NoteReader = { uid: string; script: { id: string; ownerId: string; role: Role } }

/** Returns notes as one user sees them: with the author's name and kind, and whether they are the user's own. */
export async function notesIn(
  stores: NameStores,
  notes: readonly StoredNote[],
  { uid, script }: NoteReader,
): Promise<Note[]> {
  const people = notes.flatMap(({ authorId, resolverId }) => [authorId, resolverId])
  const authors = await authorsOf(stores, script, people)
  const told = { uid, authors, withKeys: may(script.role, 'share') }
  return notes.map((note) => noteIn(note, told))
}

const noteIn = (
  note: StoredNote,
  { uid, authors, withKeys }: { uid: string; authors: Authors; withKeys: boolean },
): Note => {
  const authorKey = withKeys ? authors.keyOf(note.authorId) : undefined
  const linkKey = withKeys ? authors.keyOf(note.linkId) : undefined
  return {
    _id: note.id,
    lineId: note.lineId,
    ...(note.range && { range: note.range }),
    ...(note.quote !== undefined && { quote: note.quote }),
    ...(note.atMs !== undefined && { atMs: note.atMs }),
    text: note.text,
    colour: note.colour,
    category: note.category,
    author: authors.nameOf(note.author, note.authorId),
    authorKind: authors.kindOf(note.authorId),
    ...(authorKey !== undefined && { authorKey }),
    ...(linkKey !== undefined && { linkKey }),
    mine: note.authorId === uid,
    createdAt: note.createdAt.toISOString(),
    ...(note.editedAt && { editedAt: note.editedAt.toISOString() }),
    ...(note.deletedAt && { deletedAt: note.deletedAt.toISOString() }),
    ...(note.resolvedAt && { resolvedAt: note.resolvedAt.toISOString() }),
    ...(note.resolvedBy !== undefined && {
      resolvedBy: authors.nameOf(note.resolvedBy, note.resolverId),
      resolvedByKind: authors.kindOf(note.resolverId),
    }),
    ...(note.replyTo !== undefined && { replyTo: note.replyTo }),
    ...(note.mentions &&
      note.mentions.length > 0 && {
        mentions: note.mentions.map((mention) => ({ name: mention.name, mine: mention.uid === uid })),
      }),
    ...(note.createdVersion !== undefined && { createdVersion: note.createdVersion }),
    version: note.version,
  }
}

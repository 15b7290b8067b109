import { plainName } from '@andscene/contracts/text/names'
import { NOTE_COLOUR_VALUES } from '@andscene/contracts/notes'
import type { FdxNote, FdxReply } from '@andscene/screenplay/fdx/annotate/note'
import type { Line } from '@andscene/contracts/script'
import { authorKind } from '../notes/authors.ts'
import type { StoredNote } from '../store/note-store.ts'

/** Replaces the text of a deleted note that has answers. */
const DELETED = '(This note was deleted.)'

/** Returns the notes of a script for a Final Draft file, each with its answers (product §13). */
export function notesInFile(
  notes: readonly StoredNote[],
  { lines, ownerId }: { lines: readonly Line[]; ownerId: string },
  isWanted: (note: StoredNote) => boolean,
): FdxNote[] {
  const indexes = new Map(lines.map(({ _id }, index) => [_id, index]))
  const replies = Map.groupBy(notes, ({ replyTo }) => replyTo)
  return notes
    .filter((note) => note.replyTo === undefined && isWanted(note))
    .flatMap((note): FdxNote[] => {
      const lineIndex = indexes.get(note.lineId)
      if (lineIndex === undefined) return []
      return [
        {
          ...replyIn(note, ownerId),
          lineIndex,
          expectedText: lines[lineIndex]!.text,
          ...note.range,
          colour: NOTE_COLOUR_VALUES[note.colour],
          category: note.category,
          replies: (replies.get(note.id) ?? []).map((reply) => replyIn(reply, ownerId)),
        },
      ]
    })
}

const replyIn = (
  { author, authorId, text, createdAt, deletedAt }: StoredNote,
  ownerId: string,
): FdxReply => ({
  // A name is not proof of identity.
  author: authorId === undefined ? author : `${plainName(author)} (${authorKind(authorId, ownerId)})`,
  text: deletedAt ? DELETED : text,
  createdAt: createdAt.toISOString(),
})

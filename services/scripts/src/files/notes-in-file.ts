import { plainName } from '@andscene/contracts/text/names'
import { NOTE_COLOUR_VALUES } from '@andscene/contracts/notes'
import type { FdxNote, FdxReply } from '@andscene/screenplay/fdx/annotate/note'
import type { Line } from '@andscene/contracts/script'
import { authorKind } from '../notes/authors.ts'
import { rangeIn } from '../notes/range-in.ts'
import type { StoredNote } from '../store/note-store.ts'
import type { CutLine } from './cut-lines.ts'

/** Replaces the text of a deleted note that has answers. */
const DELETED = '(This note was deleted.)'

type Source = {
  lines: readonly Line[]
  ownerId: string
  /** Lines of other drafts, by their ids. */
  cut?: ReadonlyMap<string, CutLine> | undefined
}

/** Returns the notes of a script for the file of one draft, each with its answers (product §13). */
export function notesInFile(
  notes: readonly StoredNote[],
  { lines, ownerId, cut }: Source,
  isWanted: (note: StoredNote) => boolean,
): FdxNote[] {
  const indexes = new Map(lines.map(({ _id }, index) => [_id, index]))
  const replies = Map.groupBy(notes, ({ replyTo }) => replyTo)
  return notes
    .filter((note) => note.replyTo === undefined && isWanted(note))
    .flatMap((note): FdxNote[] => {
      const cutLine = cut?.get(note.lineId)
      const lineIndex = indexes.get(note.lineId) ?? cutLine?.lineIndex
      const line = lineIndex === undefined ? undefined : lines[lineIndex]
      if (lineIndex === undefined || !line) return []
      const first = replyIn(note, ownerId)
      return [
        {
          ...first,
          ...(cutLine && { text: `${cutIn(cutLine)}\n${first.text}` }),
          lineIndex,
          expectedText: line.text,
          ...(cutLine ? undefined : rangeIn(note, line.text)),
          colour: NOTE_COLOUR_VALUES[note.colour],
          category: note.category,
          replies: (replies.get(note.id) ?? []).map((reply) => replyIn(reply, ownerId)),
        },
      ]
    })
}

/** Tells the writer which line a note is about that is not in the file. */
const cutIn = ({ text }: CutLine) => `(On a line that was cut: “${text}”)`

const replyIn = (
  { author, authorId, text, createdAt, deletedAt }: StoredNote,
  ownerId: string,
): FdxReply => ({
  // A name is not proof of identity.
  author: authorId === undefined ? author : `${plainName(author)} (${authorKind(authorId, ownerId)})`,
  text: deletedAt ? DELETED : text,
  createdAt: createdAt.toISOString(),
})

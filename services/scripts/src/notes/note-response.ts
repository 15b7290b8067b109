import type { Note } from '@andscene/contracts/notes'
import type { Person } from '@andscene/contracts/internal'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import type { StoredNote } from '../store/note-store.ts'
import type { ReadLines } from '../cache/script-lines.ts'
import type { PresentDraft } from '../store/drafts/draft-store.ts'
import type { VisibleDrafts } from '../drafts/visible-drafts.ts'
import { hiddenQuotes } from './hidden-quotes.ts'
import { rangeIn } from './range-in.ts'
import { authorsOf, type Authors, type NameStores } from './authors.ts'

export type NoteReader = {
  person: Person
  script: { id: string; ownerId: string; role: Role; draft: PresentDraft }
}
type Source = { stores: NameStores; readLines: ReadLines; visible: VisibleDrafts }

/**
 * Returns notes as one user sees them: with the author's name and kind, whether they are the user's own, and where their
 * words are in the present draft, if these are of a draft that the user may open.
 */
export async function notesIn(
  { stores, readLines, visible }: Source,
  notes: readonly StoredNote[],
  { person, script }: NoteReader,
): Promise<Note[]> {
  const people = notes.flatMap(({ authorId, resolverId }) => [authorId, resolverId])
  const mayBeReworded = script.draft.last > 1 && notes.some(({ range }) => range !== undefined)
  const [authors, lines] = await Promise.all([
    authorsOf(stores, script, people),
    mayBeReworded ? readLines(script.id, script.role, script.draft.number) : undefined,
  ])
  const texts = new Map(lines?.lines.map(({ _id, text }) => [_id, text]))
  const hidden = await hiddenQuotes({ readLines, visible }, notes, { person, script }, texts)
  const told = { uid: person.uid, authors, texts, hidden, withKeys: may(script.role, 'share') }
  return notes.map((note) => noteIn(note, told))
}

type Told = {
  uid: string
  authors: Authors
  /** The present text of each line; of none if they never changed. */
  texts: ReadonlyMap<string, string>
  /** The notes whose words the user may not see. */
  hidden: ReadonlySet<string>
  withKeys: boolean
}

const noteIn = (note: StoredNote, { uid, authors, texts, hidden, withKeys }: Told): Note => {
  const text = texts.get(note.lineId)
  const isHidden = hidden.has(note.id)
  const carried = text === undefined ? note.range : rangeIn(note, text)
  const range = isHidden ? undefined : carried
  const authorKey = withKeys ? authors.keyOf(note.authorId) : undefined
  const linkKey = withKeys ? authors.keyOf(note.linkId) : undefined
  return {
    _id: note.id,
    lineId: note.lineId,
    ...(range && { range }),
    ...(note.quote !== undefined && !isHidden && { quote: note.quote }),
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

import type { Person } from '@andscene/contracts/internal'
import { may, type Role } from '@andscene/contracts/sharing/roles'
import type { ReadLines } from '../cache/script-lines.ts'
import type { VisibleDrafts } from '../drafts/visible-drafts.ts'
import type { PresentDraft } from '../store/drafts/draft-store.ts'
import type { StoredNote } from '../store/note-store.ts'
import { rangeIn } from './range-in.ts'

type Source = { readLines: ReadLines; visible: VisibleDrafts }
type Reader = { person: Person; script: { id: string; role: Role; draft: PresentDraft } }

/**
 * The ids of the notes about words that are only in drafts which the reader may not open (decision 0101): a note stays,
 * but does not tell what the writer has cut. `texts`: the present text of each line.
 */
export async function hiddenQuotes(
  { readLines, visible }: Source,
  notes: readonly StoredNote[],
  { person, script }: Reader,
  texts: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const { id, role, draft } = script
  if (may(role, 'cast') || draft.last === 1) return new Set()
  const others = notes.filter(({ quote, authorId }) => quote !== undefined && authorId !== person.uid)
  let left = withoutWordsIn(others, texts)
  if (left.length === 0) return new Set()
  for (const number of await visible.numbersFor(person, script)) {
    const lines = number === draft.number ? undefined : await readLines(id, role, number)
    if (lines) left = withoutWordsIn(left, new Map(lines.lines.map(({ _id, text }) => [_id, text])))
  }
  return new Set(left.map((note) => note.id))
}

const withoutWordsIn = (notes: readonly StoredNote[], texts: ReadonlyMap<string, string>) =>
  notes.filter((note) => {
    const text = texts.get(note.lineId)
    return text === undefined || rangeIn(note, text) === undefined
  })

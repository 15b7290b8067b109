import type { NoteRange } from '@andscene/contracts/notes'
import { carriedRange } from '@andscene/screenplay/drafts/carried-lines'
import type { StoredNote } from '../store/note-store.ts'

/**
 * Where the words of a note are in a text of its line, which may have been reworded since (decision 0101); undefined if
 * it no longer has them, and for a note on the whole line.
 */
export function rangeIn(
  { range, quote }: Pick<StoredNote, 'range' | 'quote'>,
  text: string,
): NoteRange | undefined {
  if (!range) return undefined
  // Also a part of a word, which a search for words would not find.
  if (quote === undefined || text.slice(range.start, range.end) === quote)
    return range.end <= text.length ? range : undefined
  return carriedRange(range, quote, text)
}

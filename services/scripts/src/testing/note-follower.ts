import type { StoredNote } from '../store/note-store.ts'
import type { Stores } from '../store/open-stores.ts'

/** A client that follows the notes of script a by requesting changes. */
export function follower(store: Stores['notes'], limit: number) {
  const known = new Map<string, StoredNote>()
  let after = 0
  const page = async (): Promise<boolean> => {
    const { notes, removed, version, more, reset } = await store.changes('a', after, limit)
    if (notes.length + removed.length > limit) throw new Error('more than was asked for')
    if (reset) known.clear()
    for (const note of notes) known.set(note.id, note)
    for (const id of removed) known.delete(id)
    after = version
    return more
  }
  return {
    /** Requests one page. Returns whether there are more. */
    page,
    /** All notes, ordered by id. */
    all: async (): Promise<StoredNote[]> => {
      while (await page());
      return [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    },
  }
}

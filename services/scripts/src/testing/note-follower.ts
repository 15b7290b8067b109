import type { StoredNote } from '../store/note-store.ts'
import type { Stores } from '../store/open-stores.ts'

/** A reader of the notes of script a that requests changes. */
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
    /** Asks once. Returns whether there is more. */
    page,
    /** All notes, by id. */
    all: async (): Promise<StoredNote[]> => {
      while (await page());
      return [...known.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    },
  }
}

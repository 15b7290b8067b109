import type { Note, NotesPage } from '@andscene/contracts/notes'
import type { NotesOf } from './ports.ts'

export type NoteBook = ReturnType<typeof createNoteBook>

const keyOf = (note: Note, of: NotesOf) => (of === 'link' ? note.linkKey : note.authorKey)
const NO_NOTES: ReadonlySet<string> = new Set()

export function createNoteBook() {
  const notes = new Map<string, Note>()
  const ids = new Map<string, Set<string>>()
  /** Ids are never reused, so a late response about a removed note is outdated. */
  const gone = new Set<string>()
  let version = 0

  /** Returns the ids of the affected lines. */
  function put(note: Note): string[] {
    const known = notes.get(note._id)
    // A list requested earlier is older than the response to a later write.
    if (gone.has(note._id) || (known && known.version > note.version)) return []
    notes.set(note._id, note)
    if (known && known.lineId !== note.lineId) ids.get(known.lineId)?.delete(note._id)
    const there = ids.get(note.lineId)
    if (there) there.add(note._id)
    else ids.set(note.lineId, new Set([note._id]))
    return known ? [known.lineId, note.lineId] : [note.lineId]
  }
  function drop(noteId: string): string[] {
    gone.add(noteId)
    const known = notes.get(noteId)
    if (!known) return []
    notes.delete(noteId)
    ids.get(known.lineId)?.delete(noteId)
    return [known.lineId]
  }

  return {
    get version() {
      return version
    },
    get size() {
      return notes.size
    },
    get: (noteId: string): Note | undefined => notes.get(noteId),
    all: (): Note[] => [...notes.values()],
    isGone: (noteId: string) => gone.has(noteId),
    countLike(one: Note, of: NotesOf): number {
      let count = 0
      for (const note of notes.values())
        if (keyOf(note, of) === keyOf(one, of) && note.deletedAt === undefined) count += 1
      return count
    },
    lines: () => ids.keys(),
    *ofLine(lineId: string): Generator<Note> {
      for (const noteId of ids.get(lineId) ?? NO_NOTES) yield notes.get(noteId)!
    },
    put,
    drop,
    take(page: NotesPage): Set<string> {
      const touched = new Set<string>()
      if (page.reset) {
        for (const lineId of ids.keys()) touched.add(lineId)
        notes.clear()
        ids.clear()
      }
      for (const noteId of page.removed) for (const lineId of drop(noteId)) touched.add(lineId)
      for (const note of page.notes) for (const lineId of put(note)) touched.add(lineId)
      version = page.version
      return touched
    },
  }
}

import { loadOnce } from '../late/late-parts.tsx'
import type { NotesStore } from './store/notes-store.ts'
import { usePresentNotes } from './use-store.ts'

export const { request: loadNotes, useCode: useNotesParts } = loadOnce(() => import('./parts.ts'))

type Loaded = { parts: typeof import('./parts.ts'); notes: NotesStore }

/** Null until both the components and the notes store are ready. */
export function useNotes(): Loaded | null {
  const parts = useNotesParts()
  const notes = usePresentNotes()
  return parts && notes ? { parts, notes } : null
}

import { createStore } from '../player/store.ts'
import { useSyncExternalStore } from 'react'
import type { NotesStore } from './store/notes-store.ts'

type Parts = typeof import('./parts.ts')
type Loaded = { parts: Parts | null; notes: NotesStore | null }

/** What is seen of the notes, and the notes of the script on show; both come behind the lines. */
const loaded = createStore<Loaded>({ parts: null, notes: null })
let loading: Promise<Parts> | undefined

/** Loads the code. A failure is forgotten: the next wish tries again. */
export async function loadNotes(): Promise<Parts> {
  loading ??= import('./parts.ts')
  try {
    const parts = await loading
    loaded.set({ parts })
    return parts
  } catch (error) {
    loading = undefined
    throw error
  }
}

export const showNotes = (notes: NotesStore | null) => loaded.set({ notes })
export const presentNotes = () => loaded.getSnapshot().notes

/** The code alone; null until it is there. */
export const useNotesParts = (): Parts | null =>
  useSyncExternalStore(loaded.subscribe, () => loaded.getSnapshot().parts)

/** Null until both are there. */
export function useNotes(): { parts: Parts; notes: NotesStore } | null {
  const { parts, notes } = useSyncExternalStore(loaded.subscribe, loaded.getSnapshot)
  return parts && notes ? { parts, notes } : null
}

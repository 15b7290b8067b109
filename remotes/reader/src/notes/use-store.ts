import { createStore } from '../player/store.ts'
import type { NotesSnapshot } from './store/notes-snapshot.ts'
import type { NotesStore } from './store/notes-store.ts'
import { useSyncExternalStore } from 'react'
import type { DraftPlace } from './store/drafts.ts'
import type { Thread } from './store/threads.ts'

const present = createStore<{ notes: NotesStore | null }>({ notes: null })
export const showNotes = (notes: NotesStore | null) => present.set({ notes })
export const presentNotes = () => present.getSnapshot().notes
export const usePresentNotes = () => useSyncExternalStore(present.subscribe, presentNotes)

export function useNotesStore(): NotesStore {
  const notes = presentNotes()
  if (!notes) throw new Error('useNotesStore needs the notes of a script')
  return notes
}

export function useSnapshot(): NotesSnapshot {
  const notes = useNotesStore()
  return useSyncExternalStore(notes.subscribe, notes.getSnapshot)
}

export function useThreadsOf(lineId: string): readonly Thread[] {
  const notes = useNotesStore()
  return useSyncExternalStore(notes.subscribe, () => notes.ofLine(lineId))
}

/** The place of an unsent draft on this line: that of a new note first, else the latest. */
export function useDraftPlace(lineId: string): DraftPlace | undefined {
  const { drafts } = useNotesStore()
  return useSyncExternalStore(drafts.subscribe, () =>
    drafts.get(`line:${lineId}`)
      ? (`line:${lineId}` as const)
      : drafts.getSnapshot().findLast(({ draft }) => draft.lineId === lineId)?.place,
  )
}

const watchNetwork = (listener: () => void) => {
  const watching = new AbortController()
  addEventListener('online', listener, { signal: watching.signal })
  addEventListener('offline', listener, { signal: watching.signal })
  return () => watching.abort()
}
export const useIsOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine)

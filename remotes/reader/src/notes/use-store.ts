import { presentNotes } from './late-notes.ts'
import type { NotesSnapshot, NotesStore } from './store/notes-store.ts'
import { useSyncExternalStore } from 'react'
import type { DraftPlace } from './store/drafts.ts'
import type { Thread } from './store/threads.ts'

/** The notes of the script on show. What uses it is drawn only while they are there. */
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

/** Where a note on this line is being written, or was and is not sent: a new one first, else the latest. */
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
/** False while the device knows that it has no network. */
export const useIsOnline = (): boolean => useSyncExternalStore(watchNetwork, () => navigator.onLine)

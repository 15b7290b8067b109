import { useSyncExternalStore } from 'react'
import { createStore } from '../../player/store.ts'

/** Whether the casting is open, and for whom alone; shared by the page and the navigation bar. */
type AssignDialog = { isOpen: boolean; character: string | undefined }

const store = createStore<AssignDialog>({ isOpen: false, character: undefined })

export const assignDialog = {
  open: (character?: string) => store.set({ isOpen: true, character }),
  close: () => store.set({ isOpen: false }),
}

export const useAssignDialog = (): AssignDialog => useSyncExternalStore(store.subscribe, store.getSnapshot)

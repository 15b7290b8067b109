import { useSyncExternalStore } from 'react'
import { notesView, useNotesView } from '../notes/notes-view.ts'
import { createStore } from '../player/store.ts'

const store = createStore({ isOpen: false, isPrinting: false })

/** Whether the figures are shown: next to the script on wide screens, otherwise above the page. */
export const figuresView = {
  open() {
    notesView.set({ isPanelOpen: false })
    store.set({ isOpen: true })
  },
  close: () => store.set({ isOpen: false }),
  /** The width of the paper may close or open other parts of the page, so printing does not depend on them. */
  print: () => store.set({ isPrinting: true }),
  printed: () => store.set({ isPrinting: false }),
}

// Notes that are opened in another way replace the figures.
notesView.subscribe(() => {
  if (notesView.get().isPanelOpen) figuresView.close()
})

export const useIsFiguresOpen = (): boolean =>
  useSyncExternalStore(store.subscribe, () => store.getSnapshot().isOpen)

export const useIsPrintingFigures = (): boolean =>
  useSyncExternalStore(store.subscribe, () => store.getSnapshot().isPrinting)

export type Side = 'cast' | 'notes' | 'figures'

/** Returns what is shown next to the script on wide screens. */
export function useSide(): Side {
  const hasNotes = useNotesView(({ isPanelOpen }) => isPanelOpen)
  const hasFigures = useIsFiguresOpen()
  return hasFigures ? 'figures' : hasNotes ? 'notes' : 'cast'
}

export function showSide(side: Side): void {
  if (side === 'figures') return figuresView.open()
  figuresView.close()
  notesView.set({ isPanelOpen: side === 'notes' })
}

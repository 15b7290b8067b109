import { useSyncExternalStore } from 'react'
import { createStore } from '../../player/store.ts'

const choice = createStore({ printsNotes: false })

/** Whether the printed script contains the notes, until the page is reloaded. */
export const usePrintsNotes = (): boolean =>
  useSyncExternalStore(choice.subscribe, () => choice.getSnapshot().printsNotes)
export const setPrintsNotes = (printsNotes: boolean) => choice.set({ printsNotes })

const FONTS = ['12pt "Courier Prime"', 'bold 12pt "Courier Prime"']

/** Opens the browser's print dialog once the fonts are loaded, as the printed pages do not wait for them. */
export async function printScript(): Promise<void> {
  await Promise.all(FONTS.map((font) => document.fonts?.load(font).catch(() => undefined)))
  print()
}

import { createStore } from '../player/store.ts'

/** The words that are being pronounced, and their line; without words the user chooses one of the line. */
type Pronounced = { words: { text: string; line: number } | null }

export const pronounceStore = createStore<Pronounced>({ words: null })

export const openPronounce = (text: string, line: number) => pronounceStore.set({ words: { text, line } })
export const closePronounce = () => pronounceStore.set({ words: null })

import { useSyncExternalStore } from 'react'
import { createStore } from '../store.ts'
import type { MediaSource } from './media-session.ts'

/** What the media keys act on instead of the script, such as the changes that are heard. */
const store = createStore<{ other: MediaSource | null }>({ other: null })

/** Returns a function that gives the media keys back to the script. */
export function lendMediaKeys(other: MediaSource): () => void {
  store.set({ other })
  return () => {
    if (store.getSnapshot().other === other) store.set({ other: null })
  }
}

export const useOtherMedia = (): MediaSource | null =>
  useSyncExternalStore(store.subscribe, () => store.getSnapshot().other)

import { createContext, use, useCallback, useEffect, useSyncExternalStore } from 'react'
import type { Previews, PreviewRequest, PreviewSnapshot } from '../player/previews.ts'

/** The reader's previews, which share the player's one sound. Without them no preview is offered. */
export const PreviewsContext = createContext<Previews | null>(null)

const nothing = () => () => undefined

/** State and toggle of one preview button; `null` where there are no previews. */
export function usePreview(
  request: PreviewRequest,
): { state: PreviewSnapshot['state']; toggle: () => void } | null {
  const previews = use(PreviewsContext)
  const { id } = request
  const read = useCallback(() => {
    const snapshot = previews?.getSnapshot()
    return snapshot?.id === id ? snapshot.state : 'silent'
  }, [previews, id])
  const state = useSyncExternalStore(previews?.subscribe ?? nothing, read)
  return previews && { state, toggle: () => previews.toggle(request) }
}

/** Silences a preview when what asked for it goes away. */
export function useSilentAfter(open: boolean): void {
  const previews = use(PreviewsContext)
  useEffect(() => (open ? () => previews?.stop() : undefined), [open, previews])
}

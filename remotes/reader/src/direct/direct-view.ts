import { useSyncExternalStore } from 'react'
import type { Player } from '../player/engine/player.ts'
import { isActive } from '../player/engine/state.ts'
import { createStore } from '../player/store.ts'

/** `lineId`: the line that is being directed. */
type DirectView = { lineId: string | null; isListOpen: boolean }

const store = createStore<DirectView>({ lineId: null, isListOpen: false })

export const directView = {
  direct: (lineId: string) => store.set({ lineId, isListOpen: false }),
  list: () => store.set({ lineId: null, isListOpen: true }),
  close: () => store.set({ lineId: null, isListOpen: false }),
}

export const useDirectView = (): DirectView => useSyncExternalStore(store.subscribe, store.getSnapshot)

/** The audible line, else the focused one, else the current one, else the first on the visible page. */
export function lineToDirect(player: Player): number {
  const shown = player.getSnapshot()
  if (isActive(shown)) return player.position()?.line ?? shown.line
  const focused = document.activeElement?.closest<HTMLElement>('[data-line-index]')?.dataset['lineIndex']
  if (focused !== undefined) return Number(focused)
  return shown.line >= 0
    ? shown.line
    : Number(document.querySelector<HTMLElement>('[data-line-index]')?.dataset['lineIndex'] ?? 0)
}

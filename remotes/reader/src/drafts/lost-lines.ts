import type { Line } from '@andscene/contracts/script'
import { useSyncExternalStore } from 'react'
import { createStore } from '../player/store.ts'

/** A line with notes that the open draft does not have, as an older draft has it. */
export type LostLine = {
  line: Line
  /** Index of the nearest line before it that the open draft has; -1 for none. */
  after: number
  /** Such as `Cut in Draft 7`. */
  where: string
}
export type LostLines = ReadonlyMap<string, LostLine>

export const NO_LOST_LINES: LostLines = new Map()
const store = createStore({ lines: NO_LOST_LINES })

export const lostLines = {
  get: () => store.getSnapshot().lines,
  show: (lines: LostLines) => store.set({ lines }),
}

export const useLostLines = (): LostLines => useSyncExternalStore(store.subscribe, lostLines.get)

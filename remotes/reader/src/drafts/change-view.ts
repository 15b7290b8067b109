import type { Line } from '@andscene/contracts/script'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import { useSyncExternalStore } from 'react'
import { bringIntoSight, lineElement } from '../page/narration/in-sight.ts'
import type { Player } from '../player/engine/player.ts'
import { isActive } from '../player/engine/state.ts'
import { createStore } from '../player/store.ts'
import type { Comparison } from './compare-drafts.ts'
import { lineOfPlace } from './line-of-place.ts'

type ChangeView = {
  /** Index of the place that the user moved to. */
  selected: number | undefined
  /** Where the lines that were cut are shown: indexes of the lines that follow them. */
  openCuts: ReadonlySet<number>
}

const FRESH: ChangeView = { selected: undefined, openCuts: new Set() }
const store = createStore<ChangeView>(FRESH)

export const changeView = {
  get: store.getSnapshot,
  reset: () => store.set(FRESH),
  openCut(at: number) {
    const { openCuts } = store.getSnapshot()
    if (!openCuts.has(at)) store.set({ openCuts: new Set([...openCuts, at]) })
  },
  toggleCut(at: number) {
    const openCuts = new Set(store.getSnapshot().openCuts)
    if (!openCuts.delete(at)) openCuts.add(at)
    store.set({ openCuts })
  },
}

export const useChangeView = <T>(select: (view: ChangeView) => T): T =>
  useSyncExternalStore(store.subscribe, () => select(store.getSnapshot()))

type Script = { player: Player; lines: readonly Line[]; map: ScriptMap }

/** Shows the next or previous place: after the one moved to before, else after the current line; wraps around. */
export function moveToChange(
  { player }: Script,
  { places }: Comparison,
  direction: 'next' | 'previous',
): void {
  if (places.length === 0) return
  const { selected } = store.getSnapshot()
  const line = Math.max(player.getSnapshot().line, 0)
  const to = selected === undefined ? nearest(places, direction, line) : selected + STEP[direction]
  const place = (to + places.length) % places.length
  store.set({ selected: place })
  const index = lineOfPlace(places[place]!)
  if (isActive(player.getSnapshot())) player.show(index)
  else player.goToLine(index)
  requestAnimationFrame(() => bringIntoSight(lineElement(index)))
}

const STEP = { next: 1, previous: -1 }

function nearest(places: Comparison['places'], direction: 'next' | 'previous', line: number): number {
  if (direction === 'previous') return places.findLastIndex((place) => lineOfPlace(place) <= line)
  return Math.max(
    places.findIndex((place) => lineOfPlace(place) >= line),
    0,
  )
}

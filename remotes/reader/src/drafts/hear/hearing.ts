import type { Script } from '@andscene/contracts/script'
import { useSyncExternalStore } from 'react'
import type { OpenScript } from '../../page/open-script.ts'
import { createStore } from '../../player/store.ts'
import type { ChangePlace, Comparison } from '../compare-drafts.ts'
import { itemsOfChanges, itemsOfComparison, type Compared, type HearItem } from './hear-items.ts'
import { createHearReading, type DraftReadings } from './hear-reading.ts'
import { openHearSession, readingsOf, type HearSession } from './hear-session.ts'

/** What is compared: the open draft with `old`. */
export type HearSource = { open: OpenScript; old: Script; comparison: Comparison }

export type Hearing = HearSession & {
  kind: 'changes' | 'comparison'
  source: HearSource
  items: readonly HearItem[]
  places: readonly ChangePlace[]
  /** Number of changed lines that are skipped because they have no voice. */
  voiceless: number
}

const store = createStore<{ hearing: Hearing | null }>({ hearing: null })

export const useHearing = (): Hearing | null =>
  useSyncExternalStore(store.subscribe, () => store.getSnapshot().hearing)

/** What "Play Changes" or "Compare by Ear" plays now. */
export const presentHearing = (): Hearing | null => store.getSnapshot().hearing

export function endHearing(): void {
  const { hearing } = store.getSnapshot()
  store.set({ hearing: null })
  hearing?.end()
}

const readingsIn = ({ open, old }: HearSource): DraftReadings =>
  readingsOf({ playback: open.playback, source: open, old })

/** Plays all changes, from the first one. Returns false if there is nothing to hear. */
export const playChanges = (source: HearSource): boolean =>
  begin('changes', source, (readings) =>
    itemsOfChanges({ ...draftsIn(source), isHeard: isHeardIn(readings) }),
  )

/** Plays a line before and after the change. */
export const compareByEar = (source: HearSource, compared: Compared): boolean =>
  begin('comparison', source, (readings) =>
    itemsOfComparison({ ...draftsIn(source), isHeard: isHeardIn(readings) }, compared),
  )

const draftsIn = ({ open: { lines, map }, comparison }: HearSource) => ({ lines, map, comparison })

const isHeardIn = (readings: DraftReadings) => (of: 'old' | 'new', index: number) =>
  readings[of].reading.spokenFrom(index) === index

function begin(
  kind: Hearing['kind'],
  source: HearSource,
  itemsIn: (readings: DraftReadings) => HearItem[],
): boolean {
  endHearing()
  const readings = readingsIn(source)
  const items = itemsIn(readings)
  if (items.length === 0) return false
  const { open, comparison } = source
  const session = openHearSession(items, readings, open.playback)
  const { places } = comparison
  store.set({
    hearing: { ...session, kind, source, items, places, voiceless: voicelessIn(source, readings) },
  })
  session.player.play()
  return true
}

function voicelessIn({ comparison: { changes } }: HearSource, { new: { reading } }: DraftReadings): number {
  return changes.filter(
    ({ kind, new: index }) =>
      index !== undefined && (kind === 'new' || kind === 'reworded') && 'missing' in reading.request(index),
  ).length
}

/** Adopts a changed casting or choice of what is read aloud. Ends when the lines are those of another draft. */
export function adoptOpen(open: OpenScript): void {
  const { hearing } = store.getSnapshot()
  if (!hearing || hearing.source.open === open) return
  if (hearing.source.open.lines !== open.lines) return endHearing()
  hearing.source.open = open
  hearing.player.setReading(createHearReading(hearing.items, readingsIn(hearing.source)))
}

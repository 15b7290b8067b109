import { canBeSpoken } from '@andscene/screenplay/can-be-spoken'
import { gapBetween } from '@andscene/screenplay/timing/line-gaps'
import type { Reading } from '../../player/engine/reading-plan.ts'
import type { ClipRequest } from '../../player/ports.ts'
import type { Line } from '@andscene/contracts/script'
import type { HearItem } from './hear-items.ts'

/** The pause on each side of a tone, at 1×. Milliseconds. */
const AROUND_TONE = 550
/** The pause where lines between are left out, at 1×. */
const BETWEEN_PARTS = 600

/** No line or voice has this id. */
const TONE_ID = '~tone'
export const isTone = ({ lineId }: ClipRequest): boolean => lineId === TONE_ID

/** The lines of a draft, and the player's view of them. */
export type DraftReading = { lines: readonly Line[]; reading: Pick<Reading, 'spokenFrom' | 'request'> }
export type DraftReadings = Record<'old' | 'new', DraftReading>

/** The player's view of items, so that it loads and plays them like the lines of a script. Skips lines without a voice. */
export function createHearReading(items: readonly HearItem[], drafts: DraftReadings): Reading {
  const scriptId = ''
  const isSpoken = (item: HearItem) => {
    if (item.kind === 'tone') return true
    const { lines, reading } = drafts[item.of]
    return canBeSpoken(lines[item.index]!) && !('missing' in reading.request(item.index))
  }
  const spoken = items.map(isSpoken)
  const placeAt = (index: number) => items[index]?.place ?? 0
  return {
    lineCount: items.length,
    spokenFrom(index) {
      const found = spoken.indexOf(true, Math.max(index, 0))
      return found < 0 ? null : found
    },
    request(index) {
      const item = items[index]!
      if (item.kind === 'tone') return { scriptId, lineId: TONE_ID, voiceId: TONE_ID, text: '' }
      return drafts[item.of].reading.request(item.index)
    },
    gap(before, after) {
      const [a, b] = [items[before]!, items[after]!]
      if (a.kind === 'tone' || b.kind === 'tone') return AROUND_TONE
      const { lines } = drafts[a.of]
      const usual = gapBetween(lines[a.index]!, lines[b.index]!, lines.slice(a.index + 1, b.index))
      return b.index === a.index + 1 ? usual : Math.max(usual, BETWEEN_PARTS)
    },
    pageCount: 1,
    pageOf: () => 0,
    firstLineOf: () => 0,
    /** Moves from place to place; to the start of the own place first. */
    move(_unit, index, direction) {
      const firstOf = (place: number) =>
        items.findIndex((item) => item.kind === 'line' && item.place === place)
      const own = firstOf(placeAt(index))
      if (direction === 'previous' && index > own) return own
      const places = [...new Set(items.map(({ place }) => place))]
      const at = places.indexOf(placeAt(index)) + (direction === 'next' ? 1 : -1)
      return places[at] === undefined ? undefined : firstOf(places[at])
    },
  }
}

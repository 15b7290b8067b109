import { lineToDirect } from '../../direct/direct-view.ts'
import { lineElement } from '../../page/narration/in-sight.ts'
import type { Compared } from './hear-items.ts'
import { compareByEar, presentHearing, type HearSource } from './hearing.ts'

/**
 * Compares the line that is heard, focused or current; at a place where lines were cut, plays those. Returns false if the
 * line has not changed, or cannot be heard.
 */
export function compareLine(source: HearSource): boolean {
  const { open, comparison } = source
  const hearing = presentHearing()
  const item = hearing?.items[Math.max(hearing.player.getSnapshot().line, 0)]
  const index = item?.kind === 'line' && item.of === 'new' ? item.index : lineToDirect(open.player)
  const compared: Compared | undefined = comparison.byLine.has(index)
    ? { of: 'new', index }
    : (cutAt(source, index) ?? cutAt(source, index + 1))
  if (!compared) return false
  if (!lineElement(index)) open.player.show(index)
  return compareByEar(source, compared)
}

/** The lines that were cut before a line. */
function cutAt({ comparison: { cuts, old } }: HearSource, index: number): Compared | undefined {
  const ids = new Set(cuts.get(index)?.map(({ _id }) => _id))
  const all = old.flatMap(({ _id }, at) => (ids.has(_id) ? [at] : []))
  return all[0] === undefined ? undefined : { of: 'old', index: all[0], all }
}

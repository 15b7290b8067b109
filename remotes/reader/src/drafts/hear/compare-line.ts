import { lineToDirect } from '../../direct/direct-view.ts'
import { lineElement } from '../../page/narration/in-sight.ts'
import { compareByEar, presentHearing, type HearSource } from './hearing.ts'

/** Compares the line that is heard, focused or current; else the nearest changed line after it on the page. */
export function compareLine(source: HearSource): void {
  const { open, comparison } = source
  const hearing = presentHearing()
  const item = hearing?.items[Math.max(hearing.player.getSnapshot().line, 0)]
  const line = item?.kind === 'line' && item.of === 'new' ? item.index : lineToDirect(open.player)
  const changed = [...comparison.byLine]
    .filter(([, { kind }]) => kind === 'reworded')
    .map(([index]) => index)
    .sort((a, b) => a - b)
  const index = comparison.byLine.get(line)?.kind === 'reworded' ? line : changed.find((at) => at >= line)
  if (index === undefined) return
  if (!lineElement(index)) open.player.show(index)
  compareByEar(source, { of: 'new', index })
}

import type { Line } from '@andscene/contracts/script'
import type { ScriptMap } from '@andscene/screenplay/navigation'
import { itemsOf, type PageItem } from '../../page/sheet/page-lines.ts'
import { sceneOfPlace, type Comparison } from '../compare-drafts.ts'

export type SegmentRow = PageItem | { kind: 'cut'; at: number }
/** A place where something changed, with the line before it, and the heading if the scene is another than before. */
export type Segment = { place: number; scene: number; heading: PageItem | undefined; rows: SegmentRow[] }

/** The changed places of a script in order; each line is in one segment only. */
export function segmentsOfChanges(
  { places, cuts }: Comparison,
  lines: readonly Line[],
  map: ScriptMap,
): Segment[] {
  let shownEnd = 0
  let shownScene = -1
  return places.map((place, index) => {
    const scene = sceneOfPlace(place, map)
    const from = Math.max(place.start - 1, shownEnd)
    const start = map.scenes[scene]
    const heading =
      scene !== shownScene && start !== undefined && start >= shownEnd && start < from
        ? itemsOf(lines, start, start + 1)[0]
        : undefined
    const rows: SegmentRow[] = itemsOf(lines, from, place.end).flatMap((item) =>
      item.index >= place.start && cuts.has(item.index) && place.cut.length > 0
        ? [{ kind: 'cut' as const, at: item.index }, item]
        : [item],
    )
    if (place.changes.at(-1)?.kind === 'cut' && cuts.has(place.end)) rows.push({ kind: 'cut', at: place.end })
    shownEnd = Math.max(shownEnd, place.end)
    shownScene = scene
    return { place: index, scene, heading, rows }
  })
}

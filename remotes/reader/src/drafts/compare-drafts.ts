import type { NoteRange } from '@andscene/contracts/notes'
import type { Line } from '@andscene/contracts/script'
import { changePlaces, type ChangePlace } from '@andscene/screenplay/drafts/change-places'
import { changesBetween } from '@andscene/screenplay/drafts/changes-between'
import type { LineChange } from '@andscene/screenplay/drafts/line-changes'
import { newWords } from '@andscene/screenplay/drafts/word-changes'
import { sceneOfLine, type ScriptMap } from '@andscene/screenplay/navigation'
import { pageOfLine } from '@andscene/screenplay/paging'
import { lineOfPlace } from './line-of-place.ts'
import { mapOf } from '../page/open-script.ts'
import { sceneNumber } from '../page/transport/places/whereabouts.ts'

export type { ChangePlace, LineChange }

/** How the lines of a draft differ from those of another. Indexes are of the new lines unless named `old`. */
export type Comparison = {
  old: readonly Line[]
  changes: readonly LineChange[]
  places: readonly ChangePlace[]
  /** Changed lines by index. */
  byLine: ReadonlyMap<number, LineChange>
  /** Lines that were cut, by the index of the line that follows them. */
  cuts: ReadonlyMap<number, readonly Line[]>
  /** Number of places by scene; -1 for lines before the first. */
  countsByScene: ReadonlyMap<number, number>
  /** The words of a line that are new; undefined if there are none. */
  freshIn: (index: number) => readonly NoteRange[] | undefined
  /** Where a moved block was, such as `scene 12`; undefined for other lines than its first. */
  movedFrom: (index: number) => string | undefined
}

const known = new WeakMap<readonly Line[], WeakMap<readonly Line[], Comparison>>()

/** Compares the lines of two drafts; once for the same lines. */
export function compareDrafts(old: readonly Line[], lines: readonly Line[]): Comparison {
  const ofLines = known.get(lines) ?? new WeakMap<readonly Line[], Comparison>()
  known.set(lines, ofLines)
  let comparison = ofLines.get(old)
  if (!comparison) ofLines.set(old, (comparison = compare(old, lines)))
  return comparison
}

function compare(old: readonly Line[], lines: readonly Line[]): Comparison {
  const changes = changesBetween(old, lines)
  const places = changePlaces(changes, old, lines)
  const byLine = new Map<number, LineChange>()
  const cuts = new Map<number, Line[]>()
  let at = 0
  for (const change of changes) {
    if (change.new !== undefined) at = change.new + 1
    if (change.kind === 'cut') {
      const cut = cuts.get(at)
      if (cut) cut.push(old[change.old!]!)
      else cuts.set(at, [old[change.old!]!])
    } else if (change.kind !== 'same') byLine.set(change.new!, change)
  }
  const map = mapOf(lines)
  const countsByScene = new Map<number, number>()
  for (const place of places) {
    const scene = sceneOfPlace(place, map)
    countsByScene.set(scene, (countsByScene.get(scene) ?? 0) + 1)
  }
  const movedFirst = new Set(places.map(({ changes: own }) => own.find(({ kind }) => kind === 'moved')?.new))
  const fresh = new Map<number, readonly NoteRange[] | undefined>()
  return {
    old,
    changes,
    places,
    byLine,
    cuts,
    countsByScene,
    freshIn(index) {
      if (!fresh.has(index)) fresh.set(index, freshWords(byLine.get(index), old, lines))
      return fresh.get(index)
    },
    movedFrom(index) {
      return movedFirst.has(index) ? whereText(old, byLine.get(index)!.old!) : undefined
    },
  }
}

function freshWords(
  change: LineChange | undefined,
  old: readonly Line[],
  lines: readonly Line[],
): readonly NoteRange[] | undefined {
  const text = lines[change?.new ?? -1]?.text ?? ''
  if (change?.kind === 'new' && text.length > 0) return [{ start: 0, end: text.length }]
  if (change?.kind !== 'reworded') return undefined
  const ranges = newWords(old[change.old!]!.text, text)
  return ranges.length > 0 ? ranges.map(({ start, length }) => ({ start, end: start + length })) : undefined
}

function whereText(lines: readonly Line[], index: number): string {
  const map = mapOf(lines)
  // A scene as a whole keeps its number: the one before it tells where it was.
  const isHeading = map.scenes.includes(index)
  const scene = sceneOfLine(map, isHeading ? index - 1 : index)
  const number = scene < 0 ? undefined : sceneNumber(map, lines, scene)
  if (number === undefined) return `page ${pageOfLine(map.pages, index) + 1}`
  return isHeading ? `after scene ${number}` : `scene ${number}`
}

export const sceneOfPlace = (place: ChangePlace, map: ScriptMap): number =>
  sceneOfLine(map, lineOfPlace(place))

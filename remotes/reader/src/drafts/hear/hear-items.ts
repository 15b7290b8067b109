import type { Line } from '@andscene/contracts/script'
import { speechNumbers } from '@andscene/screenplay/drafts/speeches'
import { isActMark, isHeading } from '@andscene/screenplay/line-types'
import { sceneOfLine, type ScriptMap } from '@andscene/screenplay/navigation'
import type { ChangePlace, Comparison } from '../compare-drafts.ts'

/** A line of the shown draft (`new`) or of the one it is compared with, or a tone. `place` counts from 0. */
export type HearItem =
  | { readonly kind: 'line'; readonly of: 'old' | 'new'; readonly index: number; readonly place: number }
  | { readonly kind: 'tone'; readonly place: number }

type Drafts = {
  lines: readonly Line[]
  map: ScriptMap
  comparison: Pick<Comparison, 'old' | 'changes' | 'places'>
  /** Whether a line is read aloud to this listener. */
  isHeard(of: 'old' | 'new', index: number): boolean
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, at) => start + at)

/** The speeches of lines: each with its cue and parentheticals. */
function speechesOf(lines: readonly Line[]) {
  const numbers = speechNumbers(lines)
  return {
    /** The lines of the speech that contains a line; other lines are alone. */
    of(index: number): number[] {
      let [start, end] = [index, index + 1]
      while (start > 0 && numbers[start - 1] === numbers[index]) start -= 1
      while (end < lines.length && numbers[end] === numbers[index]) end += 1
      return range(start, end)
    },
  }
}

const isMark = (line: Line) => isHeading(line) || isActMark(line)
const isNamed = ({ type }: Line) => type === 'Character' || type === 'Parenthetical'

/**
 * What "Play Changes" plays (product §16): each changed speech with the line before it, and the heading of its scene when
 * that changes; a moved block by its first speech, and what else changed in it; for a cut, the lines around it. Tones are between places.
 */
export function itemsOfChanges({ lines, map, comparison, isHeard }: Drafts): HearItem[] {
  const speeches = speechesOf(lines)
  const items: HearItem[] = []
  let before: ReadonlySet<number> = new Set()
  let scene: number | undefined
  const { places } = comparison
  for (const [number, place] of places.entries()) {
    const changed = changedLines(place)
    const first = changed[0] ?? place.start
    const isSceneStart = changed.length > 0 && isMark(lines[first]!)
    const own = sceneOfLine(map, Math.min(first, lines.length - 1))
    const heading = own === scene ? undefined : map.scenes[own]
    const previous = isSceneStart ? [] : lineBefore(first)
    const after = changed.length > 0 ? changed : lineAfter(place.start)
    // The line after a cut is left to the next change if that plays it, too: otherwise it would not be announced.
    const next = changed.length === 0 && places[number + 1] ? changedLines(places[number + 1]!) : []
    const isLeft =
      previous.some((index) => !before.has(index)) && after.every((index) => next.includes(index))
    const near = isLeft ? previous : [...previous, ...after]
    const heard = (heading === undefined || heading >= (near[0] ?? 0) ? near : [heading, ...near]).filter(
      (index) => isHeard('new', index),
    )
    const added = heard.filter((index) => !before.has(index))
    // Its lines were heard with the place before.
    if (added.length === 0) continue
    if (items.length > 0) items.push({ kind: 'tone', place: number })
    items.push(...added.map((index) => ({ kind: 'line', of: 'new', index, place: number }) as const))
    before = new Set(heard)
    scene = own
  }
  return items

  function changedLines({ start, end, kinds, changes }: ChangePlace): number[] {
    const own = range(start, end).filter((index) => {
      const kind = changes.find((change) => change.new === index)?.kind
      return kind !== undefined && kind !== 'moved'
    })
    const beginning = start === end || own.includes(start) ? [] : firstOf(start, end)
    const all = [...beginning, ...own].flatMap((index) => {
      const speech = speeches.of(index)
      // Between the lines of a moved block that are left out.
      const near = kinds.has('moved') ? lineBefore(speech[0]!).filter((at) => at >= start) : []
      return [...near, ...speech]
    })
    return [...new Set(all)].sort((a, b) => a - b)
  }

  /** The first lines of a moved block: its heading, and the speech or line after it. */
  function firstOf(start: number, end: number): number[] {
    const next = range(start, end).find((index) => !isMark(lines[index]!))
    return next === undefined ? [start] : range(start, next + 1)
  }

  /** The last line with words of its own before a place, in the same scene. */
  function lineBefore(first: number): number[] {
    for (let index = first - 1; index >= 0 && !isMark(lines[index]!); index -= 1)
      if (!isNamed(lines[index]!) && isHeard('new', index)) return [index]
    return []
  }

  /** The line after a cut, with its cue or its heading. */
  function lineAfter(start: number): number[] {
    const end = lines.findIndex((line, index) => index >= start && !isNamed(line) && !isMark(line))
    return end < 0 ? [] : range(start, end + 1)
  }
}

/** A line to compare by ear: one of the shown draft, or one that was cut; `all` that were cut there, if all are heard. */
export type Compared =
  | { readonly of: 'new'; readonly index: number }
  | { readonly of: 'old'; readonly index: number; readonly all?: readonly number[] }

const item = (of: 'old' | 'new') => (index: number) => ({ kind: 'line', of, index, place: 0 }) as const

/** What "Compare by Ear" plays: the former speech of a line, a tone, and the present one; of a cut line, only the former. */
export function itemsOfComparison(
  { lines, comparison: { old, changes }, isHeard }: Omit<Drafts, 'map'>,
  compared: Compared,
): HearItem[] {
  const { of, index } = compared
  const [oldSpeeches, newSpeeches] = [speechesOf(old), speechesOf(lines)]
  // The line itself is heard even if lines of its type are not read aloud.
  const isPlayed = (draft: 'old' | 'new') => (at: number) =>
    isHeard(draft, at) || (draft === of && at === index)
  if (compared.of === 'old') {
    const cut = compared.all ?? oldSpeeches.of(index)
    return cut.filter(isPlayed('old')).map(item('old'))
  }
  const speech = newSpeeches.of(index)
  const own = new Set(speech)
  const former = changes.flatMap((change) =>
    change.old !== undefined && change.new !== undefined && own.has(change.new) ? [change.old] : [],
  )
  const was = [...new Set(former.flatMap((at) => oldSpeeches.of(at)))]
    .sort((a, b) => a - b)
    .filter((at) => isHeard('old', at) || former.includes(at))
  const is = speech.filter(isPlayed('new')).map(item('new'))
  if (was.length === 0) return is
  return [...was.map(item('old')), { kind: 'tone', place: 0 }, ...is]
}

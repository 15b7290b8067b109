import type { Line } from '@andscene/contracts/script'
import { isHeading } from './line-types.ts'
import { paginate, type Page } from './paging.ts'

type MappedLine = Pick<Line, 'type' | 'act' | 'forcePageBreak'>

/** Where pages, scenes and acts of a script start. Created once per script with `mapScript`; used by all moves. */
export type ScriptMap = {
  lineCount: number
  pages: readonly Page[]
  scenes: readonly number[]
  acts: readonly number[]
}

export type Direction = 'next' | 'previous'

export const mapScript = (lines: readonly MappedLine[]): ScriptMap => {
  const scenes: number[] = []
  const acts: number[] = []
  for (const [index, line] of lines.entries()) {
    if (isHeading(line)) scenes.push(index)
    if (index === 0 || line.act !== lines[index - 1]?.act) acts.push(index)
  }
  return { lineCount: lines.length, pages: paginate(lines), scenes, acts }
}

/** Index in `starts` of the part that contains a line: the last start at or before it; -1 before the first. */
const partOf = (starts: readonly number[], lineIndex: number): number => {
  let low = -1
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= lineIndex) low = middle
    else high = middle - 1
  }
  return low
}

const moveBetween = (
  starts: readonly number[],
  lineIndex: number,
  direction: Direction,
): number | undefined => {
  const part = partOf(starts, lineIndex)
  return direction === 'next' ? starts[part + 1] : part > 0 ? starts[part - 1] : undefined
}

const isLine = (map: ScriptMap, lineIndex: number) =>
  Number.isInteger(lineIndex) && lineIndex >= 0 && lineIndex < map.lineCount

export const sceneOfLine = (map: ScriptMap, lineIndex: number): number => partOf(map.scenes, lineIndex)
export const actOfLine = (map: ScriptMap, lineIndex: number): number => partOf(map.acts, lineIndex)

// Moves return undefined at the ends (product §2, §5) and for a line outside of the script.

export const moveByLine = (map: ScriptMap, lineIndex: number, direction: Direction): number | undefined => {
  const target = lineIndex + (direction === 'next' ? 1 : -1)
  return isLine(map, lineIndex) && isLine(map, target) ? target : undefined
}

/** From heading to heading (product §3): from any line of a scene to the next or previous one. */
export const moveByScene = (map: ScriptMap, lineIndex: number, direction: Direction): number | undefined =>
  isLine(map, lineIndex) ? moveBetween(map.scenes, lineIndex, direction) : undefined

export const moveByAct = (map: ScriptMap, lineIndex: number, direction: Direction): number | undefined =>
  isLine(map, lineIndex) ? moveBetween(map.acts, lineIndex, direction) : undefined

/** Moves by page index, as returned by `pageOfLine`. */
export const movePage = (map: ScriptMap, page: number, direction: Direction): number | undefined => {
  const target = page + (direction === 'next' ? 1 : -1)
  return map.pages[page] && map.pages[target] ? target : undefined
}

import type { Line } from '@andscene/contracts/script'
import { sceneOfLine, type ScriptMap } from '@andscene/screenplay/navigation'

const two = (part: number) => String(part).padStart(2, '0')

/** Formats whole seconds: `0:07`, `12:03`, `1:48:20`. */
export function clockText(milliseconds: number): string {
  const seconds = Math.max(Math.floor(milliseconds / 1_000), 0)
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}

type Numbering = {
  /** At least one heading has a number, so headings without one get none. */
  isWritten: boolean
  isCounted: boolean
}
const numberings = new WeakMap<ScriptMap, Numbering>()

function numberingOf(map: ScriptMap, lines: readonly Line[]): Numbering {
  const known = numberings.get(map)
  if (known) return known
  const numbers = map.scenes.map((line) => lines[line]?.sceneNumber)
  const isWritten = numbers.some((number) => number !== undefined)
  const isCounted =
    !isWritten || numbers.every((number) => Number.parseInt(number ?? '', 10) <= numbers.length)
  const numbering = { isWritten, isCounted }
  numberings.set(map, numbering)
  return numbering
}

/** Returns the number of a scene in the script, or its ordinal if no scene has a number; undefined otherwise. */
export const sceneNumber = (map: ScriptMap, lines: readonly Line[], scene: number): string | undefined =>
  lines[map.scenes[scene] ?? -1]?.sceneNumber ??
  (numberingOf(map, lines).isWritten ? undefined : String(scene + 1))

/** Returns whether "46 of 202" is meaningful: every scene has a number, and none exceeds the total. */
export const areScenesCounted = (map: ScriptMap, lines: readonly Line[]): boolean =>
  numberingOf(map, lines).isCounted

/** Returns "Scene 46 of 202", "Scene 9A (12 of 202)", "Scene without a number (12 of 202)" or "Line 3 of 90". */
export function whereText(map: ScriptMap, lines: readonly Line[], line: number): string {
  const count = map.scenes.length
  if (count === 0) return `Line ${line + 1} of ${map.lineCount}`
  const scene = sceneOfLine(map, line)
  if (scene < 0) return `Before the first of ${count} ${count === 1 ? 'scene' : 'scenes'}`
  const number = sceneNumber(map, lines, scene)
  const nth = `${scene + 1} of ${count}`
  if (number === undefined) return `Scene without a number (${nth})`
  return number === String(scene + 1) ? `Scene ${nth}` : `Scene ${number} (${nth})`
}

export const positionText = (where: string, elapsedMs: number, totalMs: number): string =>
  `${where}, ${clockText(elapsedMs)} of ${clockText(totalMs)}`

import type { Line } from '@andscene/contracts/script'
import { sceneOfLine, type ScriptMap } from '@andscene/screenplay/navigation'
import { clockText } from './time-text.ts'

/** Number of a scene as it is written in the script, else counted. */
export const sceneNumber = (map: ScriptMap, lines: readonly Line[], scene: number): string =>
  lines[map.scenes[scene] ?? -1]?.sceneNumber ?? String(scene + 1)

const counted = new WeakMap<ScriptMap, boolean>()

/** Whether "46 of 202" makes sense: no number of the script's own is beyond what there is. Looked at once per script. */
export function areScenesCounted(map: ScriptMap, lines: readonly Line[]): boolean {
  const known = counted.get(map)
  if (known !== undefined) return known
  const { length } = map.scenes
  const all = map.scenes.every((_, scene) => Number.parseInt(sceneNumber(map, lines, scene)) <= length)
  counted.set(map, all)
  return all
}

/** "Scene 46 of 202", "Scene 9A (12 of 202)"; of a script without scenes the line. */
export function whereText(map: ScriptMap, lines: readonly Line[], line: number): string {
  const count = map.scenes.length
  if (count === 0) return `Line ${line + 1} of ${map.lineCount}`
  const scene = sceneOfLine(map, line)
  if (scene < 0) return `Before the first of ${count} ${count === 1 ? 'scene' : 'scenes'}`
  const number = sceneNumber(map, lines, scene)
  const nth = `${scene + 1} of ${count}`
  return number === String(scene + 1) ? `Scene ${nth}` : `Scene ${number} (${nth})`
}

/** "Scene 46 of 202, 12:03 of 1:48:20". */
export const positionText = (where: string, elapsedMs: number, totalMs: number): string =>
  `${where}, ${clockText(elapsedMs)} of ${clockText(totalMs)}`

import type { Line } from '@andscene/contracts/script'
import {
  actOfLine,
  moveByAct,
  moveByLine,
  moveByScene,
  movePage,
  sceneOfLine,
  type Direction,
  type ScriptMap,
} from '@andscene/screenplay/navigation'
import { areScenesCounted, sceneNumber } from './whereabouts.ts'
import { isActive, type PlayerSnapshot } from '../../../player/engine/state.ts'

export type PlaceUnit = 'page' | 'act' | 'scene' | 'line'
export type Step = {
  unit: PlaceUnit
  /** As in button names: 'Next Scene'. */
  name: 'Page' | 'Act' | 'Scene' | 'Line'
  /** The current number: `3`, `9A`; a dash before the first scene and in one without a number. */
  value: string
  /** The meaning of a dash, for screen readers. */
  dash?: string | undefined
  /** The total, if it is shown. */
  total?: number | undefined
  can: Record<Direction, boolean>
}

/** Shown before the first scene, and in one without a number. */
export const NO_NUMBER = '–'
const NONE = { next: false, previous: false }
const both = (move: (direction: Direction) => number | undefined) => ({
  next: move('next') !== undefined,
  previous: move('previous') !== undefined,
})

export function placeOf(
  shown: PlayerSnapshot,
  map: ScriptMap,
  lines: readonly Line[],
): Record<PlaceUnit, Step> {
  const { page } = shown
  const line = Math.max(shown.line, 0)
  const scene = sceneOfLine(map, line)
  const number = scene >= 0 ? sceneNumber(map, lines, scene) : undefined
  return {
    page: {
      unit: 'page',
      name: 'Page',
      value: String(page + 1),
      total: map.pages.length,
      can: isActive(shown) ? NONE : both((direction) => movePage(map, page, direction)),
    },
    act: {
      unit: 'act',
      name: 'Act',
      value: map.acts.length > 0 ? String(actOfLine(map, line) + 1) : NO_NUMBER,
      // "Act 1 of 1" carries no information.
      total: map.acts.length > 1 ? map.acts.length : undefined,
      can: both((direction) => moveByAct(map, line, direction)),
    },
    scene: {
      unit: 'scene',
      name: 'Scene',
      value: number ?? NO_NUMBER,
      dash: scene >= 0 ? 'without a number' : 'before the first',
      // "9A of 4" would be misleading.
      total: areScenesCounted(map, lines) ? map.scenes.length : undefined,
      can: both((direction) => moveByScene(map, line, direction)),
    },
    line: {
      unit: 'line',
      name: 'Line',
      value: map.lineCount > 0 ? String(line + 1) : NO_NUMBER,
      total: map.lineCount,
      can: both((direction) => moveByLine(map, line, direction)),
    },
  }
}

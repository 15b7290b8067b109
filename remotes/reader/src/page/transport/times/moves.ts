import type { Player } from '../../../player/engine/player.ts'
import { isActive, type Position } from '../../../player/engine/state.ts'
import type { ScriptTimes } from './script-times.ts'
import type { Direction } from '@andscene/screenplay/navigation'
import { RATES } from '@andscene/contracts/voices/rates'
import type { PlaceUnit } from '../places/listener-place.ts'

/** The step of the seek buttons and media keys, at the current speed. Milliseconds. */
export const SEEK_MS = 10_000

export function seekLine(player: Player, line: number): void {
  if (isActive(player.getSnapshot())) player.jump(line)
  else player.goToLine(line)
}

export function seekBy(player: Player, times: ScriptTimes, byMs: number): void {
  player.seek(pointBeside(times, presentPoint(player, times), byMs, player.getSnapshot().rate))
}

export function seekTo(player: Player, times: ScriptTimes, ms: number): void {
  player.seek(reachable(times, times.pointAt(ms, player.getSnapshot().rate)))
}

function presentPoint(player: Player, times: ScriptTimes): Position {
  const { line, isAtEnd } = player.getSnapshot()
  const at = player.position()
  if (at && !isAtEnd) return at
  const current = Math.max(line, 0)
  const durationMs = times.lengthMs(current, 1)
  return { line: current, positionMs: isAtEnd ? durationMs : 0, durationMs }
}

/** Returns the point `byMs` away; the start of the line if its clip does not exist yet. */
export function pointBeside(times: ScriptTimes, from: Position, byMs: number, rate: number): Position {
  const { line, positionMs, durationMs } = from
  const moved = positionMs + byMs * rate
  const isWithin = moved >= 0 && moved < durationMs
  if (isWithin && (byMs < 0 || times.isMeasured(line) || positionMs > 0))
    return { ...from, positionMs: moved }
  const target = times.startMs(line, rate) + moved / rate
  if (moved < 0) return reachable(times, times.pointAt(Math.max(target, 0), rate))
  // The real length may differ from the known one.
  const end = times.startMs(line, rate) + times.lengthMs(line, rate)
  const next = reachable(times, times.pointAt(Math.max(target, end), rate))
  return next.line > line ? next : { ...from, positionMs: durationMs }
}

/** Snaps to the start of a line with an estimated length: the point is a guess, and all before it must load first. */
const reachable = (times: ScriptTimes, point: Position): Position =>
  times.isMeasured(point.line) ? point : { ...point, positionMs: 0 }

export function step(player: Player, unit: PlaceUnit, direction: Direction): void {
  if (unit === 'page') player.goToPage(player.getSnapshot().page + (direction === 'next' ? 1 : -1))
  else player.move(unit, direction)
}

export function shiftRate(player: Player, by: 1 | -1): void {
  const { rate } = player.getSnapshot()
  const next = by > 0 ? RATES.find((one) => one > rate) : RATES.findLast((one) => one < rate)
  if (next !== undefined) player.setRate(next)
}

export const rateText = (rate: number) => `${rate}×`

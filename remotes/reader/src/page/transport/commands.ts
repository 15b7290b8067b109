import type { Direction } from '@andscene/screenplay/navigation'
import { RATES } from '@andscene/contracts/rates'
import type { Player } from '../../player/engine/player.ts'
import type { PlaceUnit } from './listener-place.ts'

/** A step of any unit: pages turn, the others move the line. */
export function step(player: Player, unit: PlaceUnit, direction: Direction): void {
  if (unit === 'page') player.goToPage(player.getSnapshot().page + (direction === 'next' ? 1 : -1))
  else player.move(unit, direction)
}

/** The next speed up or down; stays at the ends. */
export function shiftRate(player: Player, by: 1 | -1): void {
  const { rate } = player.getSnapshot()
  const next = by > 0 ? RATES.find((one) => one > rate) : RATES.findLast((one) => one < rate)
  if (next !== undefined) player.setRate(next)
}

export const rateText = (rate: number) => `${rate}×`

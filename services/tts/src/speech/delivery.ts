import type { Delivery, DeliveryName } from '@andscene/contracts/voices/delivery'

/** `level`: decibels above the usual loudness. `pace`: a factor, for engines that change nothing else. */
const NAMED: Readonly<Record<DeliveryName, { level: number; pace: number }>> = {
  whispering: { level: -9, pace: 0.95 },
  quiet: { level: -5, pace: 1 },
  shouting: { level: 4, pace: 1.03 },
  calling: { level: 3, pace: 0.9 },
  sad: { level: -2, pace: 0.85 },
  angry: { level: 2, pace: 1.08 },
  excited: { level: 1, pace: 1.1 },
  slow: { level: 0, pace: 0.8 },
  fast: { level: 0, pace: 1.25 },
}

/** Deliveries that differ enough by pace and level alone. */
export const BY_PACE_AND_LEVEL: readonly DeliveryName[] = ['quiet', 'shouting', 'calling', 'slow', 'fast']

/** How a finished clip differs from a plain one: its level in decibels, and silence at its ends. */
export type Direction = { level?: number; beforeMs?: number; afterMs?: number }

export const directionOf = ({ name, pauseBeforeMs, pauseAfterMs }: Delivery = {}): Required<Direction> => ({
  level: name ? NAMED[name].level : 0,
  beforeMs: pauseBeforeMs ?? 0,
  afterMs: pauseAfterMs ?? 0,
})

/** Factor of the pace, for engines that have no better way to do a delivery. */
export const paceOf = ({ name, pace = 1 }: Delivery): number => pace * (name ? NAMED[name].pace : 1)

/** The delivery without a name that the provider cannot do. */
export const possible = ({ name, ...delivery }: Delivery = {}, can: readonly DeliveryName[]): Delivery =>
  name && can.includes(name) ? { name, ...delivery } : delivery

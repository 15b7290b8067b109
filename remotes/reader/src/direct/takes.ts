import { TAKES_LIMIT } from '@andscene/contracts/limits'
import type { Direction, Take } from '@andscene/contracts/voices/direction'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { isSameDelivery } from '@andscene/contracts/voices/tidy-delivery'

/** What a user wants of a line. */
export type Takes = { takes: readonly Pick<Take, 'id' | 'delivery'>[]; chosen: string | null }
/** A change that also applies after another director has changed the line. */
export type Change = (takes: Takes) => Takes
/** A change and what reverts it. */
export type Step = { change: Change; undo: Change }

export const takesOf = (direction: Direction | undefined): Takes => direction ?? { takes: [], chosen: null }

const newId = () => `take-${crypto.randomUUID()}`

/** Falls back to the page if that take is no longer there. */
const chooseIn = ({ takes }: Takes, chosen: string | null): Takes => ({
  takes,
  chosen: takes.some(({ id }) => id === chosen) ? chosen : null,
})

export const choose = (before: Takes, id: string | null): Step => ({
  change: (present) => chooseIn(present, id),
  undo: (present) => chooseIn(present, before.chosen),
})

/** Keeps a delivery as a take and chooses it: an equal take, else a new one. Undefined if there is no room. */
export function keep(before: Takes, delivery: Delivery): Step | undefined {
  const equal = before.takes.find((take) => isSameDelivery(take.delivery, delivery))
  if (equal) return choose(before, equal.id)
  if (before.takes.length >= TAKES_LIMIT) return undefined
  const take = { id: newId(), delivery }
  return {
    // Another director may have taken the last place.
    change: ({ takes, chosen }) =>
      takes.length < TAKES_LIMIT ? { takes: [...takes, take], chosen: take.id } : { takes, chosen },
    undo: ({ takes }) =>
      chooseIn({ takes: takes.filter(({ id }) => id !== take.id), chosen: null }, before.chosen),
  }
}

export function replace(before: Takes, id: string, delivery: Delivery): Step {
  const old = before.takes.find((take) => take.id === id)
  const take = { id: newId(), delivery }
  const swapped = ({ takes }: Takes, from: string, to: Takes['takes'][number]) =>
    takes.map((one) => (one.id === from ? to : one))
  return {
    change: (present) => chooseIn({ ...present, takes: swapped(present, id, take) }, take.id),
    undo: (present) =>
      chooseIn({ ...present, takes: old ? swapped(present, take.id, old) : present.takes }, before.chosen),
  }
}

export function remove(before: Takes, id: string): Step {
  const at = before.takes.findIndex((take) => take.id === id)
  const old = before.takes[at]
  return {
    change: ({ takes, chosen }) =>
      chooseIn({ takes: takes.filter((take) => take.id !== id), chosen }, chosen),
    undo: ({ takes, chosen }) =>
      old && takes.length < TAKES_LIMIT
        ? chooseIn({ takes: takes.toSpliced(at, 0, old), chosen }, before.chosen)
        : { takes, chosen },
  }
}

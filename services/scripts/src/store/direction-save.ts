import { DIRECTIONS_LIMIT, DIRECTIONS_LIMIT_BYTES } from '@andscene/contracts/limits'
import type { Delivery } from '@andscene/contracts/voices/delivery'
import { isSameDelivery } from '@andscene/contracts/voices/tidy-delivery'
import { nextVersion } from './command-store.ts'
import { packed, unpacked, type StoredDelivery } from './packed-delivery.ts'

/** `by`: index of its director; `at` in ms since 1970. */
export type StoredTake = {
  id: string
  delivery: StoredDelivery
  by: number
  at: number
  /** The text of the line that the delivery was made for, if it refers to its words; absent in takes of older releases. */
  text?: string
}
export type StoredDirection = { version: number; takes: StoredTake[]; chosen: string | null }
/** By the id of the line. */
export type Directions = ReadonlyMap<string, StoredDirection>
/** Empty after the deletion of the account. */
export type Director = { uid?: string; name?: string }

export type KeptDirections = {
  directions: Directions
  directors: readonly Director[]
  castingVersion: number
}

type WantedTake = Pick<StoredTake, 'id' | 'text'> & { delivery: Delivery }

export type DirectionSave = {
  lineId: string
  /** The version that the user saw; 0 for none. */
  seen: number
  /** Null removes the direction. */
  wanted: { takes: readonly WantedTake[]; chosen: string | null } | null
  /** The delivery of a take in the text that the user saw; as stored by default. */
  carried?: (take: StoredTake) => Delivery
  by: { uid: string; name: string }
  at: Date
  requestId: string
}

/**
 * `conflict`: another user has changed the line; `too-many`: there would be too many directed lines, `too-large`: too
 * many takes. Then nothing was saved.
 */
export type SavedDirection = KeptDirections & {
  outcome: 'changed' | 'unchanged' | 'conflict' | 'too-many' | 'too-large'
}

/** Applies a save to the present directions. A take that stays as it is keeps its director. */
export function applyDirection(present: KeptDirections, save: DirectionSave): SavedDirection {
  const { lineId, seen, wanted, by, at, carried = ofStored } = save
  const { directions, castingVersion } = present
  const before = directions.get(lineId)
  // Also a repeated request.
  if (isSame(before, wanted, carried)) return { ...present, outcome: 'unchanged' }
  if ((before?.version ?? 0) !== seen) return { ...present, outcome: 'conflict' }
  const version = nextVersion(castingVersion)
  const directors = [...present.directors]
  const directorOf = () => {
    const known = directors.findIndex(({ uid }) => uid === by.uid)
    if (known < 0) return directors.push(by) - 1
    directors[known] = by
    return known
  }
  const after = new Map(directions)
  if (wanted) {
    const takes = wanted.takes.map(({ id, delivery, text }) => {
      const known = before?.takes.find((take) => take.id === id)
      return known && isSameDelivery(carried(known), delivery)
        ? known
        : {
            id,
            delivery: packed(delivery),
            by: directorOf(),
            at: at.getTime(),
            ...(text !== undefined && { text }),
          }
    })
    after.set(lineId, { version, takes, chosen: wanted.chosen })
  } else after.delete(lineId)
  const changed = { directions: after, directors, castingVersion: version }
  if (after.size > DIRECTIONS_LIMIT) return { ...present, outcome: 'too-many' }
  if (bytesOf(changed) > DIRECTIONS_LIMIT_BYTES) return { ...present, outcome: 'too-large' }
  return { ...changed, outcome: 'changed' }
}

const ofStored = ({ delivery }: StoredTake): Delivery => unpacked(delivery)

function isSame(
  before: StoredDirection | undefined,
  wanted: DirectionSave['wanted'],
  carried: (take: StoredTake) => Delivery,
): boolean {
  if (!before || !wanted) return !before && !wanted
  return (
    before.chosen === wanted.chosen &&
    before.takes.length === wanted.takes.length &&
    before.takes.every((stored, index) => {
      const take = wanted.takes[index]!
      return take.id === stored.id && isSameDelivery(take.delivery, carried(stored))
    })
  )
}

const bytesOf = ({ directions, directors }: KeptDirections): number =>
  Buffer.byteLength(directionsJson(directions)) + Buffer.byteLength(JSON.stringify(directors))

/** One text, because directions are read as a whole. */
export const directionsJson = (directions: Directions): string => JSON.stringify([...directions])
export const directionsIn = (json: string | undefined): Directions =>
  new Map(json === undefined ? [] : (JSON.parse(json) as [string, StoredDirection][]))

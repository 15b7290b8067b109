import { InFlight, untilSent } from '@andscene/service-kit/in-flight'
import type { Share, ShareKind } from '@andscene/service-kit/shares'
import type { FastifyReply } from 'fastify'
import { createLimit, type Limit, type SharedCounters } from './limits.ts'

/** A limit of each kind of share (decision 0063). */
export type ShareLimits = Record<ShareKind, number>

/** What refusals are counted under. */
const NAMES = { person: 'person', guestsOfOwner: 'owners_guests', guestsAtAddress: 'address_guests' } as const

/** How many at a time. */
export class SharePlaces {
  readonly #pools: Record<ShareKind, InFlight>

  constructor(name: string, limits: ShareLimits) {
    this.#pools = perShare((kind) => new InFlight({ name: `${NAMES[kind]}_${name}`, limit: limits[kind] }))
  }

  /** Takes a place of each share until the response is sent; throws when one has none left. */
  enter(shares: readonly Share[], reply: FastifyReply): void {
    for (const { kind, key } of shares) untilSent(reply.raw, this.#pools[kind].enter(key))
  }
}

/** How many a minute: counts one of each share, up to the first that is used up. */
export type ShareRate = (shares: readonly Share[]) => Promise<void>

export function createShareRate(
  name: string,
  limits: ShareLimits,
  counters: SharedCounters | undefined,
  sentence?: string,
): ShareRate {
  const rates: Record<ShareKind, Limit> = perShare((kind) =>
    createLimit(kind === 'person' ? name : `${NAMES[kind]}_${name}`, limits[kind], counters, sentence),
  )
  return async (shares) => {
    for (const { kind, key } of shares) await rates[kind](key)
  }
}

const perShare = <T>(make: (kind: ShareKind) => T): Record<ShareKind, T> => ({
  person: make('person'),
  guestsOfOwner: make('guestsOfOwner'),
  guestsAtAddress: make('guestsAtAddress'),
})

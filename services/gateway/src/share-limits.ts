import { InFlight, untilSent, type InFlightOptions } from '@andscene/service-kit/http/in-flight'
import { linkPart, type Share, type ShareKind } from '@andscene/service-kit/shares'
import type { FastifyReply } from 'fastify'
import type { SharedCounters } from '@andscene/service-kit/limiter'
import { createLimit, type Limit } from './limits.ts'

/** A limit for each kind of share (decision 0063); a link's limit is a fraction of its owner's. */
export type ShareLimits = Record<Exclude<ShareKind, 'guestsOfLink'>, number>

export const forAll = (limit: number): ShareLimits => ({
  person: limit,
  guestsAtAddress: limit,
  guestsOfOwner: limit,
})

/** Names of the limits in the metrics of refusals. */
const NAMES: Record<ShareKind, string> = {
  person: 'person',
  guestsAtAddress: 'address_guests',
  guestsOfLink: 'links_guests',
  guestsOfOwner: 'owners_guests',
}

/** Concurrency limits. */
export class ShareConcurrency {
  readonly #pools: Record<ShareKind, InFlight>

  constructor(name: string, limits: ShareLimits, more: Pick<InFlightOptions, 'refusal'> = {}) {
    this.#pools = perShare(
      limits,
      (kind, limit) => new InFlight({ name: `${NAMES[kind]}_${name}`, limit, ...more }),
    )
  }

  /** Takes a slot of each share until the response is sent; throws when one has none left. */
  enter(shares: readonly Share[], reply: FastifyReply): void {
    for (const { kind, key } of shares) untilSent(reply.raw, this.#pools[kind].enter(key))
  }
}

/** Guests refused in the same minute do not all retry in the same second. */
const CROWD_SPREAD_MS = 15_000

/** Rate limits per minute: counts each share, up to the first that is exhausted. */
export type ShareRate = (shares: readonly Share[]) => Promise<void>

export function createShareRate(
  name: string,
  limits: ShareLimits,
  counters: SharedCounters | undefined,
  sentence?: string,
): ShareRate {
  const rates: Record<ShareKind, Limit> = perShare(limits, (kind, limit) =>
    kind === 'person'
      ? createLimit(name, limit, counters, { sentence })
      : createLimit(`${NAMES[kind]}_${name}`, limit, counters, { sentence, spreadMs: CROWD_SPREAD_MS }),
  )
  return async (shares) => {
    for (const { kind, key } of shares) await rates[kind](key)
  }
}

const perShare = <T>(
  { person, guestsAtAddress, guestsOfOwner }: ShareLimits,
  make: (kind: ShareKind, limit: number) => T,
): Record<ShareKind, T> => ({
  person: make('person', person),
  guestsAtAddress: make('guestsAtAddress', guestsAtAddress),
  guestsOfLink: make('guestsOfLink', linkPart(guestsOfOwner)),
  guestsOfOwner: make('guestsOfOwner', guestsOfOwner),
})

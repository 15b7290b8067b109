import { HttpError } from '@andscene/service-kit/http-error'
import type { UsageLedger } from '../storage/audio-index.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
export const DEFAULT_ALLOWANCE_HOURS = 12

/** Limits new audio per user and day in UTC (architecture §7, fairness). Stored audio is never rejected. */
export class Allowance {
  readonly #usage: Pick<UsageLedger, 'usage'>
  readonly #hours: number
  readonly #now: () => number

  constructor(
    usage: Pick<UsageLedger, 'usage'>,
    {
      hours = DEFAULT_ALLOWANCE_HOURS,
      now = Date.now,
    }: { hours?: number; now?: (() => number) | undefined } = {},
  ) {
    this.#usage = usage
    this.#hours = hours
    this.#now = now
  }

  async isUsedUp(ownerId: string): Promise<boolean> {
    return (await this.#usage.usage({ ownerId, day: this.today })) >= this.#hours * HOUR_MS
  }

  get today(): string {
    return dayOf(this.#now())
  }

  /** The next midnight (ms since 1970). */
  get renewedAt(): number {
    return (Math.floor(this.#now() / DAY_MS) + 1) * DAY_MS
  }

  /** Throws ALLOWANCE_USED_UP when no more audio is made for this user today. */
  async require(ownerId: string): Promise<void> {
    if (!(await this.isUsedUp(ownerId))) return
    const hours = this.#hours === 1 ? '1 hour' : `${this.#hours} hours`
    throw new HttpError(
      'ALLOWANCE_USED_UP',
      `Today's allowance of ${hours} of new audio is used up. Audio that is ready still plays. More is generated from midnight UTC.`,
      { retryAfter: (this.renewedAt - this.#now()) / 1_000 },
    )
  }
}

/** Converts a time (ms since 1970) to its day in UTC, `2026-01-02`. */
export const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

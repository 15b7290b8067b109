import type { Registry } from 'prom-client'
import { COUNTERS, countedOf } from './counted.ts'
import { Increases } from './increases.ts'
import { GAUGES, makeOverview } from './make-overview.ts'
import { parseMetrics } from './metrics-text.ts'
import type { Overview } from './overview.ts'
import type { Seen } from './processes.ts'
import { Scraper, type ScrapeLimits } from './scrape.ts'
import { instancesOf, type Lookup, type Target } from './targets.ts'

const SHOWN = new Set([...GAUGES, ...COUNTERS])
/** All pages share one scrape of this age. */
const SHARED_MS = 2_000
/** Also while no page is open, so that a new one shows the last hour. */
const EVERY_MS = 15_000
const MINUTES_MS = 5 * 60_000
const HOUR_MS = 60 * 60_000

export type OperatorsWatchOptions = {
  targets: readonly Target[]
  /** The metrics of this process, shown where no target is named `tts`. */
  own: Registry
  now?: () => number
  lookup?: Lookup
  limits?: ScrapeLimits
  everyMs?: number
}

/** Scrapes every part of the platform, periodically and on request. */
export class OperatorsWatch {
  readonly #options: OperatorsWatchOptions
  readonly #now: () => number
  readonly #scraper: Scraper
  readonly #increases = new Increases(HOUR_MS)
  readonly #since: number
  readonly #timer: NodeJS.Timeout
  #latest: { overview: Promise<Overview>; until: number } | undefined

  constructor(options: OperatorsWatchOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
    this.#scraper = new Scraper(SHOWN, options.limits)
    this.#since = this.#now()
    this.#timer = setInterval(() => void this.overview(), options.everyMs ?? EVERY_MS)
    this.#timer.unref()
    void this.overview()
  }

  /** At most two seconds old. */
  overview(): Promise<Overview> {
    if (this.#latest && this.#latest.until > this.#now()) return this.#latest.overview
    const last = { overview: this.#scrape(), until: Number.POSITIVE_INFINITY }
    const ended = () => {
      last.until = this.#now() + SHARED_MS
    }
    // A failed scrape is not cached.
    const failed = () => {
      if (this.#latest === last) this.#latest = undefined
    }
    last.overview.then(ended, failed)
    this.#latest = last
    return last.overview
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#scraper.close()
  }

  async #scrape(): Promise<Overview> {
    const seen = await this.#readProcesses()
    const now = this.#now()
    const reached = seen.filter(({ samples }) => samples !== undefined)
    this.#increases.add(
      now,
      new Map(reached.map((process) => [`${process.part} ${process.at}`, countedOf(process)])),
    )
    const minutes = this.#increases.over(now, MINUTES_MS)
    const hour = this.#increases.over(now, HOUR_MS)
    const watchesOnlyItself = this.#options.targets.length === 0
    return makeOverview({ now, since: this.#since, watchesOnlyItself, seen, minutes, hour })
  }

  async #readProcesses(): Promise<Seen[]> {
    const { targets, own, lookup } = this.#options
    const { found, nowhere } = await instancesOf(targets, lookup)
    const asked = found.map(async ({ part, origin }) => ({
      part,
      at: new URL(origin).host,
      ...(await this.#scraper.scrape(origin)),
    }))
    const self = targets.some(({ part }) => part === 'tts')
      ? []
      : [{ part: 'tts', at: 'this process', samples: parseMetrics(await own.metrics(), SHOWN) }]
    const lost = nowhere.map(({ part, origin }): Seen => ({
      part,
      at: new URL(origin).host,
      away: 'nowhere',
    }))
    return [...(await Promise.all(asked)), ...self, ...lost]
  }
}

/** The counters of a process, by series. */
export type Counted = {
  startedAtMs: number
  counts: ReadonlyMap<string, number>
  restarts?: string
}

type Tick = { from: number; to: number; grew: Map<string, number> }

/** The increases of a period, and how many of its seconds were observed. */
export type Window = {
  seconds: number
  of(series: string): number
  /** The series that grew, and when each was last seen to grow. */
  all(): { series: string; count: number; lastAt: number }[]
}

/** Observations closer to each other than this are merged. */
const TICK_MS = 10_000

/**
 * Increases of the counters of many processes over the last `keptMs`. A restarted process begins at zero; of a process
 * seen for the first time only counts since the previous observation are included.
 */
export class Increases {
  readonly #keptMs: number
  readonly #known = new Map<string, Counted & { seenAt: number }>()
  #ticks: Tick[] = []
  #observedAt: number | undefined

  constructor(keptMs: number) {
    this.#keptMs = keptMs
  }

  /** `now` in ms since 1970. A process that was not reached is left out, and continues once it is reached again. */
  add(now: number, processes: ReadonlyMap<string, Counted>): void {
    const before = this.#observedAt
    this.#observedAt = now
    const grew = before === undefined ? undefined : this.#tick(before, now).grew
    for (const [process, counted] of processes) {
      const known = this.#known.get(process)
      this.#known.set(process, { ...counted, seenAt: now })
      if (!grew || before === undefined) continue
      const isNew = !known || known.startedAtMs !== counted.startedAtMs
      // A process that was running before the first observation may have counted at any time.
      if (isNew && counted.startedAtMs < (known?.startedAtMs ?? before)) continue
      const grow = (series: string, more: number) => grew.set(series, (grew.get(series) ?? 0) + more)
      if (known && isNew && counted.restarts) grow(counted.restarts, 1)
      for (const [series, count] of counted.counts) {
        const had = isNew ? 0 : (known.counts.get(series) ?? 0)
        const more = count >= had ? count - had : count
        if (more > 0) grow(series, more)
      }
    }
    this.#forget(now)
  }

  over(now: number, ms: number): Window {
    const ticks = this.#ticks.filter(({ to }) => to > now - ms)
    const [first] = ticks
    const seconds = first ? ((this.#observedAt ?? now) - first.from) / 1_000 : 0
    const found = new Map<string, { series: string; count: number; lastAt: number }>()
    for (const { to, grew } of ticks)
      for (const [series, more] of grew)
        found.set(series, { series, count: (found.get(series)?.count ?? 0) + more, lastAt: to })
    return { seconds, of: (series) => found.get(series)?.count ?? 0, all: () => [...found.values()] }
  }

  #tick(from: number, to: number): Tick {
    const last = this.#ticks.at(-1)
    if (last && to - last.from <= TICK_MS) {
      last.to = to
      return last
    }
    const tick = { from, to, grew: new Map<string, number>() }
    this.#ticks.push(tick)
    return tick
  }

  #forget(now: number): void {
    this.#ticks = this.#ticks.filter(({ to }) => to > now - this.#keptMs)
    for (const [process, { seenAt }] of this.#known)
      if (seenAt <= now - this.#keptMs) this.#known.delete(process)
  }
}

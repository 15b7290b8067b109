import { RegistryTooNew, type Registry } from '../federation/registry.ts'

/** Asked about once a minute while the page is seen, and when it is seen again or leads elsewhere. Milliseconds. */
const INTERVAL_MS = 60_000
/** A share of the interval that differs from page to page, so that they do not all ask at once. */
const JITTER = 0.2
const LEAST_MS = 10_000
const BACKOFF_LIMIT_MS = 15 * 60_000
/** Who said "Later" is not asked again so soon. */
const LATER_MS = 30 * 60_000

export type WatchPorts = {
  readRegistry(): Promise<Registry>
  /** Takes over what was not begun yet; returns the versions of what was, beside those of the registry. */
  follow(registry: Registry): { name: string; begun: string; offered: string }[]
  /** Milliseconds of a clock that only goes forward. */
  now(): number
  /** Runs `act` once after `ms`; returns its cancelling. */
  after(ms: number, act: () => void): () => void
  isVisible(): boolean
  /** From 0 to 1. */
  random(): number
}

/**
 * Notices that a page which is open is not what it would be if it were loaded now: another shell, or another version of a
 * remote that it has begun with. A version that was rolled back is another one, too. What a page is told is `offer`: names
 * what is new, and is undefined while nothing is, or while the person wants to hear no more of it.
 */
export class ReleaseWatch {
  readonly #ports: WatchPorts
  readonly #shell: string | undefined
  #news: string | undefined
  #putOff: { news: string; until: number } | undefined
  #askedAt: number
  #failures = 0
  #asking = false
  #stopTimer: () => void = () => undefined
  readonly #listeners = new Set<() => void>()

  /** `shell` is the version that the page began with. */
  constructor(shell: string | undefined, ports: WatchPorts) {
    this.#shell = shell
    this.#ports = ports
    // The page has just read it.
    this.#askedAt = ports.now()
  }

  offer = (): string | undefined => {
    if (this.#news === undefined) return undefined
    const isPutOff = this.#putOff?.news === this.#news && this.#ports.now() < this.#putOff.until
    return isPutOff ? undefined : this.#news
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Begins to ask. Returns the end of it. */
  start(): () => void {
    this.#plan()
    return () => this.#stopTimer()
  }

  /** To be called when the page is seen again, and when it shows another screen. */
  look(): void {
    if (!this.#ports.isVisible() || this.#asking) return
    if (this.#ports.now() - this.#askedAt < this.#backedOff(LEAST_MS)) return
    void this.#ask()
  }

  /** Not now: only what is newer still is told, or the same after half an hour. */
  later = (): void => {
    if (this.#news === undefined) return
    this.#putOff = { news: this.#news, until: this.#ports.now() + LATER_MS }
    this.#tell()
  }

  async #ask(): Promise<void> {
    this.#stopTimer()
    this.#asking = true
    this.#askedAt = this.#ports.now()
    try {
      this.#news = this.#newsOf(await this.#ports.readRegistry())
      this.#failures = 0
    } catch (error) {
      // Nothing is said of a registry that cannot be read; one that only a newer shell can read is news.
      if (error instanceof RegistryTooNew) this.#news = error.message
      else this.#failures += 1
    }
    this.#asking = false
    this.#tell()
    this.#plan()
  }

  #newsOf(registry: Registry): string | undefined {
    const rows = this.#ports.follow(registry).filter(({ begun, offered }) => begun !== offered)
    const news = rows.map(({ name, offered }) => `${name} ${offered}`)
    if (registry.shell !== undefined && this.#shell !== undefined && registry.shell !== this.#shell)
      news.push(`shell ${registry.shell}`)
    return news.length > 0 ? news.sort().join(', ') : undefined
  }

  #plan(): void {
    this.#stopTimer()
    const spread = 1 + JITTER * (2 * this.#ports.random() - 1)
    this.#stopTimer = this.#ports.after(this.#backedOff(INTERVAL_MS) * spread, () => {
      if (this.#ports.isVisible()) void this.#ask()
      // Nobody sees it: asked when it is seen again.
      else this.#plan()
    })
  }

  #backedOff(ms: number): number {
    return Math.min(ms * 2 ** this.#failures, BACKOFF_LIMIT_MS)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

import { Emitter } from '@andscene/web-kit/emitter'
import { hold } from '@andscene/web-kit/safe-moment'
import { loadRegistry, RegistryTooNew, type Registry } from '../federation/registry.ts'
import type { RemoteStore } from '../federation/remote-store.ts'
import { watchTyping } from './typed-words.ts'

/**
 * Interval of checks while the page is visible; it also checks when it becomes visible and on navigation. Milliseconds.
 */
const INTERVAL_MS = 60_000
/** Random share of the interval, so that pages do not check simultaneously. */
const JITTER = 0.2
const MIN_INTERVAL_MS = 10_000
const BACKOFF_LIMIT_MS = 15 * 60_000
/** Pause after "Later". */
const LATER_MS = 30 * 60_000

export type WatchPorts = {
  readRegistry(): Promise<Registry>
  /** Updates remotes that were not loaded yet; returns the loaded versions with those of the registry. */
  follow(registry: Registry): { name: string; begun: string; offered: string }[]
  /** A monotonic clock. Milliseconds. */
  now(): number
}

const isVisible = () => document.visibilityState === 'visible'

/**
 * Detects another version of the shell or a loaded remote in the registry, including a rollback. `offer` names the new
 * versions; it is undefined while there are none, or after "Later".
 */
export class ReleaseWatch {
  readonly #ports: WatchPorts
  readonly #shell: string | undefined
  #available: string | undefined
  #postponed: { news: string; until: number } | undefined
  #checkedAt: number
  #failures = 0
  #isChecking = false
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #changed = new Emitter()
  subscribe = this.#changed.subscribe

  constructor(shell: string | undefined, ports: WatchPorts) {
    this.#shell = shell
    this.#ports = ports
    // The registry has just been read.
    this.#checkedAt = ports.now()
  }

  offer = (): string | undefined => {
    if (this.#available === undefined) return undefined
    const isPutOff = this.#postponed?.news === this.#available && this.#ports.now() < this.#postponed.until
    return isPutOff ? undefined : this.#available
  }

  start(): void {
    this.#schedule()
  }

  look(): void {
    if (!isVisible() || this.#isChecking) return
    if (this.#ports.now() - this.#checkedAt < this.#withBackoff(MIN_INTERVAL_MS)) return
    void this.#check()
  }

  /** Hides the offer for half an hour, or until there is a newer version. */
  later = (): void => {
    if (this.#available === undefined) return
    this.#postponed = { news: this.#available, until: this.#ports.now() + LATER_MS }
    this.#changed.emit()
  }

  async #check(): Promise<void> {
    clearTimeout(this.#timer)
    this.#isChecking = true
    this.#checkedAt = this.#ports.now()
    try {
      this.#available = this.#newVersionsOf(await this.#ports.readRegistry())
      this.#failures = 0
    } catch (error) {
      // An unreadable registry is ignored; one that requires a newer shell is offered.
      if (error instanceof RegistryTooNew) this.#available = error.message
      else this.#failures += 1
    }
    this.#isChecking = false
    this.#changed.emit()
    this.#schedule()
  }

  #newVersionsOf(registry: Registry): string | undefined {
    const rows = this.#ports.follow(registry).filter(({ begun, offered }) => begun !== offered)
    const news = rows.map(({ name, offered }) => `${name} ${offered}`)
    if (registry.shell !== undefined && this.#shell !== undefined && registry.shell !== this.#shell)
      news.push(`shell ${registry.shell}`)
    return news.length > 0 ? news.sort().join(', ') : undefined
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    const spread = 1 + JITTER * (2 * Math.random() - 1)
    this.#timer = setTimeout(
      () => {
        if (isVisible()) void this.#check()
        // Hidden pages check when they become visible.
        else this.#schedule()
      },
      this.#withBackoff(INTERVAL_MS) * spread,
    )
  }

  #withBackoff(ms: number): number {
    return Math.min(ms * 2 ** this.#failures, BACKOFF_LIMIT_MS)
  }
}

export function openWatch({ shell }: Registry, remotes: RemoteStore): ReleaseWatch {
  const releases = new ReleaseWatch(shell, {
    readRegistry: loadRegistry,
    follow: (registry) => remotes.follow(registry),
    now: () => performance.now(),
  })
  releases.start()
  document.addEventListener('visibilitychange', () => releases.look())
  watchTyping(hold)
  return releases
}

import { availableMemory as ofSystem, ROOM } from '../process/available-memory.ts'
import type { Lane } from './lane.ts'
import { Scheduler } from '../process/scheduler.ts'

export type LanesOptions<L> = {
  /** So many at most. */
  limit: number
  open(): Promise<L>
  /** Called whenever nothing runs or waits any more in one of them, or a new one has nothing to do yet. */
  onIdle?: () => void
  /** Whether a text of this priority has to wait, as others need the processors. */
  isHeld?: (priority: number) => boolean
  /** Bytes that can still be allocated. */
  availableMemory?: (() => number) | undefined
}

export type LanePlace<L> = { lane: L; scheduler: Scheduler }

/**
 * Where low-priority texts are spoken: in parallel, each by a model on one thread, which together do much more
 * than as many threads that share the work of one text. They are opened one after the other while there is more to do.
 */
export class Lanes<L extends Pick<Lane, 'close'>> {
  readonly #options: LanesOptions<L>
  readonly #places: LanePlace<L>[] = []
  #limit: number
  #opening: Promise<void> | undefined

  constructor(options: LanesOptions<L>) {
    this.#options = options
    this.#limit = options.limit
  }

  get isOpening(): boolean {
    return this.#opening !== undefined
  }

  get isIdle(): boolean {
    return !this.isOpening && this.#places.every(({ scheduler }) => scheduler.isIdle)
  }

  /** The one that has least to do; undefined while there is none. */
  next(): LanePlace<L> | undefined {
    const next = this.#places.reduce<LanePlace<L> | undefined>(
      (best, place) => (best && best.scheduler.size <= place.scheduler.size ? best : place),
      undefined,
    )
    const { availableMemory = ofSystem } = this.#options
    const wantsMore = !next || next.scheduler.size > 0
    if (wantsMore && !this.#opening && this.#places.length < this.#limit && availableMemory() >= ROOM)
      this.#opening = this.#openOne().finally(() => {
        this.#opening = undefined
        this.#options.onIdle?.()
      })
    return next
  }

  /** Releases held texts. */
  look(): void {
    for (const { scheduler } of this.#places) scheduler.look()
  }

  /** Gives their memory back; nothing may be running. */
  async close(): Promise<void> {
    this.#limit = 0
    await this.#opening
    await Promise.all(this.#places.splice(0).map(({ lane }) => lane.close()))
    this.#limit = this.#options.limit
  }

  /** Where one cannot be had it is done with those that are there. */
  async #openOne(): Promise<void> {
    try {
      const lane = await this.#options.open()
      const { onIdle, isHeld } = this.#options
      this.#places.push({ lane, scheduler: new Scheduler({ onIdle, isHeld }) })
      process.stderr.write(`lane ${this.#places.length} is open\n`)
    } catch {
      this.#limit = this.#places.length
      // Not why: the last log line counts as the reason when the process exits.
      process.stderr.write(`no more than ${this.#limit} lanes could be opened\n`)
    }
  }
}

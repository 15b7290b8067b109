import { availableMemory as ofSystem, ROOM } from '../process/available-memory.ts'
import type { Lane } from './lane.ts'
import { Scheduler } from '../process/scheduler.ts'

export type LanesOptions<L> = {
  limit: number
  open(): Promise<L>
  /** Called whenever nothing runs or waits in a lane, and when one is open. */
  onIdle?: () => void
  /** Whether a text of this priority has to wait because others need the processors. */
  isHeld?: (priority: number) => boolean
  availableMemory?: (() => number) | undefined
}

export type LanePlace<L> = { lane: L; scheduler: Scheduler }

/** Low-priority texts are spoken in parallel, each by a model on one thread. Lanes are opened on demand. */
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

  /** The lane with the least work; undefined while none is open. */
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

  look(): void {
    for (const { scheduler } of this.#places) scheduler.look()
  }

  async close(): Promise<void> {
    this.#limit = 0
    await this.#opening
    await Promise.all(this.#places.splice(0).map(({ lane }) => lane.close()))
    this.#limit = this.#options.limit
  }

  /** Continues with fewer lanes on failure. */
  async #openOne(): Promise<void> {
    try {
      const lane = await this.#options.open()
      const { onIdle, isHeld } = this.#options
      this.#places.push({ lane, scheduler: new Scheduler({ onIdle, isHeld }) })
      process.stderr.write(`lane ${this.#places.length} is open\n`)
    } catch {
      this.#limit = this.#places.length
      // Without the reason: the last log line counts as the reason of an exit.
      process.stderr.write(`no more than ${this.#limit} lanes could be opened\n`)
    }
  }
}

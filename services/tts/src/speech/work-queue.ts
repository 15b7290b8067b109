import type { Need, Urgency } from './urgency.ts'

export type Work<T> = {
  urgency: Urgency
  long: boolean
  /** Aborted by the owner of the text when it is no longer needed. */
  signal: AbortSignal
  /** Keeps its place until it settles, even if its signal aborts. */
  run(signal: AbortSignal): Promise<T>
}

type Places = { all: number; short: number; long: number }

/** `forAwaited`: extra places for awaited texts, if the provider orders its texts. `spareForLong`: one more place. */
export type WorkQueueOptions = { limit: number; forAwaited?: number; spareForLong?: boolean }

/** The text leaves the queue: more urgent texts occupy all places for texts of its kind. */
export class Crowded extends Error {
  override readonly name = 'Crowded'
}

type Piece = { urgency: Urgency; long: boolean; isRunning: boolean; start(): void; leave(why: Error): void }

/**
 * Texts of one provider, most urgent first. Long texts leave a place to short ones, and only one of them waits here;
 * others return to the queue of clips.
 */
export class WorkQueue {
  readonly capacity: number
  readonly #places: Record<'awaited' | 'ahead', Places>
  /** Whether awaited and other texts have separate places. */
  readonly #isSplit: boolean
  readonly #pieces = new Set<Piece>()

  constructor({ limit, forAwaited = 0, spareForLong = false }: WorkQueueOptions) {
    this.#isSplit = forAwaited > 0
    const ahead = spareForLong && limit === 1 ? { all: 2, short: 1, long: 1 } : placesOf(limit)
    this.#places = { ahead, awaited: this.#isSplit ? placesOf(forAwaited) : ahead }
    this.capacity = ahead.all + forAwaited
  }

  get running(): number {
    return this.#running.length
  }

  /** Rejects with the reason of the signal, with {@link Crowded}, or with the error passed to `leave`. */
  async add<T>({ urgency, long, signal, run }: Work<T>): Promise<T> {
    signal.throwIfAborted()
    const leaving = new AbortController()
    const started = Promise.withResolvers<void>()
    const piece: Piece = {
      urgency,
      long,
      isRunning: false,
      start() {
        this.isRunning = true
        started.resolve()
      },
      leave: (why) => leaving.abort(why),
    }
    const ended = AbortSignal.any([signal, leaving.signal])
    const stopWaiting = () => started.reject(ended.reason as Error)
    ended.addEventListener('abort', stopWaiting, { once: true })
    const change = () => this.#fill()
    urgency.on('change', change)
    this.#pieces.add(piece)
    this.#fill()
    try {
      await started.promise
      return await run(ended)
    } finally {
      ended.removeEventListener('abort', stopWaiting)
      urgency.off('change', change)
      this.#pieces.delete(piece)
      this.#fill()
    }
  }

  /** The last waiting text with lower urgency, which a more urgent text of another provider may replace. */
  lastBehind({ priority }: Pick<Need, 'priority'>): Pick<Piece, 'urgency' | 'leave'> | undefined {
    return this.#waiting.findLast(({ urgency }) => urgency.priority > priority)
  }

  #fill(): void {
    for (const piece of this.#waiting) if (this.#hasPlaceFor(piece)) piece.start()
    for (const piece of this.#waiting.filter(({ long }) => long).slice(1))
      piece.leave(new Crowded('another long text waits already'))
    this.#leaveAboveLimit()
  }

  /** Texts that are no longer awaited must fit into the places of the others. */
  #leaveAboveLimit(): void {
    const ahead = mostUrgentFirst(this.#running.filter(({ urgency }) => !urgency.isAwaited))
    for (const piece of ahead.slice(this.#places.ahead.all))
      piece.leave(new Crowded('more urgent low-priority texts need its place'))
  }

  get #running(): Piece[] {
    return [...this.#pieces].filter(({ isRunning }) => isRunning)
  }

  get #waiting(): Piece[] {
    return mostUrgentFirst([...this.#pieces].filter(({ isRunning }) => !isRunning))
  }

  #hasPlaceFor({ urgency: { isAwaited, priority }, long }: Piece): boolean {
    const isRival = ({ urgency }: Piece) =>
      urgency.isAwaited === isAwaited && !(isAwaited && urgency.priority > priority)
    const places = this.#places[isAwaited ? 'awaited' : 'ahead']
    const rivals = this.#isSplit ? this.#running.filter(isRival) : this.#running
    const alike = rivals.filter((rival) => rival.long === long)
    return rivals.length < places.all && alike.length < (long ? places.long : places.short)
  }
}

const placesOf = (all: number): Places => ({ all, short: all, long: Math.max(1, all - 1) })

const mostUrgentFirst = (pieces: readonly Piece[]): Piece[] =>
  pieces.toSorted((one, other) => one.urgency.priority - other.urgency.priority)

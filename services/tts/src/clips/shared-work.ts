import { guestsPart, linkPart, type Share, type ShareKind } from '@andscene/service-kit/shares'
import { Slots, type Turn } from '../speech/slots.ts'

/** Deduplicates concurrent work by key; it is aborted when all callers have left. */
export class SharedWork<T> {
  readonly #running = new Map<string, Running<T>>()

  /**
   * Starts the work unless it is running. Its signal aborts when all callers have aborted; callers without a signal
   * never do.
   */
  async run(
    key: string,
    signal: AbortSignal | undefined,
    work: (wanted: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted()
    const running = this.#running.get(key) ?? this.#begin(key, work)
    running.waiting += 1
    const leave = () => {
      running.waiting -= 1
      if (running.waiting > 0) return
      // Later callers start again.
      if (this.#running.get(key) === running) this.#running.delete(key)
      running.giveUp.abort(signal?.reason)
    }
    signal?.addEventListener('abort', leave, { once: true })
    try {
      return await running.result
    } finally {
      signal?.removeEventListener('abort', leave)
    }
  }

  #begin(key: string, work: (wanted: AbortSignal) => Promise<T>): Running<T> {
    const giveUp = new AbortController()
    const running: Running<T> = { giveUp, waiting: 0, result: work(giveUp.signal) }
    this.#running.set(key, running)
    const end = () => {
      if (this.#running.get(key) === running) this.#running.delete(key)
    }
    running.result.then(end, end)
    return running
  }
}

type Running<T> = { giveUp: AbortController; waiting: number; result: Promise<T> }

/** Number of scripts whose lines a process reads at a time: the largest take some 50 MB until their clips are known. */
const LOADS = 4
const LOADS_OF: Record<ShareKind, number> = {
  person: 2,
  guestsOfLink: linkPart(guestsPart(LOADS)),
  guestsOfOwner: guestsPart(LOADS),
  guestsAtAddress: guestsPart(LOADS),
}

/** A semaphore in which users take turns: requests for many scripts do not delay those of others. */
export class LoadSlots {
  readonly #all = new Slots(LOADS)
  readonly #shares = new Map<string, { slots: Slots; asking: number }>()

  /** Rejects with the signal's reason when it aborts before the start. */
  run<T>(shares: readonly Share[], signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const turn = { priority: 0, signal }
    // Limits how many calls of each share wait for a slot of the process.
    const inAll = () => this.#all.run(turn, work)
    return shares.reduceRight((next, share) => () => this.#inShare(share, turn, next), inAll)()
  }

  async #inShare<T>({ kind, key }: Share, turn: Turn, work: () => Promise<T>): Promise<T> {
    const share = this.#shares.get(key) ?? { slots: new Slots(LOADS_OF[kind]), asking: 0 }
    this.#shares.set(key, share)
    share.asking += 1
    try {
      return await share.slots.run(turn, work)
    } finally {
      share.asking -= 1
      if (share.asking === 0) this.#shares.delete(key)
    }
  }
}

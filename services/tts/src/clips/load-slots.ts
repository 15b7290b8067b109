import { Slots } from '../speech/slots.ts'

/** Scripts whose lines one process reads at a time: the largest take some 50 MB until what they want is known. */
const LOADS = 4
const LOADS_OF_OWNER = 2

/** A semaphore in which people take turns: who asks for many scripts waits behind themselves, not in front of others. */
export class LoadSlots {
  readonly #all = new Slots(LOADS)
  readonly #owners = new Map<string, { slots: Slots; asking: number }>()

  /** Rejects with the signal's reason when it aborts before the start. */
  async run<T>(ownerId: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const owner = this.#owners.get(ownerId) ?? { slots: new Slots(LOADS_OF_OWNER), asking: 0 }
    this.#owners.set(ownerId, owner)
    owner.asking += 1
    const turn = { priority: 0, signal }
    try {
      // So at most two of each person wait for a slot of the process.
      return await owner.slots.run(turn, () => this.#all.run(turn, work))
    } finally {
      owner.asking -= 1
      if (owner.asking === 0) this.#owners.delete(ownerId)
    }
  }
}

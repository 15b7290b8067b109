/** Long work on a script runs in stretches of this many milliseconds, with other work of the process in between. */
const STRETCH_MS = 5

/**
 * Cuts long work into stretches: call `if (pauses.due()) await pauses.take()` at each small step. All long work of
 * the process shares one stretch per turn of the event loop, so ten concurrent tasks block it no longer than one.
 */
export class Pauses {
  #until = 0

  due(): boolean {
    return performance.now() >= this.#until
  }

  async take(): Promise<void> {
    const mine = lastTurn.then(nextTurn)
    lastTurn = mine
    await mine
    this.#until = performance.now() + STRETCH_MS
  }
}

let lastTurn: Promise<void> = Promise.resolve()
const nextTurn = () => new Promise<void>((resolve) => void setImmediate(resolve))

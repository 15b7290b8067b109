/** Long work on a script is split into slices of this many milliseconds, so that other work can run in between. */
const STRETCH_MS = 5

/**
 * Splits long work into slices: call `if (pauses.due()) await pauses.take()` at each small step. All long work of the
 * process shares one slice per turn of the event loop, so ten concurrent tasks block it no longer than one.
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

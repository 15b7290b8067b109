/** What a step of a work leaves: `holds` much memory that its next step needs, or nothing to speak of (`free`). */
export type Step = 'holds' | 'free'
/** A work that is done in steps, between which another may go first, or it is cancelled. */
export type Steps = AsyncGenerator<Step, void, void>

type Work = { priority: number; steps: Steps; left: Step; done: () => void; fail: (error: unknown) => void }

export type Task = {
  /** Resolves when the last step is done; rejects with what a step throws, or with the reason of `cancel`. */
  readonly ended: Promise<void>
  /** Not another step is made; the one that runs goes on to its end. */
  cancel(reason: Error): void
  /** It goes as soon as one of this priority, if that is sooner than it would. */
  hasten(priority: number): void
}

/**
 * One work at a time, the lowest priority number first, of equals the one that came first. A more urgent one passes the
 * one that runs at its next step; that keeps what it has made and goes on afterwards. Only one at a time is passed while it
 * holds memory.
 */
export class Scheduler {
  readonly #waiting: Work[] = []
  #passed: Work | undefined
  #running: Work | undefined
  readonly #onIdle: () => void
  #isBusy = false
  #rest = Promise.withResolvers<void>()

  /** `onIdle` is called whenever nothing runs or waits any more; the last step of a cancelled work has ended then too. */
  constructor(onIdle: () => void = () => {}) {
    this.#onIdle = onIdle
  }

  /** No step runs, and nothing waits. */
  get isIdle(): boolean {
    return !this.#isBusy
  }

  /** Resolves when it is idle. */
  async whenIdle(): Promise<void> {
    while (this.#isBusy) await this.#rest.promise
  }

  /** Works that are not over. */
  get size(): number {
    return this.#waiting.length + (this.#passed ? 1 : 0) + (this.#running ? 1 : 0)
  }

  add(priority: number, steps: Steps): Task {
    const { promise: ended, resolve: done, reject: fail } = Promise.withResolvers<void>()
    const work: Work = { priority, steps, left: 'free', done, fail }
    this.#waiting.push(work)
    if (!this.#isBusy) void this.#run()
    return {
      ended,
      cancel: (reason) => this.#cancel(work, reason),
      hasten: (to) => void (work.priority = Math.min(work.priority, to)),
    }
  }

  #cancel(work: Work, reason: Error): void {
    work.fail(reason)
    const at = this.#waiting.indexOf(work)
    if (at >= 0) this.#waiting.splice(at, 1)
    else if (this.#passed === work) this.#passed = undefined
    else if (this.#running === work) {
      // The loop sees at the end of the step that there is no work to go on with.
      work.priority = Infinity
      cancelled.add(work)
      return
    } else return
    void work.steps.return()
  }

  async #run(): Promise<void> {
    this.#isBusy = true
    for (let work = this.#next(); work; work = this.#next()) {
      this.#running = work
      if (await this.#stepped(work)) continue
      if (this.#mayPass(work)) {
        if (work.left === 'holds') this.#passed = work
        else this.#waiting.unshift(work)
        this.#running = undefined
      }
    }
    this.#isBusy = false
    this.#rest.resolve()
    this.#rest = Promise.withResolvers()
    this.#onIdle()
  }

  /** One step; true when the work is over. */
  async #stepped(work: Work): Promise<boolean> {
    try {
      const { done, value } = await work.steps.next()
      if (!done && !cancelled.has(work)) {
        work.left = value
        return false
      }
      if (done) work.done()
      else void work.steps.return()
    } catch (error) {
      work.fail(error)
    }
    this.#running = undefined
    return true
  }

  #mayPass(work: Work): boolean {
    const urgent = this.#first()
    return urgent !== undefined && urgent.priority < work.priority && (work.left === 'free' || !this.#passed)
  }

  #next(): Work | undefined {
    if (this.#running) return this.#running
    const first = this.#first()
    const passed = this.#passed
    if (passed && (!first || passed.priority <= first.priority)) {
      this.#passed = undefined
      return passed
    }
    if (first) this.#waiting.splice(this.#waiting.indexOf(first), 1)
    return first
  }

  #first(): Work | undefined {
    return this.#waiting.reduce<Work | undefined>(
      (best, work) => (best && best.priority <= work.priority ? best : work),
      undefined,
    )
  }
}

const cancelled = new WeakSet<Work>()

import { setImmediate as turn } from 'node:timers/promises'

/** What a step of a work leaves: `holds` much memory that its next step needs, or nothing to speak of (`free`). */
export type Step = 'holds' | 'free'
/** A work that is done in steps, between which another may go first, or it is cancelled. */
export type Steps = AsyncGenerator<Step, void, void>

type Work = {
  priority: number
  isPatient: boolean
  steps: Steps
  left: Step
  done: () => void
  fail: (error: unknown) => void
}

export type Task = {
  /** Resolves when the last step is done; rejects with what a step throws, or with the reason of `cancel`. */
  readonly ended: Promise<void>
  /** Not another step is made; the one that runs goes on to its end. */
  cancel(reason: Error): void
  /** Somebody waits for it now: it goes as soon as one of this priority, if that is sooner than it would. */
  hasten(priority: number): void
}

export type SchedulerOptions = {
  /** Called whenever nothing runs or waits any more; the last step of a cancelled work has ended then too. */
  onIdle?: (() => void) | undefined
  /** Called when what is most urgent may have changed. */
  onChange?: (() => void) | undefined
  /** A work of this priority may make no step now; looked at again at each {@link Scheduler.look}. */
  isHeld?: ((priority: number) => boolean) | undefined
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
  readonly #options: SchedulerOptions
  #isBusy = false
  #isInStep = false
  /** While the work that is next is held. */
  #held: PromiseWithResolvers<void> | undefined

  constructor(options: SchedulerOptions = {}) {
    this.#options = options
  }

  /** No step runs, and nothing waits. */
  get isIdle(): boolean {
    return !this.#isBusy
  }

  /** Works that are not over. */
  get size(): number {
    return this.#all().length
  }

  /** Priority of the most urgent work that somebody waits for. */
  get urgency(): number {
    return Math.min(...this.#all().map(({ priority, isPatient }) => (isPatient ? Infinity : priority)))
  }

  /** `isPatient`: nobody waits for it. */
  add(priority: number, steps: Steps, isPatient = false): Task {
    const { promise: ended, resolve: done, reject: fail } = Promise.withResolvers<void>()
    const work: Work = { priority, isPatient, steps, left: 'free', done, fail }
    this.#waiting.push(work)
    if (!this.#isBusy) void this.#run()
    this.#changed()
    return {
      ended,
      cancel: (reason) => {
        this.#cancel(work, reason)
        this.#changed()
      },
      hasten: (to) => {
        work.priority = Math.min(work.priority, to)
        work.isPatient = false
        this.#changed()
      },
    }
  }

  /** What was held may be so no more. */
  look(): void {
    this.#held?.resolve()
  }

  #changed(): void {
    this.look()
    this.#options.onChange?.()
  }

  #all(): Work[] {
    return [...this.#waiting, this.#passed, this.#running].filter((work) => work !== undefined)
  }

  #cancel(work: Work, reason: Error): void {
    work.fail(reason)
    const at = this.#waiting.indexOf(work)
    if (at >= 0) this.#waiting.splice(at, 1)
    else if (this.#passed === work) this.#passed = undefined
    else if (this.#running === work) {
      if (this.#isInStep) {
        // The step goes on to its end, for nobody: only then is there no work to go on with.
        work.priority = Infinity
        return void cancelled.add(work)
      }
      this.#running = undefined
    } else return
    void work.steps.return()
  }

  async #run(): Promise<void> {
    const { isHeld = () => false, onIdle } = this.#options
    this.#isBusy = true
    for (let work = this.#next(); work; work = this.#next()) {
      this.#running = work
      if (isHeld(work.priority)) await this.#hold()
      else await this.#step(work)
      // A step may hold the event loop: what was asked meanwhile is heard before the next is chosen.
      await turn()
    }
    this.#isBusy = false
    onIdle?.()
  }

  async #hold(): Promise<void> {
    this.#held = Promise.withResolvers()
    await this.#held.promise
    this.#held = undefined
  }

  async #step(work: Work): Promise<void> {
    this.#isInStep = true
    try {
      const { done, value } = await work.steps.next()
      if (!done && !cancelled.has(work)) {
        work.left = value
        return
      }
      if (done) work.done()
      else void work.steps.return()
    } catch (error) {
      work.fail(error)
    } finally {
      this.#isInStep = false
    }
    this.#running = undefined
    this.#changed()
  }

  /** The running one, unless one that is more urgent passes it. */
  #next(): Work | undefined {
    const running = this.#running
    const first = this.#first()
    if (running) {
      const mayPass = running.left === 'free' || !this.#passed
      if (!first || first.priority >= running.priority || !mayPass) return running
      if (running.left === 'holds') this.#passed = running
      else this.#waiting.unshift(running)
      this.#running = undefined
    }
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

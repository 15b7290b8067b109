import { setImmediate as turn } from 'node:timers/promises'

/** State after a step of a task: it `holds` much memory for its next step, or little (`free`). */
export type Step = 'holds' | 'free'
export type Steps = AsyncGenerator<Step, void, void>

/** The lowest number runs first. `patient`: no client waits for it. */
export type Rank = { priority: number; patient: boolean }

type Work = {
  rank: Rank
  steps: Steps
  left: Step
  tookMs: number
  done: (tookMs: number) => void
  fail: (error: unknown) => void
}

export type Task = {
  /** Resolves with the time of all steps (ms); rejects with an error of a step or the reason of `cancel`. */
  readonly ended: Promise<number>
  cancel(reason: Error): void
  /** Changes the order from the next step on. */
  rank(rank: Rank): void
}

export type SchedulerOptions = {
  onIdle?: (() => void) | undefined
  onChange?: (() => void) | undefined
  /** A task of this priority must not step now; checked again at each {@link Scheduler.look}. */
  isHeld?: ((priority: number) => boolean) | undefined
}

/** Number of tasks that may be passed while they hold memory (about 60 MB each): more than awaited texts have ranks. */
const PASSED = 8
/** A task yields to an equal one when it has had so much more time (ms): long texts of two users take turns. */
const TURN_MS = 500

/**
 * Runs one work at a time, the lowest priority number first. A more urgent one passes at the next step,
 * and the passed one keeps its results and resumes.
 */
export class Scheduler {
  readonly #waiting: Work[] = []
  /** Passed tasks that hold memory, in order. */
  readonly #passed: Work[] = []
  #running: Work | undefined
  readonly #options: SchedulerOptions
  #isBusy = false
  #isInStep = false
  /** While the next task is held. */
  #held: PromiseWithResolvers<void> | undefined

  constructor(options: SchedulerOptions = {}) {
    this.#options = options
  }

  get isIdle(): boolean {
    return !this.#isBusy
  }

  get size(): number {
    return this.#all().length
  }

  get urgency(): number {
    return Math.min(...this.#all().map(({ rank: { priority, patient } }) => (patient ? Infinity : priority)))
  }

  add(rank: Rank, steps: Steps): Task {
    const { promise: ended, resolve: done, reject: fail } = Promise.withResolvers<number>()
    const work: Work = { rank, steps, left: 'free', tookMs: 0, done, fail }
    this.#waiting.push(work)
    if (!this.#isBusy) void this.#run()
    this.#changed()
    return {
      ended,
      cancel: (reason) => {
        this.#cancel(work, reason)
        this.#changed()
      },
      rank: (to) => {
        if (cancelled.has(work)) return
        work.rank = to
        this.#changed()
      },
    }
  }

  /** Held tasks may be ready now. */
  look(): void {
    this.#held?.resolve()
  }

  #changed(): void {
    this.look()
    this.#options.onChange?.()
  }

  #all(): Work[] {
    return [...this.#waiting, ...this.#passed, ...(this.#running ? [this.#running] : [])]
  }

  #cancel(work: Work, reason: Error): void {
    work.fail(reason)
    if (this.#running === work) {
      if (this.#isInStep) {
        // The task is over when the running step has finished.
        work.rank = { priority: Infinity, patient: true }
        return void cancelled.add(work)
      }
      this.#running = undefined
    } else if (!taken(this.#waiting, work) && !taken(this.#passed, work)) return
    void work.steps.return()
  }

  async #run(): Promise<void> {
    const { isHeld = () => false, onIdle } = this.#options
    this.#isBusy = true
    for (let work = this.#next(); work; work = this.#next()) {
      this.#running = work
      if (isHeld(work.rank.priority)) await this.#hold()
      else await this.#step(work)
      // A step may block the event loop: requests that arrived meanwhile are read before the next is chosen.
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
    const began = performance.now()
    try {
      const { done, value } = await work.steps.next()
      if (!done && !cancelled.has(work)) {
        work.left = value
        return
      }
      if (done) work.done(work.tookMs + performance.now() - began)
      else void work.steps.return()
    } catch (error) {
      work.fail(error)
    } finally {
      work.tookMs += performance.now() - began
      this.#isInStep = false
    }
    this.#running = undefined
    this.#changed()
  }

  /** The running task, unless another one goes before it. */
  #next(): Work | undefined {
    const running = this.#running
    const first = best([...this.#passed.toReversed(), ...this.#waiting])
    if (running) {
      const holds = running.left === 'holds'
      const mayPass = !holds || this.#passed.length < PASSED
      if (!first || !mayPass || !goesBefore(first, running)) return running
      if (holds) this.#passed.push(running)
      else if (first.rank.priority < running.rank.priority) this.#waiting.unshift(running)
      else this.#waiting.push(running)
      this.#running = undefined
    }
    if (first && !taken(this.#passed, first)) taken(this.#waiting, first)
    return first
  }
}

/** Whether `one` runs next instead of the current task. */
function goesBefore(one: Work, { rank, left, tookMs }: Work): boolean {
  if (one.rank.priority !== rank.priority) return one.rank.priority < rank.priority
  return left === 'free' && one.tookMs + TURN_MS < tookMs
}

const best = (works: readonly Work[]): Work | undefined =>
  works.reduce<Work | undefined>(
    (first, work) => (first && first.rank.priority <= work.rank.priority ? first : work),
    undefined,
  )

function taken(works: Work[], work: Work): boolean {
  const at = works.indexOf(work)
  if (at >= 0) works.splice(at, 1)
  return at >= 0
}

const cancelled = new WeakSet<Work>()

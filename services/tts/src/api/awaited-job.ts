import { clipJobId, type LineAudioJob } from '@andscene/contracts/queues'
import type { Backlog, ClipOrder, QueuedClip } from '../pipeline/backlog.ts'
import { isAwaited, WANTED_ANYWAY } from '../pipeline/priorities.ts'
import type { Waiters } from '../pipeline/waiters.ts'

export type AwaitedJobParts = {
  backlog: Backlog
  waiters: Waiters
  replan(scriptId: string): Promise<void>
}

/** One request's clip in the queue: the same job as the planner's, at the rank of what is awaited. */
export class AwaitedJob {
  readonly jobId: string
  readonly order: ClipOrder
  readonly #rank: number
  readonly #parts: AwaitedJobParts
  #plannedRank: number | undefined

  constructor(parts: AwaitedJobParts, job: LineAudioJob, rank: number) {
    this.jobId = clipJobId(job)
    this.order = { job, priority: rank }
    this.#rank = rank
    this.#parts = parts
  }

  /** Whether the queue has it behind its rank. One that failed has none. */
  isBehind({ failedAt, priority }: QueuedClip): boolean {
    return failedAt === undefined && priority > this.#rank
  }

  /** Queues the job at its rank or a better one. Reads after adding, as a plan may have added it before. */
  async put(): Promise<void> {
    const { backlog, waiters } = this.#parts
    await backlog.add([this.order])
    const known = (await backlog.states([this.jobId])).get(this.jobId)
    // It has ended meanwhile, and its event was sent.
    if (!known) return
    if (known.failedAt !== undefined) return backlog.retry([this.order])
    if (!isAwaited(known.priority)) {
      if (known.priority !== WANTED_ANYWAY) this.#plannedRank = known.priority
      // A plan's job is made for this request from now on.
      await backlog.join(this.jobId).catch(() => undefined)
    }
    if (this.isBehind(known)) await this.#rankAt(this.#rank)
    await backlog.hasten(this.jobId)
    // It is in the queue already: a worker whose hands are full of others takes it a little later without this.
    await waiters.announceAwaited({ jobId: this.jobId, priority: this.#rank }).catch(() => undefined)
  }

  /** The client comes again: until then it is low-priority work. */
  async rest(): Promise<void> {
    const { waiters } = this.#parts
    await this.#rankAt(this.#plannedRank ?? WANTED_ANYWAY)
    // A client that came in between found it at the rank of what is awaited.
    if ((await waiters.stateOf(this.jobId)).awaited) return this.#rankAt(this.#rank)
    await waiters.announceAbandoned(this.jobId)
  }

  /** Without waiting clients the job loses its rank, and is removed unless a script needs it (`wantedBy`). */
  async giveBack(wantedBy: string | undefined): Promise<void> {
    const { backlog, waiters, replan } = this.#parts
    if (this.#plannedRank !== undefined) {
      await this.#rankAt(this.#plannedRank)
      if (await waiters.any(this.jobId)) return this.#rankAt(this.#rank)
    } else if ((await backlog.drop([this.jobId])) > 0) {
      // The plan decides its rank: requesting clips and leaving must not put them in front.
      if (wantedBy !== undefined) await replan(wantedBy)
      return
    } else if (wantedBy !== undefined) await this.#rankAt(WANTED_ANYWAY)
    // It may be running; the worker knows whether its script needs it.
    await waiters.announceAbandoned(this.jobId)
  }

  async #rankAt(priority: number): Promise<void> {
    await this.#parts.backlog.rank([{ jobId: this.jobId, priority }])
  }
}

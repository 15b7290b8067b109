import type { LineAudioJob } from '@andscene/contracts/queues'
import type { JobContext } from '@andscene/service-kit/job-run'
import { connectConsumer } from '@andscene/service-kit/redis'
import type { RedisTarget } from '@andscene/service-kit/redis-config'
import type { FastifyBaseLogger } from 'fastify'
import type { Backlog, Rank } from '../pipeline/backlog.ts'
import { isAwaited } from '../pipeline/priorities.ts'
import type { Waiters } from '../pipeline/waiters.ts'
import type { WantedCheck } from './wanted-check.ts'

export type FollowingParts = {
  redis: RedisTarget
  backlog: Pick<Backlog, 'states'>
  waiters: Waiters
  wanted: WantedCheck
  cancel: (jobId: string) => void
  /** Has a job that has not begun go back to the queue. */
  giveWay: () => void
  /** Has a job that was taken at its planned rank made at this one. */
  hasten: (rank: Rank) => Promise<void>
  log: FastifyBaseLogger
}

/**
 * Follows who waits for clips. Those that run in this process are cancelled when the last client that waited for them is
 * gone, unless their script wants them anyway; one that was only taken makes room when somebody waits for another, and
 * is made sooner when somebody waits for itself. An announcement that is missed costs one clip too many, or a wait for one.
 */
export function followWaiters(parts: FollowingParts) {
  const { redis, backlog, waiters, wanted, cancel, giveWay, hasten, log } = parts
  const connection = connectConsumer(redis)
  const running = new Map<string, LineAudioJob>()
  const consider = async (jobId: string) => {
    const job = running.get(jobId)
    if (!job) return
    const { scriptId } = job
    if (scriptId !== undefined && (await wanted.has({ ...job, scriptId }))) return
    // Somebody may have come since.
    if (!(await waiters.any(jobId))) cancel(jobId)
  }
  waiters
    .listen(connection, {
      onAbandoned(jobId) {
        consider(jobId).catch((error: unknown) => log.warn({ err: error, jobId }, 'clip not cancelled'))
      },
      onAwaited(rank) {
        const { jobId } = rank
        if (!running.has(jobId)) return giveWay()
        hasten(rank).catch((error: unknown) => log.warn({ err: error, jobId }, 'clip not hastened'))
      },
    })
    .catch((error: unknown) => log.warn({ err: error }, 'waiters are not listened to'))

  /**
   * BullMQ takes as many jobs as there are hands for before it begins the first. Who began to wait for one meanwhile was
   * announced in vain, and at the rank at which it was taken all that is planned would pass it.
   */
  const presentPriority = async ({ jobId, priority }: JobContext): Promise<number> => {
    if (isAwaited(priority)) return priority
    const known = await backlog.states([jobId]).catch(() => undefined)
    return Math.min(priority, known?.get(jobId)?.priority ?? priority)
  }

  return {
    /** The same processing, cancellable while it runs, at the rank that the job has by now. */
    followed:
      <Result>(process: (job: LineAudioJob, context: JobContext) => Promise<Result>) =>
      async (job: LineAudioJob, context: JobContext): Promise<Result> => {
        running.set(context.jobId, job)
        try {
          return await process(job, { ...context, priority: await presentPriority(context) })
        } finally {
          running.delete(context.jobId)
        }
      },
    close: () => connection.disconnect(),
  }
}

import type { LineAudioJob } from '@andscene/contracts/queues'
import type { JobContext } from '@andscene/service-kit/job-run'
import { connectConsumer } from '@andscene/service-kit/redis'
import type { FastifyBaseLogger } from 'fastify'
import type { Waiters } from '../pipeline/waiters.ts'
import type { WantedCheck } from './wanted-check.ts'

export type AbandonedParts = {
  redisUrl: string
  waiters: Waiters
  wanted: WantedCheck
  cancel: (jobId: string) => void
  log: FastifyBaseLogger
}

/**
 * Cancels clips that run in this process when the last client that waited for them is gone, unless their script wants
 * them anyway. An announcement that is missed costs one clip too many.
 */
export function cancelAbandoned({ redisUrl, waiters, wanted, cancel, log }: AbandonedParts) {
  const connection = connectConsumer(redisUrl)
  const running = new Map<string, LineAudioJob>()
  const consider = async (jobId: string) => {
    const job = running.get(jobId)
    if (!job) return
    if (job.scriptId !== undefined && (await wanted.has(job.scriptId, job.path))) return
    // Somebody may have come since.
    if (!(await waiters.any(jobId))) cancel(jobId)
  }
  waiters
    .onAbandoned(connection, (jobId) => {
      consider(jobId).catch((error: unknown) => log.warn({ err: error, jobId }, 'clip not cancelled'))
    })
    .catch((error: unknown) => log.warn({ err: error }, 'abandoned clips are not subscribed to'))

  return {
    /** The same processing, cancellable while it runs. */
    cancellable:
      <Result>(process: (job: LineAudioJob, context: JobContext) => Promise<Result>) =>
      async (job: LineAudioJob, context: JobContext): Promise<Result> => {
        running.set(context.jobId, job)
        try {
          return await process(job, context)
        } finally {
          running.delete(context.jobId)
        }
      },
    close: () => connection.disconnect(),
  }
}

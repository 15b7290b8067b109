import type { LineAudioJob } from '@andscene/contracts/queues'
import { WAITER_LEASE_MS } from '@andscene/contracts/deadlines'
import type { JobContext } from '@andscene/service-kit/queue/job-run'
import { connectConsumer } from '@andscene/service-kit/redis/redis'
import type { RedisTarget } from '@andscene/service-kit/redis/redis-config'
import type { FastifyBaseLogger } from 'fastify'
import type { Backlog } from '../pipeline/backlog.ts'
import { isAwaited, UNAWAITED_RANK } from '../pipeline/priorities.ts'
import type { Waiters } from '../pipeline/waiters.ts'
import { Urgency, type Need } from '../speech/urgency.ts'
import type { WantedCheck } from './wanted-check.ts'

export type FollowingParts = {
  redis: RedisTarget
  backlog: Pick<Backlog, 'states'>
  waiters: Waiters
  wanted: WantedCheck
  concurrency: number
  cancel: (jobId: string) => void
  /** Called when all jobs are taken and one of this rank is queued. */
  giveWay: (rank: { priority: number }) => void
  log: FastifyBaseLogger
}

export type FollowedContext = JobContext & { urgency: Urgency }

/** `awaitedTimes`: number of announcements that a client waits for the clip. */
type Running = { job: LineAudioJob; urgency: Urgency; awaitedTimes: number; again?: NodeJS.Timeout }

/** Announcements may be lost, and a killed API process sends none. */
const LOOK_EVERY_MS = WAITER_LEASE_MS / 3

const needOf = (priority: number): Need => ({ priority, isAwaited: isAwaited(priority) })

/** Tracks the waiters of running clips: without any, a clip is low-priority, or cancelled if no script needs it. */
export function followWaiters(parts: FollowingParts) {
  const { redis, backlog, waiters, wanted, concurrency, cancel, giveWay, log } = parts
  const connection = connectConsumer(redis)
  const running = new Map<string, Running>()

  const plannedRank = async (jobId: string): Promise<number> => {
    const known = (await backlog.states([jobId])).get(jobId)
    return known && !isAwaited(known.priority) ? known.priority : UNAWAITED_RANK
  }
  const consider = async (jobId: string) => {
    const one = running.get(jobId)
    if (!one) return
    clearTimeout(one.again)
    const { awaitedTimes, job } = one
    const { awaited, comeWithinMs } = await waiters.stateOf(jobId)
    if (awaited) return
    const { scriptId } = job
    const goesOn = comeWithinMs > 0 || (scriptId !== undefined && (await wanted.has({ ...job, scriptId })))
    const priority = goesOn ? await plannedRank(jobId) : 0
    if (one.awaitedTimes !== awaitedTimes || running.get(jobId) !== one) return
    if (!goesOn) return cancel(jobId)
    one.urgency.set({ priority, isAwaited: false })
    if (comeWithinMs > 0) one.again = setTimeout(() => look(jobId), comeWithinMs).unref()
  }
  const look = (jobId: string) =>
    void consider(jobId).catch((error: unknown) => log.warn({ err: error, jobId }, 'clip not followed'))
  const looking = setInterval(() => {
    for (const [jobId, { urgency }] of running) if (urgency.isAwaited) look(jobId)
  }, LOOK_EVERY_MS).unref()

  waiters
    .listen(connection, {
      onAbandoned: look,
      onAwaited({ jobId, priority }) {
        const one = running.get(jobId)
        if (!one) {
          if (running.size >= concurrency) giveWay({ priority })
          return
        }
        one.awaitedTimes += 1
        clearTimeout(one.again)
        one.urgency.set({ priority, isAwaited: true })
      },
    })
    .catch((error: unknown) => log.warn({ err: error }, 'subscription to waiters failed'))

  /** Reads the current rank, as announcements between taking and starting a job are lost. */
  const atPresentRank = async ({ jobId, priority }: JobContext, urgency: Urgency) => {
    if (isAwaited(priority)) return
    const known = (await backlog.states([jobId]).catch(() => undefined))?.get(jobId)
    if (known && known.priority < urgency.priority) urgency.set(needOf(known.priority))
  }

  return {
    /** Wraps a processor, so that its job can be cancelled and has its current urgency. */
    followed:
      <Result>(process: (job: LineAudioJob, context: FollowedContext) => Promise<Result>) =>
      async (job: LineAudioJob, context: JobContext): Promise<Result> => {
        const one: Running = { job, urgency: new Urgency(needOf(context.priority)), awaitedTimes: 0 }
        running.set(context.jobId, one)
        try {
          await atPresentRank(context, one.urgency)
          return await process(job, { ...context, urgency: one.urgency })
        } finally {
          clearTimeout(one.again)
          running.delete(context.jobId)
        }
      },
    close() {
      clearInterval(looking)
      connection.disconnect()
    },
  }
}

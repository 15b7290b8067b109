import type { FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { AwaitedJob } from '../api/awaited-job.ts'
import { Backlog } from '../pipeline/backlog.ts'
import { AWAITED, UNPLAYED } from '../pipeline/priorities.ts'
import { Waiters } from '../pipeline/waiters.ts'
import { JOB, JOB_ID } from '../testing/line-audio-job.ts'
import { ttsHarness } from '../testing/tts-harness.ts'
import { followWaiters } from './follow-waiters.ts'
import type { WantedCheck } from './wanted-check.ts'

const on = ttsHarness()
const PLANNED = UNPLAYED.first + 4

/** The parts that a worker follows, and a client that starts to wait for a job. */
function open() {
  const { lineAudio, environment } = on.harness
  const backlog = new Backlog(lineAudio)
  const waiters = new Waiters(lineAudio, environment.QUEUE_PREFIX)
  let isListening = false
  const log = { warn() {} } as unknown as FastifyBaseLogger
  const following = followWaiters({
    redis: environment.REDIS_URL,
    backlog,
    waiters,
    wanted: { has: async () => true } as unknown as WantedCheck,
    cancel: () => {},
    concurrency: 0,
    giveWay: () => void (isListening = true),
    log,
  })
  const priorityAtStart = async (priority: number) => {
    const context = { jobId: JOB_ID, attempt: 1, priority, signal: new AbortController().signal, log }
    return following.followed(async (_job, { urgency }) => urgency.priority)(JOB, context)
  }
  const wait = async () => {
    const client = new AwaitedJob({ backlog, waiters, replan: async () => {} }, JOB, AWAITED)
    // Announcements are lost until the worker listens.
    await expect
      .poll(async () => {
        await client.put()
        return isListening
      })
      .toBe(true)
  }
  return { backlog, priorityAtStart, wait, close: following.close }
}

test('architecture §7: a job that becomes awaited between being taken and started has the awaited rank', async () => {
  const { backlog, priorityAtStart, wait, close } = open()
  try {
    await backlog.add([{ job: JOB, priority: PLANNED }])
    await wait()
    expect(await priorityAtStart(PLANNED)).toBe(AWAITED)
  } finally {
    close()
  }
})

test('architecture §7: a clip that was moved back after it was taken keeps its former rank', async () => {
  const { backlog, priorityAtStart, close } = open()
  try {
    await backlog.add([{ job: JOB, priority: PLANNED + 100 }])
    expect(await priorityAtStart(PLANNED)).toBe(PLANNED)
  } finally {
    close()
  }
})

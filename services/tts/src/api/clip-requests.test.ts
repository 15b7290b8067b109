import type { QueueEvents } from 'bullmq'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Registry } from 'prom-client'
import { sharesOf } from '@andscene/service-kit/shares'
import { expect, test } from 'vitest'
import { EngineShares } from '../pipeline/engine-shares.ts'
import { Heads } from '../pipeline/heads.ts'
import { Backlog, type ClipOrder } from '../pipeline/backlog.ts'
import { Waiters } from '../pipeline/waiters.ts'
import { apiHarness } from '../testing/api-harness.ts'
import { JOB, JOB_ID } from '../testing/line-audio-job.ts'
import { eventually } from '../testing/eventually.ts'
import { awaitedMetrics } from './awaited-metrics.ts'
import { ClipRequests } from './clip-requests.ts'

const on = apiHarness()
const options = (signal: AbortSignal) => ({
  uid: 'owner',
  shares: sharesOf({ uid: 'owner' }),
  requestId: randomUUID(),
  estimateMs: 500,
  wanted: true,
  timeoutMs: 60_000,
  signal,
})
/** Requests for clips that nobody makes; their leases are as long as the product's when unsaid. */
function requestsOn(
  backlog: Backlog,
  { engineShares, ...lease }: { leaseMs?: number; engineShares?: EngineShares } = {},
) {
  const { lineAudio, environment } = on.harness
  const waiters = new Waiters(lineAudio, environment.QUEUE_PREFIX, lease)
  const requests = new ClipRequests({
    backlog,
    events: new EventEmitter() as QueueEvents,
    waiters,
    metrics: awaitedMetrics(new Registry()),
    heads: new Heads(lineAudio, environment.QUEUE_PREFIX),
    engineShares: engineShares ?? new EngineShares(lineAudio, environment.QUEUE_PREFIX),
    replan: async () => {},
    log: on.app.log,
  })
  return { requests, waiters }
}
const waiting = () => on.harness.lineAudio.queue.getPrioritized(0, -1)
const heldRanks = () => eventually(async () => (await waiting()).map(({ priority }) => priority))

test('architecture §7: who asks for a clip while it goes back to its rank in the plan does not wait there', async () => {
  await on.harness.lineAudio.add(JOB, { priority: 4_711 })
  const first = new AbortController()
  const second = new AbortController()
  const ensure = (client: AbortController) => requests.ensure(JOB, options(client.signal)).catch(() => {})
  const ranks: number[] = []
  let seen = Promise.withResolvers<void>()
  const { requests } = requestsOn(
    new (class extends Backlog {
      override async rank(wanted: readonly { jobId: string; priority: number }[]) {
        if (wanted[0]!.priority === 4_711 && ranks.length === 1) {
          seen = Promise.withResolvers()
          void ensure(second)
          await seen.promise
        }
        await super.rank(wanted)
        ranks.push(wanted[0]!.priority)
      }
      override async states(jobIds: readonly string[]) {
        const states = await super.states(jobIds)
        seen.resolve()
        return states
      }
    })(on.harness.lineAudio),
  )
  try {
    void ensure(first)
    await eventually(() => ranks).toEqual([1])
    first.abort()
    await eventually(() => ranks).toEqual([1, 4_711, 1])
    expect((await waiting()).map(({ id, priority }) => [id, priority])).toEqual([[JOB_ID, 1]])
  } finally {
    second.abort()
    await eventually(async () => (await waiting())[0]?.priority).not.toBe(1)
    requests.close()
  }
})

test('architecture §7: who asks for a clip while a plan adds it does not wait at its rank there', async () => {
  const { lineAudio } = on.harness
  const { requests } = requestsOn(
    new (class extends Backlog {
      override async add(orders: readonly ClipOrder[]) {
        await lineAudio.add(JOB, { priority: 4_711 })
        await super.add(orders)
      }
    })(lineAudio),
    // Not looked at again in this test.
    { leaseMs: 600_000 },
  )
  const client = new AbortController()
  const ended = requests.ensure(JOB, options(client.signal)).catch(() => {})
  try {
    await heldRanks().toEqual([1])
    expect((await waiting()).map(({ id }) => id)).toEqual([JOB_ID])
  } finally {
    client.abort()
    await ended
    await heldRanks().not.toEqual([1])
    requests.close()
  }
})

test('product §10: a clip that somebody waits for is in the queue again after Redis has lost everything', async () => {
  const { requests, waiters } = requestsOn(new Backlog(on.harness.lineAudio), { leaseMs: 600 })
  const client = new AbortController()
  const ended = requests.ensure(JOB, options(client.signal)).catch((error: unknown) => error)
  try {
    const held = () => eventually(async () => (await waiting()).map(({ id, priority }) => [id, priority]))
    await held().toEqual([[JOB_ID, 1]])
    await on.redis.command('FLUSHDB')
    await held().toEqual([[JOB_ID, 1]])
    expect(await waiters.any(JOB_ID)).toBe(true)
  } finally {
    client.abort(new Error('left'))
    expect(await ended).toMatchObject({ message: 'left' })
    await eventually(waiting).toEqual([])
    requests.close()
  }
})

test('architecture §7: a clip that a plan of the same moment moved behind others is at the rank of who waits again', async () => {
  const backlog = new Backlog(on.harness.lineAudio)
  const { requests } = requestsOn(backlog, { leaseMs: 600 })
  const client = new AbortController()
  const ended = requests.ensure(JOB, options(client.signal)).catch(() => {})
  try {
    await heldRanks().toEqual([1])
    await backlog.rank([{ jobId: JOB_ID, priority: 4_711 }])
    await heldRanks().toEqual([1])
    expect((await waiting()).map(({ id }) => id)).toEqual([JOB_ID])
  } finally {
    client.abort()
    await ended
    await heldRanks().not.toEqual([1])
    requests.close()
  }
})

test('architecture §7: when the time of a clip cannot be reserved, its request fails, is no waiter any more, and queues nothing', async () => {
  const { lineAudio, environment } = on.harness
  const engineShares = new (class extends EngineShares {
    override async reserve(): Promise<number> {
      expect(await waiters.any(JOB_ID)).toBe(true)
      throw new Error('Redis is unavailable')
    }
  })(lineAudio, environment.QUEUE_PREFIX)
  // Nothing ends the note by itself in this test.
  const { requests, waiters } = requestsOn(new Backlog(lineAudio), { leaseMs: 600_000, engineShares })
  try {
    const asked = requests.ensure(JOB, options(new AbortController().signal))
    await expect(asked).rejects.toThrow('Redis is unavailable')
    await eventually(() => waiters.any(JOB_ID)).toBe(false)
    expect(await waiting()).toEqual([])
  } finally {
    requests.close()
  }
})

import { sharesOf } from '@andscene/service-kit/shares'
import type { QueueEvents } from 'bullmq'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { Registry } from 'prom-client'
import { afterEach, expect, test } from 'vitest'
import { Backlog, type ClipOrder } from '../pipeline/backlog.ts'
import { EngineShares } from '../pipeline/engine-shares.ts'
import { Heads } from '../pipeline/heads.ts'
import { Waiters } from '../pipeline/waiters.ts'
import { apiHarness } from '../testing/api-harness.ts'
import { JOB, JOB_ID } from '../testing/line-audio-job.ts'
import { awaitedMetrics } from './awaited-metrics.ts'
import { ClipRequests } from './clip-requests.ts'

const on = apiHarness()
const PLANNED = 4_711
/** Longer than a test. */
const LEASE_MS = 600_000
const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** Requests for clips that no worker makes. */
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
  const ensure = (client = new AbortController()) =>
    requests.ensure(JOB, {
      uid: 'owner',
      shares: sharesOf({ uid: 'owner' }),
      requestId: randomUUID(),
      estimateMs: 500,
      wanted: true,
      timeoutMs: 60_000,
      signal: client.signal,
    })
  endings.push(() => requests.close())
  /** A client that waits until the test ends. */
  const wait = () => {
    const client = new AbortController()
    const ended = ensure(client).catch((error: unknown) => error)
    endings.push(async () => {
      client.abort(new Error('left'))
      await ended
      await expect.poll(async () => (await waiting())[0]?.priority).not.toBe(1)
    })
    return { client, ended }
  }
  return { ensure, wait, waiters }
}
const waiting = () => on.harness.lineAudio.queue.getPrioritized(0, -1)
const ranks = async () => (await waiting()).map(({ id, priority }) => [id, priority])
const FIRST = [[JOB_ID, 1]]

test('architecture §7: a request made while the job returns to its planned rank raises the rank again', async () => {
  await on.harness.lineAudio.add(JOB, { priority: PLANNED })
  const ranked: number[] = []
  let seen = Promise.withResolvers<void>()
  const { wait } = requestsOn(
    new (class extends Backlog {
      override async rank(wanted: readonly { jobId: string; priority: number }[]) {
        if (wanted[0]!.priority === PLANNED && ranked.length === 1) {
          seen = Promise.withResolvers()
          wait()
          await seen.promise
        }
        await super.rank(wanted)
        ranked.push(wanted[0]!.priority)
      }
      override async states(jobIds: readonly string[]) {
        const states = await super.states(jobIds)
        seen.resolve()
        return states
      }
    })(on.harness.lineAudio),
  )
  const { client } = wait()
  await expect.poll(() => ranked).toEqual([1])
  client.abort()
  await expect.poll(() => ranked).toEqual([1, PLANNED, 1])
  expect(await ranks()).toEqual(FIRST)
})

test('architecture §7: a request made while a plan adds the job raises its rank', async () => {
  const { lineAudio } = on.harness
  const { wait } = requestsOn(
    new (class extends Backlog {
      override async add(orders: readonly ClipOrder[]) {
        await lineAudio.add(JOB, { priority: PLANNED })
        await super.add(orders)
      }
    })(lineAudio),
    { leaseMs: LEASE_MS },
  )
  wait()
  await expect.poll(ranks).toEqual(FIRST)
})

test('product §10: an awaited clip is queued again after Redis has lost all data', async () => {
  const { wait, waiters } = requestsOn(new Backlog(on.harness.lineAudio), { leaseMs: 600 })
  const { client, ended } = wait()
  await expect.poll(ranks).toEqual(FIRST)
  await on.redis.command('FLUSHDB')
  await expect.poll(ranks).toEqual(FIRST)
  expect(await waiters.any(JOB_ID)).toBe(true)
  client.abort(new Error('left'))
  expect(await ended).toMatchObject({ message: 'left' })
  await expect.poll(waiting).toEqual([])
})

test('architecture §7: an awaited clip regains its rank after a concurrent plan has lowered it', async () => {
  const backlog = new Backlog(on.harness.lineAudio)
  requestsOn(backlog, { leaseMs: 600 }).wait()
  await expect.poll(ranks).toEqual(FIRST)
  await backlog.rank([{ jobId: JOB_ID, priority: PLANNED }])
  await expect.poll(ranks).toEqual(FIRST)
})

test('architecture §7: a request whose engine time cannot be reserved fails and queues nothing', async () => {
  const { lineAudio, environment } = on.harness
  const engineShares = new (class extends EngineShares {
    override async reserve(): Promise<number> {
      expect(await waiters.any(JOB_ID)).toBe(true)
      throw new Error('Redis is unavailable')
    }
  })(lineAudio, environment.QUEUE_PREFIX)
  const { ensure, waiters } = requestsOn(new Backlog(lineAudio), { leaseMs: LEASE_MS, engineShares })
  await expect(ensure()).rejects.toThrow('Redis is unavailable')
  await expect.poll(() => waiters.any(JOB_ID)).toBe(false)
  expect(await waiting()).toEqual([])
})

import { clipJobId } from '@andscene/contracts/queues'
import type { QueueEvents } from 'bullmq'
import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { Backlog, type ClipOrder } from '../pipeline/backlog.ts'
import { Waiters } from '../pipeline/waiters.ts'
import { apiHarness } from '../testing/api-harness.ts'
import { eventually } from '../testing/eventually.ts'
import { ClipRequests } from './clip-requests.ts'

const on = apiHarness()
const waiting = () => on.harness.lineAudio.queue.getPrioritized(0, -1)

test('architecture §7: who asks for a clip while it goes back to its rank in the plan does not wait there', async () => {
  const { QUEUE_PREFIX } = on.harness.environment
  const job = {
    scriptId: 's1',
    voiceId: 'test:one',
    text: 'Text number 1.',
    textHash: 'f'.repeat(64),
    path: `scripts/s1/test=3aone/${'0'.repeat(64)}.mp3`,
  }
  const jobId = clipJobId({ path: job.path, scriptId: 's1' })
  await on.harness.lineAudio.add(job, { jobId, priority: 4_711 })
  const first = new AbortController()
  const second = new AbortController()
  const ensure = (client: AbortController) =>
    requests
      .ensure(job, {
        uid: 'owner',
        requestId: randomUUID(),
        wanted: true,
        timeoutMs: 60_000,
        signal: client.signal,
      })
      .catch(() => {})
  const ranks: number[] = []
  let added = Promise.withResolvers<void>()
  const requests = new ClipRequests({
    backlog: new (class extends Backlog {
      override async rank(wanted: readonly { jobId: string; priority: number }[]) {
        if (wanted[0]!.priority === 4_711 && ranks.length === 1) {
          added = Promise.withResolvers()
          void ensure(second)
          await added.promise
        }
        await super.rank(wanted)
        ranks.push(wanted[0]!.priority)
      }
      override async add(orders: readonly ClipOrder[]) {
        await super.add(orders)
        added.resolve()
      }
    })(on.harness.lineAudio),
    events: new EventEmitter() as QueueEvents,
    waiters: new Waiters(on.harness.lineAudio, QUEUE_PREFIX),
    replan: async () => {},
    log: on.app.log,
  })
  try {
    void ensure(first)
    await added.promise
    first.abort()
    await eventually(() => ranks).toEqual([1, 4_711, 1])
    expect((await waiting()).map(({ id, priority }) => [id, priority])).toEqual([[jobId, 1]])
  } finally {
    second.abort()
    await eventually(async () => (await waiting())[0]?.priority).not.toBe(1)
    requests.close()
  }
})

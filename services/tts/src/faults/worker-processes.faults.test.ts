import { JOB_LOCK_MS } from '@andscene/contracts/deadlines'
import { acknowledgedChannel } from '@andscene/contracts/queues'
import { startRedis } from '@andscene/testing/redis-server'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectNarrated, filesBelow, countPendingJobs, untilIdle } from '../testing/expectations.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { ttsHarness } from '../testing/tts-harness.ts'
import { openWorkerProcesses, type WorkerProcesses } from '../testing/worker-processes.ts'

const on = ttsHarness({ env: SHORT_LOCKS })
const HELD = 'Text number 2.'
let workers: WorkerProcesses
beforeEach(async () => {
  workers = await openWorkerProcesses(on.harness)
  on.script('s1', 12)
})
afterEach(() => workers.close())

const timesAsked = (text: string) => workers.asked.filter((asked) => asked.text === text).length
const isAsked = (text: string, times = 1) =>
  expect.poll(() => timesAsked(text), { timeout: 20_000 }).toBe(times)
const files = (folder = 'scripts/s1') => filesBelow(on.harness, folder)
/** Starts a worker that speaks a text of the planned script until it is released. */
async function speaking(text: string, env?: Record<string, string>, times = 1) {
  workers.hold((speaks) => speaks.text === text)
  const worker = await workers.start(env)
  await isAsked(text, times)
  return worker
}

// Worker processes start slowly on a busy machine.
const LIMIT = { timeout: 90_000 }

describe('architecture §7: a crash loses no clip', LIMIT, () => {
  test('when workers are killed repeatedly during a clip, it is stored once and none is missing', async () => {
    await on.harness.plan('s1')
    for (const deaths of [1, 2, 3]) await workers.end(await speaking(HELD, {}, deaths))
    workers.release()
    await workers.start()
    await expectNarrated(on.harness, 's1')
    await untilIdle(on.harness)
    expect(await files()).toHaveLength(12)
    expect(await on.jobs('failed')).toBe(0)
  })

  test('when a worker is killed between object and row of a clip of a deleted script, no object remains', async () => {
    on.script('s1', 1)
    await on.harness.plan('s1')
    const first = await speaking('Text number 0.', { TEST_SPEECH: 'deaf' })
    on.harness.scripts.scripts.delete('s1')
    await on.harness.deleted.add({ scriptId: 's1', mark: 7 })
    // Everything is erased, and the deletion waits for the running clip.
    await expect.poll(() => on.harness.deleted.queue.getDelayedCount()).toBe(1)
    expect(await on.harness.index.stateOf('s1')).toMatchObject({ erased: true })
    // Another writer locks the index: the worker has stored its object and waits to add the row.
    const db = new DatabaseSync(join(on.harness.folder, 'tts.sqlite'), { timeout: 5_000 })
    db.exec('BEGIN IMMEDIATE')
    workers.release()
    await expect.poll(() => files()).toHaveLength(1)
    await workers.end(first)
    db.exec('ROLLBACK')
    db.close()
    expect([(await files()).length, await on.stored()]).toEqual([1, 0])

    const acknowledged = await on.messages(acknowledgedChannel)
    await workers.start()
    await expect.poll(() => acknowledged, { timeout: 20_000 }).toHaveLength(1)
    await untilIdle(on.harness)
    expect([await files(), await on.stored()]).toEqual([[], 0])
  })

  test('when two workers make the same clip, the slower one changes nothing', async () => {
    const shared = 'Text number 1.'
    on.script()
    await on.harness.plan('s1')
    const pausedWorker = await speaking(shared)
    const ended = once(pausedWorker, 'exit')
    // One clip is stored, one is spoken, one is next. A worker stopped while it writes or takes a job would block
    // others.
    await expect.poll(() => countPendingJobs(on.harness)).toBe(2)
    await expect.poll(() => on.jobs('active')).toBe(2)
    // The worker loses the lock of its job.
    pausedWorker.kill('SIGSTOP')
    const other = new ScriptedProvider('test')
    const release = other.hold(/1\./)
    // In this process, because it starts sooner.
    await on.harness.worker([other], { SPEECH_REMOTE_CONCURRENCY: '1' })
    await expect.poll(() => other.asked).toContain(shared)
    release()
    workers.release()
    await expectNarrated(on.harness, 's1')
    pausedWorker.kill('SIGCONT')
    // The worker stores its clip before it exits.
    pausedWorker.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await untilIdle(on.harness)
    await expectNarrated(on.harness, 's1')
    expect([(await files()).length, (await files('.unfinished')).length]).toEqual([3, 0])
  })

  test('when workers are killed repeatedly during a long script, its next windows are still queued', async () => {
    on.script('s1', 40)
    const env = { QUEUE_WINDOW: '10', RECONCILE_MS: '1000' }
    const killedAt = [4, 5, 9, 21]
    await on.harness.plan('s1')
    for (const n of killedAt) {
      await workers.end(await speaking(`Text number ${n}.`, env))
      workers.release()
    }
    await workers.start(env)
    await expectNarrated(on.harness, 's1', 30_000)
    await untilIdle(on.harness)
    // A killed worker costs at most the running clip and the one before it.
    expect(workers.asked.length).toBeLessThanOrEqual(40 + 2 * killedAt.length)
    expect(await files()).toHaveLength(40)
  })

  test('several workers share the work and make no clip twice', async () => {
    on.script('s1', 60)
    // Uses the default lock duration, so that a slow worker keeps its clips.
    const started = Array.from({ length: 3 }, () => workers.start({ JOB_LOCK_MS: String(JOB_LOCK_MS) }))
    await Promise.all(started)
    workers.hold(() => true)
    await on.harness.plan('s1')
    await expect.poll(() => new Set(workers.asked.map(({ pid }) => pid)).size).toBe(3)
    workers.release()
    await expectNarrated(on.harness, 's1')
    expect(workers.asked).toHaveLength(60)
  })
})

describe('architecture §7: shutdown', LIMIT, () => {
  beforeEach(() => on.harness.plan('s1'))

  test('on SIGTERM while Redis is unavailable, the worker exits in time', async () => {
    const own = await startRedis()
    const worker = await workers.start({ REDIS_URL: own.url })
    await own.kill('SIGKILL')
    expect(await workers.end(worker, 'SIGTERM')).toBe(0)
    await own.stop()
  })

  test('on SIGTERM, the worker finishes the running clip, starts no other, and exits with code 0', async () => {
    const ended = workers.end(await speaking(HELD), 'SIGTERM')
    workers.release()
    expect(await ended).toBe(0)
    const stored = await on.stored()
    expect(stored).toBeGreaterThanOrEqual(3)
    expect(await on.jobs('active', 'failed')).toBe(0)
    expect(await on.jobs('prioritized', 'delayed', 'waiting')).toBe(12 - stored)
  })

  test('with WORKER_DRAIN_MS, the worker finishes a longer clip and exits with code 0', async () => {
    const worker = await speaking(HELD, { WORKER_DRAIN_MS: '60000', JOB_LOCK_MS: '60000' })
    const began = performance.now()
    const ended = workers.end(worker, 'SIGTERM')
    // Longer than other services may take to close.
    await expect.poll(() => performance.now() - began).toBeGreaterThan(5_500)
    expect(worker.exitCode).toBeNull()
    workers.release()
    expect(await ended).toBe(0)
    expect(timesAsked(HELD)).toBe(1)
    expect(await on.stored()).toBe(new Set(workers.asked.map(({ text }) => text)).size)
  })

  test('a clip that is not finished in time returns to the queue immediately without using an attempt', async () => {
    const worker = await speaking(HELD, { JOB_LOCK_MS: '60000' })
    expect(await workers.end(worker, 'SIGTERM')).toBe(0)
    expect(await on.jobs('active', 'failed')).toBe(0)
    workers.release()
    await workers.start()
    await expectNarrated(on.harness, 's1')
  })
})

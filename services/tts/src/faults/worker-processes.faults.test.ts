import { JOB_LOCK_MS } from '@andscene/contracts/deadlines'
import { startRedis } from '@andscene/testing/redis-server'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectNarrated, filesBelow, jobsLeft, untilIdle } from '../testing/expectations.ts'
import { SHORT_LOCKS } from '../testing/harness.ts'
import { ScriptedProvider, until } from '../testing/scripted-provider.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { ttsHarness } from '../testing/tts-harness.ts'
import { openWorkerProcesses, type WorkerProcesses } from '../testing/worker-processes.ts'

const on = ttsHarness({ env: SHORT_LOCKS })
let workers: WorkerProcesses
beforeEach(async () => {
  workers = await openWorkerProcesses(on.harness)
  on.harness.scripts.scripts.set('s1', scriptOf(12, 'test:one'))
})
afterEach(() => workers.close())

const timesAsked = (text: string) => workers.asked.filter((speaking) => speaking.text === text).length

// More than what a test waits for in all: a process takes a while to start on a busy machine.
const LIMIT = { timeout: 90_000 }

describe('architecture §7: a crash costs nothing', LIMIT, () => {
  test('a worker killed with -9 in the middle of a clip: the clip is stored once, none is missing', async () => {
    const interrupted = 'Text number 3.'
    workers.hold(({ text }) => text === interrupted)
    const first = await workers.start()
    await on.harness.plan('s1')
    await expect.poll(() => timesAsked(interrupted), { timeout: 10_000 }).toBe(1)
    first.kill('SIGKILL')
    await once(first, 'exit')
    workers.release()
    await workers.start()
    await expectNarrated(on.harness, 's1', { timeout: 15_000 })
    await untilIdle(on.harness)
    expect(timesAsked(interrupted)).toBeGreaterThan(1)
    expect(await filesBelow(on.harness, 'scripts/s1')).toHaveLength(12)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
  })

  test('killed again and again, the clip still comes in the end', async () => {
    const interrupted = 'Text number 0.'
    workers.hold(({ text }) => text === interrupted)
    await on.harness.plan('s1')
    for (let deaths = 1; deaths <= 3; deaths += 1) {
      const worker = await workers.start()
      await expect.poll(() => timesAsked(interrupted), { timeout: 10_000 }).toBe(deaths)
      worker.kill('SIGKILL')
      await once(worker, 'exit')
    }
    workers.release()
    await workers.start()
    await expectNarrated(on.harness, 's1', { timeout: 15_000 })
  })

  test('a script deleted while a clip is made, whose worker dies between the object and its row: no object is left', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(1, 'test:one'))
    workers.hold(() => true)
    const first = await workers.start({ TEST_SPEECH: 'deaf' })
    await on.harness.plan('s1')
    await expect.poll(() => workers.asked.length, { timeout: 10_000 }).toBe(1)
    on.harness.scripts.scripts.delete('s1')
    await on.harness.deleted.add({ scriptId: 's1', mark: 7 })
    // Everything is erased, and the deletion waits for the clip that is being made.
    await expect.poll(() => on.harness.deleted.queue.getDelayedCount(), { timeout: 10_000 }).toBe(1)
    expect(await on.harness.index.stateOf('s1')).toMatchObject({ erased: true })
    // Somebody else writes to the index: the worker has stored its object and waits to add the row.
    const db = new DatabaseSync(join(on.harness.folder, 'tts.sqlite'), { timeout: 5_000 })
    db.exec('BEGIN IMMEDIATE')
    workers.release()
    await expect.poll(() => filesBelow(on.harness, 'scripts/s1'), { timeout: 20_000 }).toHaveLength(1)
    first.kill('SIGKILL')
    await once(first, 'exit')
    db.exec('ROLLBACK')
    db.close()
    expect(await filesBelow(on.harness, 'scripts/s1')).toHaveLength(1)
    expect(await on.harness.index.ofScript('s1')).toEqual([])

    await workers.start()
    await expect
      .poll(() => on.harness.scripts.acknowledged, { timeout: 20_000 })
      .toMatchObject([{ kind: 'deleted' }])
    await untilIdle(on.harness)
    expect(await filesBelow(on.harness, 'scripts/s1')).toEqual([])
    expect(await on.harness.index.ofScript('s1')).toEqual([])
  })

  test('two workers on one clip: who wakes up late changes nothing', async () => {
    const shared = 'Text number 1.'
    on.harness.scripts.scripts.set('s1', scriptOf(3, 'test:one'))
    workers.hold(({ text }) => text === shared)
    const sleeper = await workers.start()
    const ended = once(sleeper, 'exit')
    await on.harness.plan('s1')
    await expect.poll(() => timesAsked(shared), { timeout: 10_000 }).toBe(1)
    // One clip is stored, one spoken, one is next: it writes nothing and takes nothing. Stopped within a write it would
    // keep the database from all others, and stopped while it asks for a job it would be given the next one.
    await expect.poll(() => jobsLeft(on.harness), { timeout: 10_000 }).toBe(2)
    await expect.poll(() => on.harness.lineAudio.queue.getActiveCount(), { timeout: 10_000 }).toBe(2)
    // It loses its lock on the clip, as a process does that the machine does not run for a while.
    sleeper.kill('SIGSTOP')
    // In this process: on a busy machine the start of one takes longer than all else here.
    const release = Promise.withResolvers<void>()
    const other = new ScriptedProvider('test', ({ text, signal }) =>
      text === shared ? until(release.promise, signal) : Promise.resolve(),
    )
    await on.harness.worker([other], { SPEECH_REMOTE_CONCURRENCY: '1' })
    await expect.poll(() => other.asked, { timeout: 15_000 }).toContain(shared)
    release.resolve()
    workers.release()
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
    sleeper.kill('SIGCONT')
    // It stores what it had spoken before it ends.
    sleeper.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await untilIdle(on.harness)
    await expectNarrated(on.harness, 's1', { timeout: 5_000 })
    expect(await filesBelow(on.harness, 'scripts/s1')).toHaveLength(3)
    expect(await filesBelow(on.harness, '.unfinished')).toEqual([])
  })

  test('killed again and again in the middle of a long script: its windows still follow one another', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(40, 'test:one'))
    const deadly = ['Text number 4.', 'Text number 5.', 'Text number 9.', 'Text number 21.']
    await on.harness.plan('s1')
    for (const text of deadly) {
      workers.hold((speaking) => speaking.text === text)
      const worker = await workers.start({ QUEUE_WINDOW: '10', RECONCILE_MS: '1000' })
      await expect.poll(() => timesAsked(text), { timeout: 20_000 }).toBe(1)
      worker.kill('SIGKILL')
      await once(worker, 'exit')
      workers.release()
    }
    await workers.start({ QUEUE_WINDOW: '10', RECONCILE_MS: '1000' })
    await expectNarrated(on.harness, 's1', { timeout: 30_000 })
    await untilIdle(on.harness)
    // A death costs at most the clip that is spoken and the one before it, should that not be stored yet.
    expect(workers.asked.length).toBeLessThanOrEqual(40 + 2 * deadly.length)
    expect(await filesBelow(on.harness, 'scripts/s1')).toHaveLength(40)
  })

  test('several workers share the work and make no clip twice', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(60, 'test:one'))
    // Nobody dies here: who is slow for a second must not be taken for dead.
    const started = Array.from({ length: 3 }, () => workers.start({ JOB_LOCK_MS: String(JOB_LOCK_MS) }))
    await Promise.all(started)
    workers.hold(() => true)
    await on.harness.plan('s1')
    const speaking = () => new Set(workers.asked.map(({ pid }) => pid)).size
    await expect.poll(speaking, { timeout: 15_000 }).toBe(3)
    workers.release()
    await expectNarrated(on.harness, 's1', { timeout: 15_000 })
    expect(workers.asked).toHaveLength(60)
  })
})

describe('architecture §7: shutdown', LIMIT, () => {
  test('SIGTERM while Redis is away: it ends in time all the same', async () => {
    const own = await startRedis()
    const worker = await workers.start({ REDIS_URL: own.url })
    await own.kill('SIGKILL')
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    await own.stop()
  })

  test('SIGTERM: the clip under way is finished, no other begun, exit code 0', async () => {
    workers.hold(({ text }) => text === 'Text number 2.')
    const worker = await workers.start()
    await on.harness.plan('s1')
    await expect.poll(() => timesAsked('Text number 2.'), { timeout: 10_000 }).toBe(1)
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    workers.release()
    expect((await ended)[0]).toBe(0)
    const stored = (await on.harness.index.ofScript('s1')).length
    expect(stored).toBeGreaterThanOrEqual(3)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('active', 'failed')).toBe(0)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('prioritized', 'delayed', 'waiting')).toBe(
      12 - stored,
    )
  })

  test('with WORKER_DRAIN_MS a clip that takes longer than others may is finished, exit code 0', async () => {
    workers.hold(({ text }) => text === 'Text number 2.')
    const worker = await workers.start({ WORKER_DRAIN_MS: '60000', JOB_LOCK_MS: '60000' })
    await on.harness.plan('s1')
    await expect.poll(() => timesAsked('Text number 2.'), { timeout: 10_000 }).toBe(1)
    const ended = once(worker, 'exit')
    const told = performance.now()
    worker.kill('SIGTERM')
    // Past everything that ends a service otherwise.
    await expect.poll(() => performance.now() - told, { timeout: 20_000 }).toBeGreaterThan(5_500)
    expect(worker.exitCode).toBeNull()
    workers.release()
    expect((await ended)[0]).toBe(0)
    expect(timesAsked('Text number 2.')).toBe(1)
    const stored = await on.harness.index.ofScript('s1')
    expect(stored.length).toBe(new Set(workers.asked.map(({ text }) => text)).size)
  })

  test('a clip that does not end in time goes back to the queue at once, and costs no attempt', async () => {
    workers.hold(({ text }) => text === 'Text number 2.')
    const worker = await workers.start({ JOB_LOCK_MS: '60000' })
    await on.harness.plan('s1')
    await expect.poll(() => timesAsked('Text number 2.'), { timeout: 10_000 }).toBe(1)
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('active', 'failed')).toBe(0)
    workers.release()
    await workers.start()
    await expectNarrated(on.harness, 's1', { timeout: 10_000 })
  })
})

import type { App } from '@andscene/service-kit/create-app'
import { startRedisGroup, type RedisGroup } from '@andscene/testing/redis-group'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lineOf } from '../testing/api-harness.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { openHarness, SHORT_LOCKS, type Harness } from '../testing/harness.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import { openWorkerProcesses, type WorkerProcesses } from '../testing/worker-processes.ts'

let group: RedisGroup
let harness: Harness
let workers: WorkerProcesses
beforeEach(async () => {
  group = await startRedisGroup()
  harness = await openHarness({ url: '' }, { ...group.environment, ...SHORT_LOCKS, RECONCILE_MS: '500' })
  workers = await openWorkerProcesses(harness)
}, 60_000)
afterEach(async () => {
  await workers.close()
  await harness.close()
  await group.stop()
})

const generate = (app: App, payload: object) =>
  app.inject({ method: 'POST', url: '/api/voices/generate', payload, headers: harness.person() })
const newText = (text: string) => ({ voiceId: 'test:two', text })

test(
  'product §10, decision 0058: Redis fails over during a backlog: every clip is stored once, none is missing',
  { timeout: 120_000 },
  async () => {
    harness.scripts.scripts.set('s1', scriptOf(60, 'test:one'))
    harness.scripts.scripts.set('s2', scriptOf(40, 'test:one'))
    const app = await harness.api([new ScriptedProvider()])
    await Promise.all([workers.start(), workers.start()])
    const stored = lineOf(0)
    expect((await generate(app, stored)).statusCode).toBe(200)

    const few = Promise.withResolvers<void>()
    workers.hold(() => {
      if (workers.asked.length === 15) few.resolve()
      return workers.asked.length >= 15
    })
    await harness.plan('s1')
    await few.promise
    // The replica misses the following clips and the plan of the second script.
    await group.cutReplication()
    await harness.plan('s2')
    await expect.poll(() => harness.lineAudio.queue.getPrioritizedCount()).toBeGreaterThan(60)
    workers.release()
    workers.hold(() => workers.asked.length >= 30)
    await expect.poll(async () => (await harness.index.ofScript('s1')).length).toBeGreaterThan(20)
    const primary = await group.primary()
    await group.kill(primary)

    // Meanwhile stored clips are served, and other requests fail fast.
    expect((await generate(app, stored)).statusCode).toBe(200)
    const began = performance.now()
    const refused = await generate(app, newText('Never said.'))
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBeDefined()
    expect(performance.now() - began).toBeLessThan(8_000)

    await group.failedOver(primary)
    workers.release()
    await expectNarrated(harness, 's1', 60_000)
    await expectNarrated(harness, 's2', 60_000)
    await expect
      .poll(async () => (await generate(app, newText('Now said.'))).statusCode, { timeout: 20_000 })
      .toBe(200)
    await untilIdle(harness)
    expect(await filesBelow(harness, 'scripts/s1')).toHaveLength(60)
    expect(await filesBelow(harness, 'scripts/s2')).toHaveLength(40)
    expect(await harness.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)

    // The former primary returns as a replica without an outage.
    await group.start(primary)
    expect((await generate(app, newText('And again.'))).statusCode).toBe(200)
    expect(await group.primary()).not.toBe(primary)
  },
)

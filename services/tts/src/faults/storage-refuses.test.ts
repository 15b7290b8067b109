import { startRedis, type RedisServer } from '@andscene/testing/redis-server'
import { open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { scriptOf } from '../testing/fake-scripts.ts'
import { ScriptedProvider } from '../testing/scripted-provider.ts'
import { openStage, type Stage } from '../testing/stage.ts'

let redis: RedisServer
let stage: Stage
let provider: ScriptedProvider
beforeAll(async () => {
  redis = await startRedis()
})
afterAll(() => redis.stop())
beforeEach(async () => {
  stage = await openStage(redis)
  provider = new ScriptedProvider()
  stage.scripts.scripts.set('s1', scriptOf(30, 'test:one'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await stage.close()
})

describe('clips cannot be stored', () => {
  test('the store refuses writes, then is back: every clip comes, none failed for good, little was spoken in vain', async () => {
    const worker = await stage.worker([provider])
    const folder = join(stage.folder, 'audio', '.unfinished')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'in the way')
    await stage.plan('s1')
    await eventually(() => provider.asked.length).toBeGreaterThan(0)
    await eventually(() => stage.lineAudio.queue.getJobCountByTypes('active')).toBe(0)
    expect(await stage.index.ofScript('s1')).toEqual([])
    const spokenInVain = provider.asked.length
    // Paused, not failing: the backlog waits untouched.
    expect(spokenInVain).toBeLessThan(20)
    expect(await stage.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
    expect((await worker.inject('/metrics')).body).toMatch(
      /queue_job_run_seconds_count\{.*outcome="postponed".*\}/,
    )
    await rm(folder)
    await rename(`${folder}-away`, folder)
    await expectNarrated(stage, 's1', { timeout: 20_000 })
    await untilIdle(stage)
    expect(provider.asked.length).toBe(30 + spokenInVain)
    expect(await stage.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
  }, 60_000)

  test('the disk is full: no half clip is served, and all come once there is room', async () => {
    const disk = await fullDisk(stage)
    await stage.worker([provider])
    await stage.plan('s1')
    await disk.metOnce
    await eventually(() => stage.lineAudio.queue.getJobCountByTypes('active')).toBe(0)
    expect(await stage.index.ofScript('s1')).toEqual([])
    expect(await filesBelow(stage, 'scripts')).toEqual([])
    disk.makeRoom()
    await expectNarrated(stage, 's1', { timeout: 20_000 })
    await untilIdle(stage)
    expect(await stage.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
    // Only now, when storage accepts and is probed no more, is every unfinished file one that was left behind.
    expect(await filesBelow(stage, '.unfinished')).toEqual([])
  }, 60_000)
})

/** Every write of a file ends half-way with ENOSPC until there is room. */
async function fullDisk(place: Stage) {
  const probe = join(place.folder, 'probe')
  const handle = await open(probe, 'w')
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  await rm(probe)
  const met = Promise.withResolvers<void>()
  const spy = vi.spyOn(prototype, 'writeFile').mockImplementation(async function (this: FileHandle, data) {
    const bytes = data as Uint8Array
    await this.write(bytes.subarray(0, bytes.byteLength / 2))
    met.resolve()
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  })
  return { metOnce: met.promise, makeRoom: () => spy.mockRestore() }
}

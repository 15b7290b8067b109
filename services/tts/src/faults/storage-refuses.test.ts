import { valueOf } from '@andscene/testing/scraped'
import { open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import { scriptOf } from '../testing/scripts-stub.ts'
import type { Harness } from '../testing/harness.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness()
beforeEach(async () => {
  on.harness.scripts.scripts.set('s1', scriptOf(30, 'test:one'))
})
afterEach(async () => {
  vi.restoreAllMocks()
})

describe('clips cannot be stored', () => {
  test('the store refuses writes, then is back: every clip comes, none failed for good, little was spoken in vain', async () => {
    const worker = await on.harness.worker([on.provider])
    const folder = join(on.harness.folder, 'audio', '.unfinished')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'in the way')
    await on.harness.plan('s1')
    await eventually(() => on.provider.asked.length).toBeGreaterThan(0)
    await eventually(() => on.harness.lineAudio.queue.getJobCountByTypes('active')).toBe(0)
    expect(await on.harness.index.ofScript('s1')).toEqual([])
    const spokenInVain = on.provider.asked.length
    // Paused, not failing: the backlog waits untouched.
    expect(spokenInVain).toBeLessThan(20)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
    expect((await worker.inject('/metrics')).body).toMatch(
      /queue_job_run_seconds_count\{.*outcome="postponed".*\}/,
    )
    const isRefusing = async () => valueOf((await worker.inject('/metrics')).body, 'clip_storage_refusing')
    expect(await isRefusing()).toBe(1)
    await rm(folder)
    await rename(`${folder}-away`, folder)
    await expectNarrated(on.harness, 's1', { timeout: 20_000 })
    await untilIdle(on.harness)
    expect(on.provider.asked.length).toBe(30 + spokenInVain)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
    expect(await isRefusing()).toBe(0)
  }, 60_000)

  test('the disk is full: no half clip is served, and all come once there is room', async () => {
    const disk = await fullDisk(on.harness)
    await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await disk.metOnce
    await eventually(() => on.harness.lineAudio.queue.getJobCountByTypes('active')).toBe(0)
    expect(await on.harness.index.ofScript('s1')).toEqual([])
    expect(await filesBelow(on.harness, 'scripts')).toEqual([])
    disk.makeRoom()
    await expectNarrated(on.harness, 's1', { timeout: 20_000 })
    await untilIdle(on.harness)
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('failed')).toBe(0)
    // Only now, when storage accepts and is probed no more, is every unfinished file one that was left behind.
    expect(await filesBelow(on.harness, '.unfinished')).toEqual([])
  }, 60_000)
})

/** Every write of a file ends half-way with ENOSPC until there is room. */
async function fullDisk(harness: Harness) {
  const probe = join(harness.folder, 'probe')
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

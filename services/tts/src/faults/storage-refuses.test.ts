import { valueOf } from '@andscene/testing/scraped'
import { open, rename, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { expectNarrated, filesBelow, untilIdle } from '../testing/expectations.ts'
import type { Harness } from '../testing/harness.ts'
import { ttsHarness } from '../testing/tts-harness.ts'

const on = ttsHarness()
beforeEach(async () => {
  on.script('s1', 30)
})
afterEach(async () => {
  vi.restoreAllMocks()
})

describe('when storage fails', () => {
  test('and rejects writes for a while, every clip is made and few are spoken twice', async () => {
    const worker = await on.harness.worker([on.provider])
    const folder = join(on.harness.folder, 'audio', '.unfinished')
    await rename(folder, `${folder}-away`)
    await writeFile(folder, 'in the way')
    await on.harness.plan('s1')
    await expect.poll(() => on.provider.asked.length).toBeGreaterThan(0)
    await expect.poll(() => on.jobs('active')).toBe(0)
    expect(await on.harness.index.ofScript('s1')).toEqual([])
    const discarded = on.provider.asked.length
    // The queue is paused.
    expect(discarded).toBeLessThan(20)
    expect(await on.jobs('failed')).toBe(0)
    const isRefusing = async () => valueOf((await worker.inject('/metrics')).body, 'clip_storage_refusing')
    expect(await isRefusing()).toBe(1)
    await rm(folder)
    await rename(`${folder}-away`, folder)
    await expectNarrated(on.harness, 's1')
    await untilIdle(on.harness)
    expect(on.provider.asked.length).toBe(30 + discarded)
    expect(await on.jobs('failed')).toBe(0)
    expect(await isRefusing()).toBe(0)
  }, 60_000)

  test('because the disk is full, no partial clip is served, and each clip is made once when there is space', async () => {
    const disk = await fullDisk(on.harness)
    await on.harness.worker([on.provider])
    await on.harness.plan('s1')
    await disk.metOnce
    await expect.poll(() => on.jobs('active')).toBe(0)
    expect(await on.harness.index.ofScript('s1')).toEqual([])
    expect(await filesBelow(on.harness, 'scripts')).toEqual([])
    disk.makeRoom()
    await expectNarrated(on.harness, 's1')
    await untilIdle(on.harness)
    expect(await on.jobs('failed')).toBe(0)
    // Storage is no longer probed, so no probe file is left.
    expect(await filesBelow(on.harness, '.unfinished')).toEqual([])
  }, 60_000)
})

/** Every write of a file fails half-way with ENOSPC until there is space. */
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

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { wordsPath } from '../clips/clip-path.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { embeddedStorage } from '../testing/embedded-storage.ts'
import { storedClip } from '../testing/stored-clip.ts'
import { removePreviews } from './preview-janitor.ts'

const DAY_MS = 24 * 3_600_000
const LIMITS = { days: 30, bytes: 1_000 }
const on = embeddedStorage()
/** Previews alone are never needed. */
const previews = {
  get index() {
    return on.index
  },
  get objects() {
    return on.objects
  },
  isNeeded: async () => false,
}

const pathOf = (name: string) => `previews/${name}.mp3`
const trialOf = (name: string) => `scripts/s1/local=3aruth/${name}.mp3`
/** Stores a preview of 100 bytes, last played this many days after the first day. */
async function store(name: string, day: number) {
  const path = pathOf(name)
  await on.index.notePreview({ path, bytes: 100, usedAt: day * DAY_MS })
  await on.objects.write(path, Buffer.alloc(100))
  await on.index.put(storedClip({ path, bytes: 100 }))
}
const files = async () =>
  (await readdir(join(on.folder, 'audio', 'previews'))).map((name) => name.replace('.mp3', '')).toSorted()
const rows = async (names: string[]) => {
  const found = await Promise.all(names.map((name) => on.index.find(pathOf(name))))
  return names.filter((_, n) => found[n] !== undefined)
}

describe('product §10: previews', () => {
  test('are removed 30 days after their last playback', async () => {
    await store('old', 1)
    await store('heard again', 1)
    await store('young', 20)
    await on.index.usePreview(pathOf('heard again'), 15 * DAY_MS, 15 * DAY_MS)
    expect(await removePreviews(previews, LIMITS, 31 * DAY_MS + 1)).toBe(1)
    expect(await files()).toEqual(['heard again', 'young'])
    expect(await rows(['old', 'heard again', 'young'])).toEqual(['heard again', 'young'])
    expect(await removePreviews(previews, LIMITS, 31 * DAY_MS + 1)).toBe(0)
  })

  test('beyond the limit in bytes are removed, oldest use first', async () => {
    for (let n = 0; n < 13; n += 1) await store(String.fromCharCode(97 + n), 13 - n)
    expect(await removePreviews(previews, LIMITS, 14 * DAY_MS)).toBe(3)
    expect(await files()).toEqual([...'abcdefghij'])
    expect(await on.index.previewBytes()).toBe(1_000)
  })

  test('deliveries of a line that were heard but not chosen are removed as well, those that the casting needs stay', async () => {
    for (const name of ['tried', 'chosen']) {
      const path = trialOf(name)
      await on.index.notePreview({ path, bytes: 100, usedAt: DAY_MS })
      await on.objects.write(path, Buffer.alloc(100))
      await on.index.put(storedClip({ path, scriptId: 's1', bytes: 100 }))
    }
    const isNeeded = async (path: string) => path === trialOf('chosen')
    expect(await removePreviews({ ...on, isNeeded }, LIMITS, 32 * DAY_MS)).toBe(1)
    expect(await on.index.find(trialOf('tried'))).toBeUndefined()
    expect(await on.objects.read(trialOf('tried'))).toBeUndefined()
    expect(await on.objects.read(trialOf('chosen'))).toBeDefined()
    expect(await on.index.find(trialOf('chosen'))).toBeDefined()
    expect(await on.index.oldestPreviews(9)).toEqual([])
  })

  test('are not removed beyond the limit by two concurrent workers', async () => {
    for (let n = 0; n < 13; n += 1) await store(String.fromCharCode(97 + n), 13 - n)
    const other = await on.openIndex()
    try {
      const remove = (at: AudioIndex) => removePreviews({ ...previews, index: at }, LIMITS, 14 * DAY_MS)
      await Promise.all([remove(on.index), remove(other)])
      expect(await files()).toHaveLength(10)
    } finally {
      await other.close()
    }
  })

  test('leave no object after the next round, whatever interrupted a removal or a worker before it stored the row', async () => {
    await store('a', 1)
    await on.objects.write(wordsPath(pathOf('a')), Buffer.from('{}'))
    const failing: AudioObjects = {
      ...on.objects,
      remove: () => Promise.reject(new Error('storage is down')),
    }
    await expect(removePreviews({ ...previews, objects: failing }, LIMITS, 40 * DAY_MS)).rejects.toThrow(
      'down',
    )
    expect(await rows(['a'])).toEqual([])
    expect(await files()).toEqual(['a', 'a.words'])
    // Written by a worker that died before it could put the row.
    await on.index.notePreview({ path: pathOf('b'), bytes: 100, usedAt: DAY_MS })
    await on.objects.write(pathOf('b'), Buffer.alloc(100))
    expect(await removePreviews(previews, LIMITS, 40 * DAY_MS)).toBe(2)
    expect(await files()).toEqual([])
  })
})

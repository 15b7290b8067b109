import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFileAudioObjects } from '../storage/file-audio-objects.ts'
import { openEmbeddedIndex } from '../storage/document-index.ts'
import type { AudioIndex } from '../storage/audio-index.ts'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { storedClip } from '../testing/stored-clip.ts'
import { removePreviews } from './preview-janitor.ts'

const DAY_MS = 24 * 3_600_000
const LIMITS = { days: 30, bytes: 1_000 }
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let index: AudioIndex
let objects: AudioObjects
beforeEach(async () => {
  folder = await temporaryFolder()
  index = await openEmbeddedIndex(join(folder.path, 'tts.sqlite'))
  objects = await openFileAudioObjects(join(folder.path, 'audio'))
})
afterEach(async () => {
  await index.close()
  await folder.remove()
})

const pathOf = (name: string) => `previews/${name}.mp3`
/** A stored preview of 100 bytes, last heard so many days after the first. */
async function store(name: string, day: number) {
  const path = pathOf(name)
  await index.notePreview({ path, bytes: 100, usedAt: day * DAY_MS })
  await objects.write(path, Buffer.alloc(100))
  await index.put(storedClip({ path, bytes: 100 }))
}
const files = async () =>
  (await readdir(join(folder.path, 'audio', 'previews'))).map((name) => name.replace('.mp3', '')).toSorted()
const rows = async (names: string[]) => {
  const found = await Promise.all(names.map((name) => index.find(pathOf(name))))
  return names.filter((_, n) => found[n] !== undefined)
}

describe('product §10: previews', () => {
  test('go 30 days after they were heard last', async () => {
    await store('old', 1)
    await store('heard again', 1)
    await store('young', 20)
    await index.usePreview(pathOf('heard again'), 15 * DAY_MS, 15 * DAY_MS)
    expect(await removePreviews({ index, objects }, LIMITS, 31 * DAY_MS + 1)).toBe(1)
    expect(await files()).toEqual(['heard again', 'young'])
    expect(await rows(['old', 'heard again', 'young'])).toEqual(['heard again', 'young'])
    expect(await removePreviews({ index, objects }, LIMITS, 31 * DAY_MS + 1)).toBe(0)
  })

  test('beyond the bytes that are allowed, those unused for longest go', async () => {
    for (let n = 0; n < 13; n += 1) await store(String.fromCharCode(97 + n), 13 - n)
    expect(await removePreviews({ index, objects }, LIMITS, 14 * DAY_MS)).toBe(3)
    expect(await files()).toEqual([...'abcdefghij'])
    expect(await index.previewBytes()).toBe(1_000)
  })

  test('two concurrent workers remove no more than one', async () => {
    for (let n = 0; n < 13; n += 1) await store(String.fromCharCode(97 + n), 13 - n)
    const other = await openEmbeddedIndex(join(folder.path, 'tts.sqlite'))
    try {
      const look = (at: AudioIndex) => removePreviews({ index: at, objects }, LIMITS, 14 * DAY_MS)
      await Promise.all([look(index), look(other)])
      expect(await files()).toHaveLength(10)
    } finally {
      await other.close()
    }
  })

  test('whatever stops a removal, or a worker before it noted the clip, the next round leaves no object', async () => {
    await store('a', 1)
    const failing: AudioObjects = { ...objects, remove: () => Promise.reject(new Error('storage is down')) }
    await expect(removePreviews({ index, objects: failing }, LIMITS, 40 * DAY_MS)).rejects.toThrow('down')
    expect(await rows(['a'])).toEqual([])
    expect(await files()).toEqual(['a'])
    // Written by a worker that died before it could put the row.
    await index.notePreview({ path: pathOf('b'), bytes: 100, usedAt: DAY_MS })
    await objects.write(pathOf('b'), Buffer.alloc(100))
    expect(await removePreviews({ index, objects }, LIMITS, 40 * DAY_MS)).toBe(2)
    expect(await files()).toEqual([])
  })
})

import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { mkdir, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { audioIndexContract } from './audio-index.contract.ts'
import { newVersion } from './audio-index.ts'
import { audioObjectsContract } from './audio-objects.contract.ts'
import { openFileAudioObjects } from './file-audio-objects.ts'
import { openSqliteAudioIndex } from './sqlite-audio-index.ts'

audioIndexContract('SQLite', async () => {
  const folder = await temporaryFolder()
  return { open: async () => openSqliteAudioIndex(join(folder.path, 'tts.sqlite')), remove: folder.remove }
})

/** A folder that is removed after the test. */
async function ownFolder() {
  const folder = await temporaryFolder()
  onTestFinished(folder.remove)
  return folder.path
}

test('no two changes of a process have one version, however quick they are', () => {
  expect(new Set(Array.from({ length: 10_000 }, newVersion)).size).toBe(10_000)
})

audioObjectsContract('files', async () => {
  const folder = await temporaryFolder()
  return { objects: await openFileAudioObjects(folder.path), remove: folder.remove }
})

test('a folder that cannot be written to is an outage', async () => {
  const folder = await ownFolder()
  const objects = await openFileAudioObjects(folder)
  await rm(join(folder, '.unfinished'), { recursive: true })
  await writeFile(join(folder, '.unfinished'), 'in the way')
  await expect(objects.write('a/b.mp3', Buffer.from('x'))).rejects.toThrow(StoreUnavailable)
  await expect(objects.check()).rejects.toThrow(StoreUnavailable)
  expect(await objects.read('a/b.mp3')).toBeUndefined()
})

test('one clip that cannot be read is no outage', async () => {
  const folder = await ownFolder()
  const objects = await openFileAudioObjects(folder)
  await mkdir(join(folder, 'a/folder.mp3'), { recursive: true })
  await symlink('loop.mp3', join(folder, 'a/loop.mp3'))
  for (const path of ['a/folder.mp3', 'a/loop.mp3', `a/${'x'.repeat(300)}.mp3`]) {
    const failure: unknown = await objects.read(path).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(StoreUnavailable)
  }
  await objects.write('a/b.mp3', Buffer.from('x'))
  expect(await objects.read('a/b.mp3')).toBeDefined()
})

test('architecture §4: a file that a dead process left unfinished is removed at start, a fresh one is not', async () => {
  const folder = await ownFolder()
  const unfinished = join(folder, '.unfinished')
  await mkdir(unfinished)
  await writeFile(join(unfinished, 'old'), 'half')
  await writeFile(join(unfinished, 'fresh'), 'half')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await utimes(join(unfinished, 'old'), longAgo, longAgo)
  await openFileAudioObjects(folder)
  expect(await readdir(unfinished)).toEqual(['fresh'])
})

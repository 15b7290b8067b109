import { smallDisk } from '@andscene/testing/small-disk'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { replaceFile } from './replace-file.ts'

test('on a full disk, the write fails and the previous content remains', async ({ skip }) => {
  const disk = await smallDisk(64)
  if (!disk) return skip('only root may mount a disk')
  onTestFinished(() => disk.remove())
  const file = path.join(disk.path, 'accounts.json')
  await replaceFile(file, 'before')
  await expect(replaceFile(file, 'x'.repeat(200_000))).rejects.toMatchObject({ code: 'ENOSPC' })
  expect(await readFile(file, 'utf8')).toBe('before')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await readdir(disk.path)).toEqual(['accounts.json'])
})

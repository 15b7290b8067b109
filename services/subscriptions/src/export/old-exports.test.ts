import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readdir, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeExports } from './old-exports.ts'

test('decision 0060: removes old exports and no other files of the folder', async () => {
  const folder = await temporaryFolder('andscene-exports')
  onTestFinished(() => folder.remove())
  const put = async (name: string, at: string) => {
    await writeFile(path.join(folder.path, name), 'email')
    await utimes(path.join(folder.path, name), new Date(at), new Date(at))
  }
  await put('subscribers-2026-01-01T000000.000Z.csv', '2026-01-01')
  await put('subscribers-2026-01-01T000000.000Z.csv.12.part', '2026-01-01')
  await put('subscribers-2026-03-01T000000.000Z.csv', '2026-03-01')
  await put('mine.csv', '2026-01-01')
  const before = Date.parse('2026-02-01')
  expect(await removeExports(folder.path, before)).toBe(2)
  expect(await removeExports(folder.path, before)).toBe(0)
  expect((await readdir(folder.path)).sort()).toEqual(['mine.csv', 'subscribers-2026-03-01T000000.000Z.csv'])
  expect(await removeExports(path.join(folder.path, 'no'), before)).toBe(0)
})

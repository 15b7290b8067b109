import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { JsonFiles } from './json-files.ts'

test('caches files, but not those of every release forever', async () => {
  const folder = await temporaryFolder()
  onTestFinished(() => folder.remove())
  const parsed: unknown[] = []
  const files = new JsonFiles((value) => parsed.push(value))
  const read = async (release: number) => {
    const file = path.join(folder.path, `${release}.json`)
    await writeFile(file, String(release), { flag: 'wx' }).catch(() => undefined)
    await files.read(file)
  }
  await read(0)
  await read(0)
  expect(parsed).toEqual([0])
  for (let release = 1; release <= 30; release += 1) await read(release)
  await read(30)
  expect(parsed).toHaveLength(31)
  await read(0)
  expect(parsed).toHaveLength(32)
})

import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { existsSync } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDataDir } from './data-dir.ts'

const scratch = async () => {
  const folder = await temporaryFolder('andscene-data-dir')
  onTestFinished(() => folder.remove())
  return folder.path
}

test('DATA_DIR is made with all folders above it, and one that is there is kept', async () => {
  const folder = path.join(await scratch(), 'a/b/c')
  await prepareDataDir(folder, 1)
  await prepareDataDir(folder, 1)
  expect((await stat(folder)).isDirectory()).toBe(true)
})

test('DATA_DIR below a file is refused in one sentence', async () => {
  const file = path.join(await scratch(), 'file')
  await writeFile(file, '')
  for (const folder of [file, path.join(file, 'deeper/still')]) {
    await expect(prepareDataDir(folder, 1)).rejects.toThrow(/^DATA_DIR cannot be written to \(ENOTDIR\)/)
  }
})

test.skipIf(!existsSync('/proc/self'))(
  'DATA_DIR where no folder can be made is refused immediately',
  async () => {
    await expect(prepareDataDir('/proc/and-scene/data', 1)).rejects.toThrow(
      /^DATA_DIR cannot be written to \(\w+\): \/proc\/and-scene\/data; mend its permissions or choose another/,
    )
  },
)

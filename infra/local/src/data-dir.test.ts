import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { prepareDataDir } from './data-dir.ts'
import { temporaryDir } from './testing/launched.ts'

test('rejects a DATA_DIR below a file with one sentence', async () => {
  const file = path.join(await temporaryDir(), 'file')
  await writeFile(file, '')
  for (const folder of [file, path.join(file, 'deeper/still')])
    await expect(prepareDataDir(folder, 1)).rejects.toThrow(/^DATA_DIR cannot be written to \(ENOTDIR\)/)
})

test.runIf(process.platform === 'linux')(
  'rejects a DATA_DIR that cannot be created, immediately',
  async () => {
    await expect(prepareDataDir('/proc/and-scene/data', 1)).rejects.toThrow(
      /^DATA_DIR cannot be written to \(\w+\): \/proc\/and-scene\/data; mend its permissions or choose another/,
    )
  },
)

test('reports a full disk', async () => {
  await expect(prepareDataDir(await temporaryDir(), Number.MAX_SAFE_INTEGER)).rejects.toThrow(
    /^The disk of .* is full: free some space, .*$/,
  )
})

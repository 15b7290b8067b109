import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '../fixtures/test.ts'

/** What others than its owner can get at, below and including `folder`. */
async function openToOthers(folder: string): Promise<string[]> {
  const names = ['.', ...(await readdir(folder, { recursive: true }))]
  const open = await Promise.all(
    names.map(async (name) => {
      // A file that went in between is nobody's.
      const stats = await lstat(path.join(folder, name)).catch(() => undefined)
      return stats && (stats.isFile() || stats.isDirectory()) && stats.mode & 0o077 ? [name] : []
    }),
  )
  return open.flat()
}

test('RULINGS Safety: all that the running platform stores is its owner’s alone', async ({
  page,
  platform,
  signIn,
}) => {
  await signIn()
  await expect(page.getByText('No scripts uploaded yet')).toBeVisible()
  const stored = await readdir(platform.dataDir)
  expect(stored).toEqual(
    expect.arrayContaining([
      'identity',
      'redis',
      'scripts.sqlite',
      'subscriptions.sqlite',
      'tts.sqlite',
      'web',
    ]),
  )
  expect(await openToOthers(platform.dataDir)).toEqual([])
})

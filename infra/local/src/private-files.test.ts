import { findExposedPaths } from '@andscene/testing/exposed-paths'
import { chmod, lstat, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { prepareDataDir } from './data-dir.ts'
import { launch, temporaryDir } from './testing/launched.ts'

const mode = async (file: string) => (await lstat(file)).mode & 0o777

describe('product §10: DATA_DIR is private to its owner', () => {
  test('creates the folder with mode 0700 and its files with 0600, whatever the umask', async () => {
    const before = process.umask(0)
    const dataDir = path.join(await temporaryDir(), 'data')
    try {
      const run = await launch({ dataDir, parts: { one: 'writes' } })
      await run.ready()
      expect(await readdir(dataDir)).toEqual(
        expect.arrayContaining(['identity', 'one.sqlite', 'platform.json', 'platform.lock', 'redis', 'web']),
      )
      expect(await readdir(path.join(dataDir, 'redis'))).not.toEqual([])
      expect(await findExposedPaths(dataDir)).toEqual([])
      expect(await mode(path.join(dataDir, 'identity/token-key.pem'))).toBe(0o600)
    } finally {
      process.umask(before)
    }
  })

  test("removes other users' access to an existing one, and to nothing else in it", async () => {
    const dataDir = await temporaryDir()
    await chmod(dataDir, 0o755)
    const put = async (file: string, bits = 0o644) => {
      await mkdir(path.dirname(path.join(dataDir, file)), { recursive: true, mode: 0o755 })
      await writeFile(path.join(dataDir, file), 'x')
      await chmod(path.join(dataDir, file), bits)
    }
    const ours = [
      'scripts.sqlite',
      'tts.sqlite-wal',
      'identity/accounts.json',
      'redis/appendonlydir/a.aof',
      'audio/scripts/s/v/k.mp3',
      'web/host/assets/a.js',
      'seeded.json',
    ]
    for (const file of ours) await put(file, 0o666)
    await put('my-notes.txt')
    const outside = path.join(await temporaryDir(), 'linked')
    await writeFile(outside, 'x', { mode: 0o644 })
    await symlink(outside, path.join(dataDir, 'audio/link'))
    expect(await prepareDataDir(dataDir, 1)).toBe(true)
    expect(await findExposedPaths(dataDir)).toEqual(['my-notes.txt'])
    expect(await mode(dataDir)).toBe(0o700)
    expect(await mode(path.join(dataDir, 'scripts.sqlite'))).toBe(0o600)
    expect(await mode(outside)).toBe(0o644)
  })

  test('rejects a folder shared by all users, such as /tmp, and leaves it unchanged', async () => {
    const shared = await temporaryDir()
    await chmod(shared, 0o1777)
    await expect(prepareDataDir(shared, 1)).rejects.toThrow(
      /^DATA_DIR .* is a folder that all users of this machine share: choose one of its own\.$/,
    )
    expect((await lstat(shared)).mode & 0o7777).toBe(0o1777)
  })
})

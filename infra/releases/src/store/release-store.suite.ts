import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { OperatorError } from '@andscene/service-kit/operator-error'
import type { Release } from '../release.ts'
import { NOTHING_YET, published, switched } from '../remote-state.ts'
import { writeBuild } from '../testing/build-folder.ts'
import { forgetOutlived, type ReleaseStore } from './release-store.ts'

const NOW = new Date('2026-11-25T12:00:00Z')
const FIRST = 'aaaaaaaaaaaa'
const SECOND = 'bbbbbbbbbbbb'
const COMMON = { 'assets/common.0123456789.js': '// in both' }

/**
 * Contract tests of every release store. `open` returns another store on the same files or bucket, as in another
 * process.
 */
export function releaseStoreSuite(open: () => Promise<ReleaseStore>): void {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let store: ReleaseStore
  let name: string
  let counter = 0
  beforeAll(async () => {
    folder = await temporaryFolder('andscene-releases')
    store = await open()
  })
  afterAll(() => folder.remove())
  beforeEach(() => {
    name = `remote-${(counter += 1)}`
  })

  const build = (version: string) =>
    writeBuild(path.join(folder.path, name, version), version, { name, common: COMMON })
  const fileOf = (release: Release) => (file: string) =>
    readFile(path.join(folder.path, name, release.version, file))
  const put = async (version: string) => {
    const release = await build(version)
    await store.put(name, release, fileOf(release))
    return release
  }

  test('architecture §8 stores every file of a version unchanged', async () => {
    const release = await put(FIRST)
    const other = await open()
    expect(await other.release(name, FIRST)).toEqual(release)
    for (const file of Object.keys(release.files))
      expect(Buffer.from(await other.read(name, FIRST, file))).toEqual(await fileOf(release)(file))
  })

  test('architecture §8 returns nothing for a version that was not stored, or for an invalid version name', async () => {
    await put(FIRST)
    expect(await store.release(name, SECOND)).toBeUndefined()
    expect(await store.release(name, '../other')).toBeUndefined()
  })

  test('architecture §8 rejects a file that does not match the release, and stores nothing of that version', async () => {
    const release = await build(FIRST)
    // Of the same length: only the hash differs.
    const altered = async (file: string) => {
      const bytes = await fileOf(release)(file)
      return file === 'remoteEntry.js' ? bytes.fill('x') : bytes
    }
    await expect(store.put(name, release, altered)).rejects.toThrow(OperatorError)
    expect(await store.release(name, FIRST)).toBeUndefined()
    await store.put(name, release, fileOf(release))
    expect(await store.release(name, FIRST)).toEqual(release)
  })

  test('architecture §8 after an interrupted put, stores the version completely on retry', async () => {
    const release = await build(FIRST)
    let files = 0
    const cut = async (file: string) => {
      if ((files += 1) > 2) throw new Error('the process died')
      return fileOf(release)(file)
    }
    await expect(store.put(name, release, cut)).rejects.toThrow('the process died')
    expect(await store.release(name, FIRST)).toBeUndefined()
    await put(FIRST)
    expect(Buffer.from(await store.read(name, FIRST, 'remoteEntry.js')).toString()).toBe(
      `// entry of ${FIRST}`,
    )
  })

  test('architecture §8 a stored version never changes', async () => {
    const release = await put(FIRST)
    const other = await writeBuild(path.join(folder.path, name, 'again'), FIRST, { name })
    await store.put(name, other, (file) => readFile(path.join(folder.path, name, 'again', file)))
    expect(await store.release(name, FIRST)).toEqual(release)
  })

  test('architecture §8 serves no version before the first switch', async () => {
    expect(await store.state(name)).toEqual(NOTHING_YET)
  })

  test('architecture §8 another process sees a change immediately', async () => {
    const other = await open()
    await store.change(name, (state) => switched(published(state, FIRST, NOW), FIRST))
    expect((await other.state(name)).present).toBe(FIRST)
    expect(await store.names()).toContain(name)
  })

  test('architecture §8 twenty concurrent changes are serialized, and none is lost', async () => {
    const stores = await Promise.all(Array.from({ length: 4 }, open))
    const versions = Array.from({ length: 20 }, (_, n) => `${n}`.padStart(12, '0'))
    await Promise.all(
      versions.map((version, n) => stores[n % 4]!.change(name, (state) => published(state, version, NOW))),
    )
    const { releases } = await store.state(name)
    expect(releases.map(({ version }) => version).sort()).toEqual(versions)
  })

  test('architecture §8 a change that throws changes nothing', async () => {
    await store.change(name, (state) => published(state, FIRST, NOW))
    await expect(store.change(name, (state) => switched(state, SECOND))).rejects.toThrow('publish it first')
    expect((await store.state(name)).present).toBeUndefined()
  })

  test('architecture §8 removes expired versions from the state, with their files', async () => {
    await put(FIRST)
    await put(SECOND)
    await store.change(name, (state) =>
      switched(switched(published(published(state, FIRST, NOW), SECOND, NOW), FIRST), SECOND),
    )
    const third = 'cccccccccccc'
    await store.change(name, (state) => switched(published(state, third, NOW), third))
    await forgetOutlived(store, name, NOW)
    expect((await store.state(name)).releases).toHaveLength(3)
    await forgetOutlived(store, name, new Date(NOW.getTime() + 31 * 24 * 3_600_000))
    expect((await store.state(name)).releases.map(({ version }) => version)).toEqual([third, SECOND])
    expect(await store.release(name, FIRST)).toBeUndefined()
    expect(await store.release(name, SECOND)).toBeDefined()
  })

  test('architecture §8 deletes versions, but keeps the files that other versions share', async () => {
    await put(FIRST)
    const second = await put(SECOND)
    await store.forget(name, [FIRST])
    expect(await store.release(name, FIRST)).toBeUndefined()
    await expect(store.read(name, FIRST, `assets/page.${FIRST}.js`)).rejects.toThrow(/no such|not exist/i)
    for (const file of Object.keys(second.files))
      expect(Buffer.from(await store.read(name, SECOND, file))).toEqual(await fileOf(second)(file))
  })
}

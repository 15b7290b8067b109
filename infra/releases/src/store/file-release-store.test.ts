import { smallDisk } from '@andscene/testing/small-disk'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { published, switched } from '../remote-state.ts'
import { writeBuild } from '../testing/build-folder.ts'
import { FileReleaseStore } from './file-release-store.ts'
import { releaseStoreSuite } from './release-store.suite.ts'

const NOW = new Date('2026-11-25T12:00:00Z')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let root: string
beforeAll(async () => {
  folder = await temporaryFolder('andscene-file-releases')
  root = path.join(folder.path, 'remotes')
})
afterAll(() => folder.remove())

async function putBuild(store: FileReleaseStore, name: string, version: string, common = {}) {
  const dist = path.join(folder.path, name, version)
  const release = await writeBuild(dist, version, { name, common })
  await store.put(name, release, (file) => readFile(path.join(dist, file)))
}

describe('versions in files', () => {
  releaseStoreSuite(async () => new FileReleaseStore(root))

  test('architecture §8 a damaged registry is an error to read, and the next change starts from the previous state', async () => {
    const store = new FileReleaseStore(root)
    const change = (version: string) =>
      store.change('spoiled', (state) => switched(published(state, version, NOW), version))
    await change('aaaaaaaaaaaa')
    await change('bbbbbbbbbbbb')
    const file = path.join(root, 'spoiled', 'state.json')
    await writeFile(file, (await readFile(file, 'utf8')).slice(0, 40))
    await expect(store.state('spoiled')).rejects.toThrow(SyntaxError)
    expect((await store.stateBefore('spoiled'))?.present).toBe('aaaaaaaaaaaa')
    await change('cccccccccccc')
    expect(await store.state('spoiled')).toMatchObject({ present: 'cccccccccccc', former: ['aaaaaaaaaaaa'] })
    await writeFile(file, '{"schemaVersion": 2}')
    await expect(store.state('spoiled')).rejects.toThrow(OperatorError)
  })

  test('architecture §8 a damaged file of a version is repaired when another version with the same file is stored', async () => {
    const store = new FileReleaseStore(root)
    const common = { 'assets/common.0123456789.js': '// in both' }
    const put = (version: string) => putBuild(store, 'mended', version, common)
    await put('aaaaaaaaaaaa')
    await writeFile(path.join(root, 'mended/assets/common.0123456789.js'), '')
    await put('bbbbbbbbbbbb')
    expect(
      Buffer.from(await store.read('mended', 'aaaaaaaaaaaa', 'assets/common.0123456789.js')).toString(),
    ).toBe('// in both')
  })

  test('architecture §8 on a full disk, a version is rejected with a sentence, and the previous one remains', async ({
    skip,
  }) => {
    const disk = await smallDisk(512)
    if (!disk) return skip('Only root may mount a small disk.')
    onTestFinished(() => disk.remove())
    const store = new FileReleaseStore(disk.path)
    await putBuild(store, 'full', 'aaaaaaaaaaaa')
    const before = (await readdir(disk.path, { recursive: true })).toSorted()
    const large = { 'assets/large.0123456789.js': 'x'.repeat(1_000_000) }
    await expect(putBuild(store, 'full', 'bbbbbbbbbbbb', large)).rejects.toThrow(
      /^The disk of .* is full: free some space and try again\.$/,
    )
    expect((await readdir(disk.path, { recursive: true })).toSorted()).toEqual(before)
    disk.resize(4_000)
    await putBuild(store, 'full', 'bbbbbbbbbbbb', large)
    expect((await store.release('full', 'bbbbbbbbbbbb'))?.version).toBe('bbbbbbbbbbbb')
  })

  test('architecture §8 leaves no temporary files', async () => {
    const left = (await readdir(root, { recursive: true })).filter((name) => /(^|\/)\.(?!lock)/.test(name))
    expect(left).toEqual([])
  })
})

import { NOTHING_YET, builtAnew, forgotten, switched } from '@andscene/releases/remote-state'
import { FileReleaseStore } from '@andscene/releases/store/file-release-store'
import { writeBuild } from '@andscene/releases/testing/build-folder'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ServedReleases } from './served-releases.ts'

const [A, B] = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb'] as const
const NOW = new Date('2026-11-25T12:00:00Z')

/** A remote store that can be made unavailable and counts its requests. */
class Elsewhere extends FileReleaseStore {
  isAway = false
  asked = 0
  override async names() {
    this.asked += 1
    if (this.isAway) throw new Error('connection refused')
    return super.names()
  }
  override async read(...of: [string, string, string]) {
    if (this.isAway) throw new Error('connection refused')
    return super.read(...of)
  }
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let elsewhere: Elsewhere
let clock: number
let told: string[]
beforeEach(async () => {
  folder = await temporaryFolder('andscene-served')
  elsewhere = new Elsewhere(path.join(folder.path, 'elsewhere'))
  clock = NOW.getTime()
  told = []
})
afterEach(() => folder.remove())

const serve = () =>
  new ServedReleases({
    store: elsewhere,
    local: new FileReleaseStore(path.join(folder.path, 'here')),
    warn: (message) => told.push(message),
    now: () => clock,
  })
async function publish(version: string) {
  const dist = path.join(folder.path, version)
  const release = await writeBuild(dist, version)
  await elsewhere.put('dashboard', release, (file) => readFile(path.join(dist, file)))
  await elsewhere.change('dashboard', (state) => builtAnew(state, version, NOW))
  return release
}
const present = async (served: ServedReleases) => (await served.states()).get('dashboard')?.present

describe('versions in a remote store', () => {
  test('architecture §8 a switch applies within half a second, and the store is not read more often', async () => {
    await publish(A)
    await publish(B)
    const served = serve()
    expect(await present(served)).toBe(B)
    await elsewhere.change('dashboard', (state) => switched(state, A))
    for (let n = 0; n < 20; n += 1) expect(await present(served)).toBe(B)
    expect(elsewhere.asked).toBe(1)
    clock += 500
    await expect.poll(() => present(served)).toBe(A)
    expect(elsewhere.asked).toBe(2)
  })

  test('architecture §8 fetches all files of a version once, on its first request', async () => {
    const release = await publish(A)
    const served = serve()
    const both = await Promise.all([served.release('dashboard', A), served.release('dashboard', A)])
    expect(both).toEqual([release, release])
    elsewhere.isAway = true
    expect(await served.release('dashboard', A)).toEqual(release)
    expect(await served.release('dashboard', B)).toBeUndefined()
  })

  test('architecture §8 serves the last versions while the store is unavailable, also after a restart', async () => {
    await publish(A)
    const before = serve()
    expect(await present(before)).toBe(A)
    await before.release('dashboard', A)
    elsewhere.isAway = true
    clock += 1_000
    expect(await present(before)).toBe(A)
    clock += 1_000
    expect(await present(before)).toBe(A)
    await expect.poll(() => told.length).toBe(1)
    const after = serve()
    expect(await present(after)).toBe(A)
    expect((await after.release('dashboard', A))?.version).toBe(A)
    elsewhere.isAway = false
    await publish(B)
    clock += 1_000
    await expect.poll(() => present(after)).toBe(B)
  })

  test('architecture §8 deletes local files of a version removed from the store, and no others', async () => {
    await publish(A)
    await publish(B)
    const served = serve()
    await served.release('dashboard', A)
    await served.release('dashboard', B)
    await elsewhere.change('dashboard', (state) => forgotten(state, [A]))
    clock += 1_000
    // Every page reads the states.
    await expect.poll(async () => (await served.states()) && served.release('dashboard', A)).toBeUndefined()
    elsewhere.isAway = true
    expect((await served.release('dashboard', B))?.version).toBe(B)
  })

  test('architecture §8 serves a build of this project only where nothing was published', async () => {
    const dist = path.join(folder.path, 'dist')
    const release = await writeBuild(dist, A)
    const served = serve()
    await served.takeOver('dashboard', release, (file) => readFile(path.join(dist, file)))
    expect((await served.release('dashboard', A))?.version).toBe(A)
    expect(await elsewhere.state('dashboard')).toEqual(NOTHING_YET)
    expect(await present(served)).toBeUndefined()
  })
})

import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  backedUp,
  clipsOf,
  contentsOf,
  madeData,
  refused,
  rowsOf,
  run,
  startCommand,
  succeeded,
} from './testing/commands.ts'
import { clipOf } from './testing/small-data.ts'
import { openStores } from '@andscene/scripts/store/open-stores'
import { bucketOf, newPlace, objectsIn, startServers } from '@andscene/testing/server-places'

// Each command starts its own processes, and the machine may be busy.
vi.setConfig({ testTimeout: 480_000 })

let servers: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  servers = await startServers()
})
afterAll(() => servers?.stop())

async function backup(clips = 12) {
  const made = await backedUp(clips)
  return { ...made, place: { ...newPlace(servers), DATA_DIR: path.join(made.folder, 'work') } }
}

describe('decision 0060: documents and clips on servers', () => {
  test('are never overwritten: a restore rejects them unless they are empty', async () => {
    const { file, place } = await backup(2)
    await run('restore', [file], place)
    const before = await objectsIn(place)
    const otherBucket = { ...place, S3_BUCKET: newPlace(servers).S3_BUCKET }
    const isThere = refused(/^There is data in MongoDB or in the bucket already/)
    expect(await run('restore', [file, '--replace'], place)).toEqual(isThere)
    expect(await run('restore', [file], otherBucket)).toEqual(isThere)
    expect(await objectsIn(place)).toEqual(before)
  })

  test('after a killed restore accept the same backup again, and another one only with --replace', async () => {
    const { folder, dataDir, file, place } = await backup(400)
    const { child, ended } = startCommand('restore', [file], place)
    const waiting = { timeout: 180_000, interval: 5 }
    await vi.waitFor(async () => expect((await objectsIn(place)).length).toBeGreaterThan(20), waiting)
    child.kill('SIGKILL')
    await ended
    expect((await objectsIn(place)).length).toBeLessThan(400)
    await expect(openStores(place)).rejects.toThrow(/is being filled by a restore or a move/)
    const other = path.join(folder, 'other.andscene')
    await run('backup', [other], { DATA_DIR: dataDir })
    expect(await run('restore', [other], place)).toEqual(
      refused(/hold what an interrupted restore or move of something else left/),
    )
    expect(await run('restore', [file], place)).toEqual(
      succeeded(/^An interrupted restore of this backup was started again\.\nRestored as of/),
    )
    expect(await objectsIn(place)).toHaveLength(400)
    expect((await run('doctor', [], place)).said).toContain('No problems left.')

    // Left by an interrupted restore of another backup.
    await bucketOf(place).putObject(place.S3_BUCKET, 'filling', 'something else')
    expect(await run('restore', [other], place)).toMatchObject({ code: 1 })
    expect(await run('restore', [other, '--replace'], place)).toMatchObject({ code: 0 })
    expect(await objectsIn(place)).toHaveLength(400)
  })

  test('are checked by the doctor: it finds missing or truncated clips, and repairs them with --repair', async () => {
    const { file, place } = await backup(4)
    await run('restore', [file], place)
    await bucketOf(place).removeObject(place.S3_BUCKET, clipOf(0).path)
    await bucketOf(place).putObject(place.S3_BUCKET, clipOf(1).path, 'cut')
    const ill = await run('doctor', [], place)
    expect(ill.code).toBe(1)
    expect(ill.said).toMatch(/^tts +rows without their clip +1 +0$/m)
    expect(ill.said).toMatch(/^tts +clips that are cut +1 +0$/m)
    expect(await run('doctor', ['--repair'], place)).toMatchObject({ code: 0 })
    expect((await run('doctor', [], place)).said).toContain('No problems left.')
    expect(await objectsIn(place)).toHaveLength(2)
  })
})

/** A DATA_DIR, and servers to move it to. */
async function dataAndServers(clips = 12) {
  const made = await madeData(clips)
  return { ...made, place: { ...newPlace(servers), DATA_DIR: made.dataDir } }
}

describe('decision 0060: npm run migrate', () => {
  test('copies every row and clip, leaves the source unchanged and prints the counts', async () => {
    const { dataDir, file, place, target } = await dataAndServers()
    const before = await contentsOf(dataDir)
    const dry = await run('migrate', ['--to', 'mongodb', '--dry-run'], place)
    expect(dry).toEqual(succeeded(/Nothing was written\./))
    expect(dry.said).toMatch(/^scripts +notes +1 +–$/m)
    expect(await objectsIn(place)).toEqual([])

    const { MONGODB_URI, S3_ENDPOINT, S3_BUCKET, ...secrets } = place
    const addresses = ['--to', MONGODB_URI, '--s3', S3_ENDPOINT, '--bucket', S3_BUCKET]
    const moved = await run('migrate', addresses, secrets)
    expect(moved).toEqual(succeeded(/every row and clip was read back/))
    expect(moved.said).toMatch(/^scripts +notes +1 +1$/m)
    expect(moved.said).toMatch(/^tts +clips \(objects\) +12 +12$/m)
    expect(await contentsOf(dataDir)).toEqual(before)

    expect(await run('backup', [file], place)).toMatchObject({ code: 0 })
    expect(await run('restore', [file], { DATA_DIR: target })).toMatchObject({ code: 0 })
    expect(rowsOf(target)).toEqual(rowsOf(dataDir))
    expect(await clipsOf(target)).toEqual(await clipsOf(dataDir))
    // The second restore finds data.
    expect(await run('migrate', ['--to', 'mongodb'], place)).toEqual(
      refused(/^There is data in MongoDB or in the bucket already/),
    )
  })

  test('of a running platform, of an empty folder, or without a target is rejected with a sentence', async () => {
    const { folder, dataDir, place } = await dataAndServers(1)
    const lock = tryFileLock(path.join(dataDir, 'platform.lock'))
    expect(await run('migrate', ['--to', 'mongodb'], place)).toEqual(
      refused(/^The platform on .* runs: stop it first/),
    )
    lock!.release()
    const nowhere = { ...place, DATA_DIR: path.join(folder, 'no') }
    expect((await run('migrate', ['--to', 'mongodb'], nowhere)).said).toMatch(/^There is no data in /)
    expect((await run('migrate', ['--to', 'mongodb'], { DATA_DIR: dataDir })).said).toMatch(
      /^MONGODB_URI names no/,
    )
    expect((await run('migrate', ['--to', 'files'], place)).said).toMatch(/^Use either --to mongodb /)
  })

  test('that was killed continues when it is repeated, and stores nothing twice', async () => {
    const { dataDir, place } = await dataAndServers(300)
    const { child, ended } = startCommand('migrate', ['--to', 'mongodb'], place)
    const waiting = { timeout: 180_000, interval: 5 }
    await vi.waitFor(async () => expect((await objectsIn(place)).length).toBeGreaterThan(20), waiting)
    child.kill('SIGKILL')
    await ended
    // A clip of a script that has since been deleted from DATA_DIR.
    await bucketOf(place).putObject(place.S3_BUCKET, `scripts/since/v/${'0'.repeat(64)}.mp3`, 'sound')
    expect(await run('migrate', ['--to', 'mongodb'], place)).toEqual(
      succeeded(/^An interrupted move of this data is started again\.$/m),
    )
    expect(await objectsIn(place)).toEqual(Object.keys(await clipsOf(dataDir)).sort())
  })
})

import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { bucketOf, newPlace, objectsIn, startServers } from '@andscene/testing/server-places'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clipsOf, contentsOf, run, startCommand, temporary } from './testing/commands.ts'
import { differencesOf } from './testing/differences.ts'
import { makeRichData } from './testing/rich-data.ts'

// Each command starts processes of its own, maybe on a busy machine.
vi.setConfig({ testTimeout: 480_000 })

let servers: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  servers = await startServers()
})
afterAll(() => servers?.stop())

async function world(clips = 12) {
  const folder = await temporary()
  const dataDir = path.join(folder, 'data')
  await makeRichData(dataDir, clips)
  return { folder, dataDir, place: { ...newPlace(servers), DATA_DIR: dataDir } }
}

describe('decision 0060: npm run migrate', () => {
  test('moves every row and every clip, leaves what was there as it is, and says what it counted', async () => {
    const { folder, dataDir, place } = await world()
    const before = await contentsOf(dataDir)
    const dry = await run('migrate', ['--to', 'mongodb', '--dry-run'], place)
    expect(dry).toMatchObject({ code: 0, said: expect.stringContaining('Nothing was written.') as string })
    expect(dry.said).toMatch(/^scripts +notes +5 +–$/m)
    expect(await objectsIn(place)).toEqual([])

    const { MONGODB_URI, S3_ENDPOINT, S3_BUCKET, ...secrets } = place
    const addresses = ['--to', MONGODB_URI, '--s3', S3_ENDPOINT, '--bucket', S3_BUCKET]
    const moved = await run('migrate', addresses, secrets)
    expect(moved).toMatchObject({
      code: 0,
      said: expect.stringContaining('every row and clip was read back') as string,
    })
    expect(moved.said).toMatch(/^scripts +notes +5 +5$/m)
    expect(moved.said).toMatch(/^tts +clips \(objects\) +13 +13$/m)
    expect(await contentsOf(dataDir)).toEqual(before)

    const [file, target] = [path.join(folder, 'there.andscene'), path.join(folder, 'target')]
    expect(await run('backup', [file], place)).toMatchObject({ code: 0 })
    expect(await run('restore', [file], { DATA_DIR: target })).toMatchObject({ code: 0 })
    expect(differencesOf(dataDir, target)).toEqual([])
    expect(await clipsOf(target)).toEqual(await clipsOf(dataDir))
    // A second time there is something.
    expect(await run('migrate', ['--to', 'mongodb'], place)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^There is data in MongoDB or in the bucket already/) as string,
    })
  })

  test('of a platform that runs, of an empty folder, and to nowhere is refused with a sentence', async () => {
    const { folder, dataDir, place } = await world(1)
    const lock = tryFileLock(path.join(dataDir, 'platform.lock'))
    expect(await run('migrate', ['--to', 'mongodb'], place)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The platform on .* runs: stop it first/) as string,
    })
    lock!.release()
    const nowhere = { ...place, DATA_DIR: path.join(folder, 'no') }
    expect((await run('migrate', ['--to', 'mongodb'], nowhere)).said).toMatch(/^There is no data in /)
    expect((await run('migrate', ['--to', 'mongodb'], { DATA_DIR: dataDir })).said).toMatch(
      /^MONGODB_URI names no/,
    )
    expect((await run('migrate', ['--to', 'files'], place)).said).toMatch(/^Use either --to mongodb /)
  })

  test('that was killed continues when it is repeated, and nothing is stored twice', async () => {
    const { dataDir, place } = await world(300)
    const { child, ended } = startCommand('migrate', ['--to', 'mongodb'], place)
    await vi.waitFor(
      async () => expect((await objectsIn(place).catch(() => [])).length).toBeGreaterThan(20),
      {
        timeout: 180_000,
        interval: 5,
      },
    )
    child.kill('SIGKILL')
    await ended
    // A clip of a script that was deleted here since then.
    await bucketOf(place).putObject(place.S3_BUCKET, `scripts/since/v/${'0'.repeat(64)}.mp3`, 'sound')
    const again = await run('migrate', ['--to', 'mongodb'], place)
    expect(again).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^An interrupted move of this data is started again\.$/m) as string,
    })
    expect(await objectsIn(place)).toEqual(Object.keys(await clipsOf(dataDir)).sort())
  })
})

import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clipsOf, contentsOf, run, startCommand, temporary } from './testing/commands.ts'
import { differencesOf } from './testing/differences.ts'
import { makeRichData } from './testing/rich-data.ts'
import { clipOf } from './testing/small-data.ts'
import { openStores } from '@andscene/scripts/store/open-stores'
import { bucketOf, newPlace, objectsIn, startServers } from '@andscene/testing/server-places'

// Each command starts processes of its own, maybe on a busy machine.
vi.setConfig({ testTimeout: 480_000 })

let servers: Awaited<ReturnType<typeof startServers>>
beforeAll(async () => {
  servers = await startServers()
})
afterAll(() => servers?.stop())

async function backedUp(clips = 12) {
  const folder = await temporary()
  const dataDir = path.join(folder, 'data')
  await makeRichData(dataDir, clips)
  const file = path.join(folder, 'one.andscene')
  const { code, said } = await run('backup', [file], { DATA_DIR: dataDir })
  if (code !== 0) throw new Error(said)
  return { folder, dataDir, file, place: { ...newPlace(servers), DATA_DIR: path.join(folder, 'work') } }
}

describe('decision 0060: documents and clips on servers', () => {
  test('take in what embedded stores have, and give it back: every row and every byte', async () => {
    const { folder, dataDir, file, place } = await backedUp()
    const restored = await run('restore', [file], place)
    expect(restored).toMatchObject({ code: 0, said: expect.stringContaining('Restored as of') as string })
    expect(await objectsIn(place)).toHaveLength(13)
    const second = path.join(folder, 'two.andscene')
    const { code, said } = await run('backup', [second], place)
    expect({ code, said }).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^3 scripts, 5 notes, 13 clips, 1 sign-up/) as string,
    })
    const target = path.join(folder, 'target')
    expect(await run('restore', [second], { DATA_DIR: target })).toMatchObject({ code: 0 })
    expect(differencesOf(dataDir, target)).toEqual([])
    expect(await clipsOf(target)).toEqual(await clipsOf(dataDir))
    expect((await contentsOf(target))['identity/accounts.json']).toBe(
      (await contentsOf(dataDir))['identity/accounts.json'],
    )
  })

  test('are never written over: a restore refuses them unless they are empty', async () => {
    const { file, place } = await backedUp(2)
    await run('restore', [file], place)
    const before = await objectsIn(place)
    const refused = {
      code: 1,
      said: expect.stringMatching(/^There is data in MongoDB or in the bucket already/) as string,
    }
    expect(await run('restore', [file, '--replace'], place)).toMatchObject(refused)
    expect(await run('restore', [file], { ...place, S3_BUCKET: newPlace(servers).S3_BUCKET })).toMatchObject(
      refused,
    )
    expect(await objectsIn(place)).toEqual(before)
  })

  test('after a killed restore accept the same backup again, and another one only with --replace', async () => {
    const { folder, dataDir, file, place } = await backedUp(400)
    const { child, ended } = startCommand('restore', [file], place)
    await vi.waitFor(
      async () => expect((await objectsIn(place).catch(() => [])).length).toBeGreaterThan(20),
      {
        timeout: 180_000,
        interval: 5,
      },
    )
    child.kill('SIGKILL')
    await ended
    expect((await objectsIn(place)).length).toBeLessThan(400)
    await expect(openStores(place)).rejects.toThrow(/is being filled by a restore or a move/)
    const other = path.join(folder, 'other.andscene')
    await run('backup', [other], { DATA_DIR: dataDir })
    expect(await run('restore', [other], place)).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /hold what an interrupted restore or move of something else left/,
      ) as string,
    })
    expect(await run('restore', [file], place)).toMatchObject({
      code: 0,
      said: expect.stringMatching(
        /^An interrupted restore of this backup was started again\.\nRestored as of/,
      ) as string,
    })
    expect(await objectsIn(place)).toHaveLength(401)
    expect((await run('doctor', [], place)).said).toContain('No problems left.')

    // What one of something else leaves that was interrupted.
    await bucketOf(place).putObject(place.S3_BUCKET, 'filling', 'something else')
    expect(await run('restore', [other], place)).toMatchObject({ code: 1 })
    expect(await run('restore', [other, '--replace'], place)).toMatchObject({ code: 0 })
    expect(await objectsIn(place)).toHaveLength(401)
  })

  test('are checked by the doctor: it finds missing or truncated clips, and repairs them with --repair', async () => {
    const { file, place } = await backedUp(4)
    await run('restore', [file], place)
    await bucketOf(place).removeObject(place.S3_BUCKET, clipOf(0).path)
    await bucketOf(place).putObject(place.S3_BUCKET, clipOf(1).path, 'cut')
    const ill = await run('doctor', [], place)
    expect(ill.code).toBe(1)
    expect(ill.said).toMatch(/^tts +rows without their clip +1 +0$/m)
    expect(ill.said).toMatch(/^tts +clips that are cut +1 +0$/m)
    expect(await run('doctor', ['--repair'], place)).toMatchObject({ code: 0 })
    expect((await run('doctor', [], place)).said).toContain('No problems left.')
    expect(await objectsIn(place)).toHaveLength(3)
  })
})

import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { truncate, utimes } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileAudioObjects } from '../storage/file-audio-objects.ts'
import { openSqliteAudioIndex } from '../storage/sqlite-audio-index.ts'
import { examineClips } from './examine.ts'

const key = (digit: string) => `${digit.repeat(64)}.mp3`
const LONG_AGO = new Date('2026-01-01')

async function world() {
  const folder = await temporaryFolder('andscene-doctor')
  const objects = await openFileAudioObjects(folder.path)
  const index = openSqliteAudioIndex(path.join(folder.path, 'tts.sqlite'))
  onTestFinished(async () => {
    await index.close()
    await folder.remove()
  })
  const row = (clip: string, scriptId?: string) =>
    index.put({
      path: clip,
      ...(scriptId !== undefined && { scriptId }),
      contentType: 'audio/mpeg',
      voiceId: 'v',
      textHash: 't',
      durationMs: 1,
      bytes: 5,
      lastUpdated: '2026-01-01T00:00:00.000Z',
    })
  const stored = async (clip: string) => {
    await objects.write(clip, Buffer.from('sound'))
    await utimes(path.join(folder.path, clip), LONG_AGO, LONG_AGO)
  }
  const examine = async (repair: boolean, ids = ['s1', 'leaving']) => {
    const before = new Date(Date.now() - 3_600_000)
    const found = await examineClips(
      { index, objects },
      { repair, before, scriptIds: async () => new Set(ids) },
    )
    return Object.fromEntries(
      found.filter((one) => one.found > 0).map((one) => [one.what, [one.found, one.repaired]]),
    )
  }
  return { folder: folder.path, objects, index, row, stored, examine }
}

test('decision 0053: finds each kind of damage among clips, changes nothing unless told, and mends it once', async () => {
  const { folder, objects, index, row, stored, examine } = await world()
  const whole = `scripts/s1/v/${key('a')}`
  await stored(whole)
  await row(whole, 's1')
  const missing = `scripts/s1/v/${key('b')}`
  await row(missing, 's1')
  const cut = `scripts/s1/v/${key('c')}`
  await stored(cut)
  await truncate(path.join(folder, cut), 3)
  await row(cut, 's1')
  const lost = `scripts/s1/v/${key('d')}`
  await stored(lost)
  const orphan = `scripts/gone/v/${key('e')}`
  await stored(orphan)
  await row(orphan, 'gone')
  const preview = `previews/${'f'.repeat(32)}/v/${key('f')}`
  await stored(preview)
  await row(preview)

  const damage = {
    'rows without their clip': [1, 0],
    'clips that are cut': [1, 0],
    'clips without a row': [1, 0],
    'audio of deleted scripts': [1, 0],
    'previews that nothing would remove': [1, 0],
  }
  expect(await examine(false)).toEqual(damage)
  expect(await examine(false)).toEqual(damage)
  expect(await examine(true)).toEqual(Object.fromEntries(Object.keys(damage).map((what) => [what, [1, 1]])))
  expect(await examine(false)).toEqual({})
  expect(await objects.read(whole)).toBeDefined()
  expect(await objects.read(preview)).toBeDefined()
  for (const gone of [missing, cut, lost, orphan]) {
    expect(await objects.read(gone)).toBeUndefined()
    expect(await index.find(gone)).toBeUndefined()
  }
  // A job that is still about keeps nothing for the script that is gone.
  expect(await index.stateOf('gone')).toMatchObject({ erased: true })
})

test('decision 0053: what is being written, cleared or deleted right now is left alone', async () => {
  const { objects, index, row, stored, examine } = await world()
  // The object is there, its row comes in a moment.
  const fresh = `scripts/s1/v/${key('a')}`
  await objects.write(fresh, Buffer.from('sound'))
  // The deletion of this script is under way.
  const leaving = `scripts/leaving/v/${key('b')}`
  await stored(leaving)
  await row(leaving, 'leaving')
  // The clip of this row is cleared while it is looked at: the object went before the list was made, the row after.
  const cleared = `scripts/s1/v/${key('c')}`
  await row(cleared, 's1')
  const find = index.find.bind(index)
  let looks = 0
  index.find = async (clip) => {
    if (clip === cleared && (looks += 1) === 2) await index.remove([cleared])
    return find(clip)
  }
  expect(await examine(true)).toEqual({})
  expect(looks).toBe(2)
  expect(await objects.read(fresh)).toBeDefined()
  expect(await find(leaving)).toBeDefined()
})

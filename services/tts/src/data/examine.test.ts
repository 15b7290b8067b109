import { truncate, utimes } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { wordsPath } from '../clips/clip-path.ts'
import { embeddedStorage } from '../testing/embedded-storage.ts'
import { storedClip } from '../testing/stored-clip.ts'
import { examineClips } from './examine.ts'

const key = (digit: string) => `${digit.repeat(64)}.mp3`
const LONG_AGO = new Date('2026-01-01')

const on = embeddedStorage()
const fileOf = (clip: string) => path.join(on.folder, 'audio', clip)
const row = (clip: string, scriptId?: string) =>
  on.index.put(storedClip({ path: clip, ...(scriptId !== undefined && { scriptId }), bytes: 5 }))
const stored = async (clip: string) => {
  await on.objects.write(clip, Buffer.from('sound'))
  await utimes(fileOf(clip), LONG_AGO, LONG_AGO)
}
const examine = async (repair: boolean) => {
  const before = new Date(Date.now() - 3_600_000)
  const found = await examineClips(on, { repair, before, scriptIds: async () => new Set(['s1', 'leaving']) })
  return Object.fromEntries(
    found.filter((one) => one.found > 0).map((one) => [one.what, [one.found, one.repaired]]),
  )
}

test('decision 0053: finds each kind of damage among clips, and repairs it once, only with `repair`', async () => {
  const whole = `scripts/s1/v/${key('a')}`
  await stored(whole)
  await row(whole, 's1')
  const missing = `scripts/s1/v/${key('b')}`
  await row(missing, 's1')
  const cut = `scripts/s1/v/${key('c')}`
  await stored(cut)
  await truncate(fileOf(cut), 3)
  await row(cut, 's1')
  const lost = `scripts/s1/v/${key('d')}`
  await stored(lost)
  const orphan = `scripts/gone/v/${key('e')}`
  await stored(orphan)
  await row(orphan, 'gone')
  for (const clip of [whole, cut, orphan]) await stored(wordsPath(clip))
  const preview = `previews/${'f'.repeat(32)}/v/${key('f')}`
  await stored(preview)
  await row(preview)

  const kinds = [
    'rows without their clip',
    'clips that are cut',
    'clips without a row',
    'audio of deleted scripts',
    'previews that nothing would remove',
  ]
  const damage = Object.fromEntries(kinds.map((what) => [what, [1, 0]]))
  expect(await examine(false)).toEqual(damage)
  expect(await examine(false)).toEqual(damage)
  expect(await examine(true)).toEqual(Object.fromEntries(kinds.map((what) => [what, [1, 1]])))
  expect(await examine(false)).toEqual({})
  expect(await on.objects.read(whole)).toBeDefined()
  expect(await on.objects.read(wordsPath(whole))).toBeDefined()
  for (const gone of [cut, orphan]) expect(await on.objects.read(wordsPath(gone))).toBeUndefined()
  expect(await on.objects.read(preview)).toBeDefined()
  for (const gone of [missing, cut, lost, orphan]) {
    expect(await on.objects.read(gone)).toBeUndefined()
    expect(await on.index.find(gone)).toBeUndefined()
  }
  // A running job stores nothing for the deleted script.
  expect(await on.index.stateOf('gone')).toMatchObject({ erased: true })
})

test('decision 0053: clips that are being written, cleared or deleted are unchanged', async () => {
  const { index } = on
  // The row is written after the object.
  const fresh = `scripts/s1/v/${key('a')}`
  await on.objects.write(fresh, Buffer.from('sound'))
  // The deletion of this script is in progress.
  const leaving = `scripts/leaving/v/${key('b')}`
  await stored(leaving)
  await row(leaving, 'leaving')
  // Cleared meanwhile: the object before the listing, the row afterwards.
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
  expect(await on.objects.read(fresh)).toBeDefined()
  expect(await find(leaving)).toBeDefined()
})

test('product §2: removes a timing file without its clip', async () => {
  const words = `scripts/s1/v/${'a'.repeat(64)}.words`
  await stored(words)
  expect(await examine(true)).toEqual({ 'clips without a row': [1, 1] })
  expect(await on.objects.read(words)).toBeUndefined()
})

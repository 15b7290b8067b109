import { NEW_NOTES_LIMIT } from '@andscene/contracts/limits'
import { expect, test } from 'vitest'
import { embeddedStores } from '../../testing/fresh-stores.ts'
import { byEve, note } from '../../testing/new-note.ts'
import { script } from '../../testing/new-script.ts'

test('product §12: many new notes of one script do not hide those of another', async () => {
  const { stores } = await embeddedStores()
  for (const id of ['a', 'b']) await stores.scripts.insert(script(id))
  for (let n = 0; n < 2 * NEW_NOTES_LIMIT + 5; n += 1) await stores.notes.add(note(`n${n}`, byEve))
  for (const id of ['m1', 'm2', 'm3']) await stores.notes.add(note(id, { ...byEve, scriptId: 'b' }))
  await stores.noteReads.add('ada', 'b', { version: 1, also: [3] })
  const counts = await stores.noteReads.countsNew('ada', ['a', 'b'])
  expect(Object.fromEntries(counts)).toEqual({ a: NEW_NOTES_LIMIT, b: 1 })
})

test('product §12: counts new notes in a library of the maximum size, of which the user has seen different parts', async () => {
  const { stores } = await embeddedStores()
  const ids = Array.from({ length: 500 }, (_, n) => `s${n}`)
  for (const [n, scriptId] of ids.entries()) {
    await stores.scripts.insert(script(scriptId))
    await stores.noteReads.add('ada', scriptId, { version: n })
    if (n < 2) await stores.notes.add(note('n', { ...byEve, scriptId }))
  }
  expect(Object.fromEntries(await stores.noteReads.countsNew('ada', ids))).toEqual({ s0: 1 })
})

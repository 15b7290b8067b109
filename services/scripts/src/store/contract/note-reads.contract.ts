import { NEW_NOTES_LIMIT, SEEN_NOTES_LIMIT } from '@andscene/contracts/limits'
import { expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { byEve, note } from '../../testing/new-note.ts'

const moment = new Date('2026-01-01T00:00:00Z')

/** Tests the behavior of every NoteReadStore (product §12, decision 0085). */
export function noteReadsContract({ open }: Databases): void {
  const stores = freshStores(open, ['a', 'b'])
  const { noteReads: store, notes } = stores
  const counts = async (uid = 'ada') => Object.fromEntries(await store.countsNew(uid, ['a', 'b']))
  const write = async (...ids: string[]) => {
    for (const id of ids) await notes.add(note(id, byEve))
  }

  test('a user has seen nothing at first; a mark only adds to what was seen, in any order', async () => {
    expect(await store.find('ada', 'a')).toEqual({ version: 0, also: [] })
    await store.add('ada', 'a', { version: 3, also: [7, 5] })
    await store.add('ada', 'a', { version: 2, also: [9, 7] })
    expect(await store.find('ada', 'a')).toEqual({ version: 3, also: [5, 7, 9] })
    await store.add('ada', 'a', { version: 7 })
    expect(await store.find('ada', 'a')).toEqual({ version: 7, also: [9] })
    expect(await store.find('eve', 'a')).toEqual({ version: 0, also: [] })
    expect(await store.find('ada', 'b')).toEqual({ version: 0, also: [] })
  })

  test('ten concurrent marks are all stored', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) => store.add('ada', 'a', { version: n, also: [n + 100] })),
    )
    const { version, also } = await store.find('ada', 'a')
    expect([version, also]).toEqual([9, Array.from({ length: 10 }, (_, n) => n + 100)])
  })

  test('product §12: of notes seen before older ones, the latest are stored', async () => {
    const all = Array.from({ length: SEEN_NOTES_LIMIT + 5 }, (_, n) => n + 2)
    await store.add('ada', 'a', { version: 0, also: all.slice(0, SEEN_NOTES_LIMIT) })
    await store.add('ada', 'a', { version: 0, also: all.slice(SEEN_NOTES_LIMIT) })
    expect((await store.find('ada', 'a')).also).toEqual(all.slice(5))
  })

  test('product §12: notes by others are new until they are seen; a change makes none new again', async () => {
    await write('n1', 'n2', 'n3')
    await notes.add(note('mine'))
    expect(await counts()).toEqual({ a: 3 })
    expect(await counts('eve')).toEqual({ a: 1 })
    await store.add('ada', 'a', { version: 1, also: [3] })
    expect(await counts()).toEqual({ a: 1 })
    await store.add('ada', 'a', { version: 4 })
    await notes.change('a', 'n1', 1, { text: 'new' }, moment)
    await notes.resolve('a', 'n2', { uid: 'eve', name: 'Eve', at: moment })
    expect(await counts()).toEqual({})
  })

  test('product §12: deleted notes are not new, and a count ends at its limit', async () => {
    await write('n1', 'n2')
    await notes.add(note('r', { replyTo: 'n1' }))
    await notes.remove('a', 'n1', moment)
    await notes.remove('a', 'n2', moment)
    expect(await counts()).toEqual({})
    await write(...Array.from({ length: NEW_NOTES_LIMIT + 3 }, (_, n) => `more-${n}`))
    expect(await counts()).toEqual({ a: NEW_NOTES_LIMIT })
  })

  test('notes of a time are those that others wrote then and that exist, by script', async () => {
    const after = moment
    const upTo = new Date(moment.getTime() + 2)
    const at = (ms: number) => ({ ...byEve, createdAt: new Date(moment.getTime() + ms) })
    for (const [id, over] of Object.entries({ early: at(0), n2: at(2), n1: at(1), late: at(3), gone: at(1) }))
      await notes.add(note(id, over))
    await notes.add(note('mine', { createdAt: upTo }))
    await notes.add(note('m', { ...at(1), scriptId: 'b' }))
    await notes.remove('a', 'gone', upTo)
    const found = notes.newOf(['a', 'b', 'other'], { after, upTo, notBy: 'ada' })
    const next = async () => (await found.next()).value?.map(({ id }: { id: string }) => id)
    expect(await next()).toEqual(['n1', 'n2'])
    // Notes of the next script are not in memory yet.
    await notes.remove('b', 'm', upTo)
    expect(await next()).toBeUndefined()
  })

  test('a deleted script and a closed account leave no marks', async () => {
    for (const uid of ['ada', 'eve']) await store.add(uid, 'a', { version: 2 })
    await store.removeOf('eve')
    expect(await store.find('eve', 'a')).toEqual({ version: 0, also: [] })
    await stores.accounts.close({ uid: 'eve', requestId: 'r' }, moment)
    await expect(store.add('eve', 'a', { version: 1 })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await stores.scripts.remove('a', 'r')
    await store.add('ada', 'a', { version: 9 })
    expect(await store.find('ada', 'a')).toEqual({ version: 0, also: [] })
  })
}

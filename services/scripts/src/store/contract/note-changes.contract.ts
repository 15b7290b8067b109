import { describe, expect, test } from 'vitest'
import { freshProcesses, freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { byEve, note, roomOf } from '../../testing/new-note.ts'
import { follower } from '../../testing/note-follower.ts'
import type { NoteLimits, StoredNote } from '../note-store.ts'
import type { Stores } from '../open-stores.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
const FEW: NoteLimits = { room: roomOf(8), history: 10 }

/** Tests the changes that every NoteStore returns, and its limits (product §12). */
export function noteChangesContract({ open, openTwice }: Databases): void {
  const stores = freshStores(() => open(FEW), ['a'])
  const store = stores.notes
  const add = async (...ids: string[]) => {
    for (const id of ids) await store.add(note(id))
  }
  const edit = async (id: string, times = 1) => {
    for (let n = 0; n < times; n += 1)
      await store.change('a', id, (await store.find('a', id))!.version, { text: `${n}` }, at(n))
  }
  const told = async (after: number, limit = 9) => {
    const { notes, ...page } = await store.changes('a', after, limit)
    return { ...page, notes: notes.map(({ id, version }) => `${id} ${version}`) }
  }
  const page = { notes: [], removed: [], more: false, reset: false }

  test('every change has its own version; without changes the version is 0', async () => {
    expect(await store.version('a')).toBe(0)
    expect(await told(0)).toEqual({ ...page, version: 0 })
    await add('n', 'm')
    await edit('n')
    await store.resolve('a', 'm', { uid: 'eve', name: 'Eve', at: at(1) })
    expect(await store.version('a')).toBe(4)
    expect(await told(0)).toEqual({ ...page, notes: ['n 3', 'm 4'], version: 4 })
    expect(await told(3)).toEqual({ ...page, notes: ['m 4'], version: 4 })
    expect(await told(4)).toEqual({ ...page, version: 4 })
    expect(await store.version('other')).toBeUndefined()
    expect(await store.changes('other', 0, 9)).toEqual({ ...page, version: 0 })
  })

  test('returns the id of each removed note', async () => {
    await add('n', 'm')
    await store.add(note('r', { replyTo: 'n' }))
    await store.remove('a', 'n', at(1))
    expect(await told(3)).toEqual({ ...page, removed: ['r', 'n'], version: 5 })
    expect(await told(4)).toEqual({ ...page, removed: ['n'], version: 5 })
    expect(await told(3, 1)).toEqual({ ...page, removed: ['r'], version: 4, more: true })
    expect(await told(2)).toEqual({ ...page, removed: ['r', 'n'], version: 5 })
    expect(await told(0)).toMatchObject({ notes: ['m 2'], version: 5 })
  })

  test('a reader that is too far behind gets all notes again in a finite number of pages, however old the notes are', async () => {
    await add('n1', 'n2', 'n3', 'n4', 'n5')
    await store.remove('a', 'n1', at(1))
    await edit('n5', FEW.history)
    // 16 versions; the removal is the 6th, the last one outside of the history.
    expect(await told(6, 9)).toEqual({ ...page, notes: ['n5 16'], version: 16 })
    const first = await told(5, 2)
    expect(first).toMatchObject({ notes: ['n2 2', 'n3 3'], removed: [], more: true, reset: true })
    const rest = { notes: ['n4 4', 'n5 16'], version: 16, more: false, reset: false }
    expect(await told(first.version)).toMatchObject(rest)
    expect(await told(0, 9)).toMatchObject({ notes: ['n2 2', 'n3 3', 'n4 4', 'n5 16'], reset: true })
  })

  test('restarts when too much changes while all notes are read', async () => {
    await add('n1', 'n2', 'n3', 'n4', 'n5')
    await edit('n5', FEW.history)
    const { version } = await store.changes('a', 0, 2)
    await store.remove('a', 'n1', at(1))
    await edit('n5', FEW.history)
    expect(await told(version)).toMatchObject({ notes: ['n2 2', 'n3 3', 'n4 4', 'n5 26'], reset: true })
  })

  test("a version ahead of the script's, as after a restored backup, or an unknown one gets all notes", async () => {
    await add('n')
    for (const after of [2, 2 ** 27, 2 ** 40 + 7, Number.MAX_SAFE_INTEGER, 1e300])
      expect(await told(after)).toEqual({ ...page, notes: ['n 1'], version: 1, reset: true })
  })

  test('a reader misses no change, however rarely it reads', async () => {
    const [often, seldom] = [follower(store, 3), follower(store, 2)]
    for (let n = 0; n < 90; n += 1) {
      const id = `n${(n * 7) % 11}`
      const there = await store.find('a', id)
      if (!there)
        await store.add(note(id, n % 3 ? {} : { replyTo: `n${(n * 5) % 11}`, ...byEve })).catch(() => {})
      else if (n % 4 === 0) await store.remove('a', id, at(n))
      else await store.change('a', id, there.version, { text: `${n}` }, at(n))
      await often.page()
      if (n % 13 === 0) await seldom.page()
    }
    expect(await often.all()).toEqual(await byId(store))
    expect(await seldom.all()).toEqual(await byId(store))
  })

  describe('two processes', () => {
    const two = freshProcesses(() => openTwice({ room: roomOf(30), history: 1_000 }), ['a'])

    test('give every change its own version, and a concurrent reader misses none', async () => {
      const [one, other] = two
      const following = follower(other.notes, 3)
      const state = { writing: true }
      const writers = Array.from({ length: 24 }, async (_, n) => {
        const { notes } = two[n % 2]!
        const added = await notes.add(note(`n${n}`))
        if (n % 4 === 0) await notes.remove('a', `n${n}`, at(1))
        else await notes.change('a', `n${n}`, added!.version, { text: 'new' }, at(1))
      })
      const written = Promise.all(writers).finally(() => (state.writing = false))
      while (state.writing) await following.page()
      await written
      const all = await byId(one.notes)
      expect(all.map(({ text }) => text)).toEqual(Array(18).fill('new'))
      expect(await following.all()).toEqual(all)
      expect(await one.notes.version('a')).toBe(48)
      expect(new Set(all.map(({ version }) => version)).size).toBe(18)
    })

    test('accept one of two concurrent edits of a version', async () => {
      const [one, other] = two
      await one.notes.add(note('n'))
      const edits = await Promise.all(
        two.map(({ notes }, n) => notes.change('a', 'n', 1, { text: `${n}` }, at(n))),
      )
      expect(edits.filter(Boolean)).toHaveLength(1)
      expect(await other.notes.find('a', 'n')).toEqual(edits.find(Boolean))
    })
  })
}

const byId = async (store: Stores['notes']): Promise<StoredNote[]> =>
  (await store.all('a')).toSorted((a, b) => (a.id < b.id ? -1 : 1))

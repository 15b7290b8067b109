import { beforeEach, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { note } from '../../testing/new-note.ts'
import { guest, link, second } from '../../testing/new-share.ts'

/** Replaces GUESTS_LIMIT. */
const MOST = 12
const at = (seconds: number, line = 0) => ({
  lastPlayedLineIndex: line,
  page: undefined,
  lastUpdated: second(seconds),
})

/** Tests which guests of a link are removed when it has more than the limit (decision 0064). */
export function guestRoomContract({ open }: Databases): void {
  const stores = freshStores(() => open(undefined, MOST), ['a'])
  const store = stores.shares
  beforeEach(async () => {
    for (const id of ['l', 'm']) await store.addLink(link(id))
  })
  const kept = async () => new Set((await store.guests('a', 99)).map(({ id }) => id))

  test('guests are limited per link, which admits further ones, also concurrently', async () => {
    for (let n = 0; n < MOST; n += 1) await store.addGuest(guest(`g${n}`))
    const coming = Array.from({ length: 10 }, (_, n) => `h${n}`)
    const added = await Promise.all(coming.map((id) => store.addGuest(guest(id, { openedAt: second(1) }))))
    expect(added.every(Boolean)).toBe(true)
    const left = await kept()
    expect([left.size, coming.filter((id) => !left.has(id))]).toEqual([MOST, []])
    expect((await store.findLink('l'))?.opens).toBe(MOST + 10)
  })

  test('removes guests in this order: without name or progress, then without notes, each by the earliest visit', async () => {
    await store.addGuest(guest('of another link', { linkId: 'm' }))
    await store.addGuest(guest('wrote', { name: 'Mia' }))
    await stores.notes.add(note('n1', { authorId: 'wrote' }))
    await store.addGuest(guest('heard late', { openedAt: second(1) }))
    await stores.progress.save('heard late', 'a', at(50))
    await store.addGuest(guest('heard', { openedAt: second(2) }))
    await stores.progress.save('heard', 'a', at(9))
    await store.addGuest(guest('named', { openedAt: second(3), name: 'Max' }))
    await store.addGuest(guest('cleared', { openedAt: second(5) }))
    await stores.progress.save('cleared', 'a', at(5, -1))
    await store.addGuest(guest('only came', { openedAt: second(4) }))
    for (let n = 0; n < MOST - 6; n += 1)
      await store.addGuest(guest(`g${n}`, { openedAt: second(100), name: 'Someone' }))
    const forgotten: string[] = []
    for (let n = 0, known = await kept(); n < 5; n += 1) {
      await store.addGuest(guest(`new${n}`, { openedAt: second(200), name: 'New' }))
      const left = await kept()
      forgotten.push(...[...known].filter((id) => !left.has(id)))
      known = left
    }
    expect(forgotten).toEqual(['only came', 'cleared', 'named', 'heard', 'heard late'])
    expect((await kept()).has('wrote')).toBe(true)
    expect(await store.findGuest('of another link')).toBeDefined()
    for (const uid of ['heard', 'cleared']) expect(await stores.progress.find(uid, 'a')).toBeUndefined()
  })

  test('removes the first guest also when all of them have notes', async () => {
    for (let n = 0; n < MOST; n += 1) {
      await store.addGuest(guest(`g${n}`, { openedAt: second(n + 1), name: 'Someone' }))
      await stores.notes.add(note(`n${n}`, { authorId: `g${n}` }))
    }
    expect(await store.addGuest(guest('late', { openedAt: second(99) }))).toBe(true)
    expect([(await kept()).has('g0'), (await kept()).size]).toEqual([false, MOST])
    expect(await stores.notes.find('a', 'n0')).toBeDefined()
  })
}

import { describe, expect, test } from 'vitest'
import { freshStores, type OpenStores } from '../../testing/fresh-stores.ts'

const at = (index: number, page: number | undefined = index + 1) => ({
  lastPlayedLineIndex: index,
  page,
  lastUpdated: new Date('2026-05-05T05:05:05Z'),
})

/** The behavior every ProgressStore has (product §3). */
export function progressStoreContract(name: string, open: OpenStores): void {
  describe(`ProgressStore on ${name}`, () => {
    const stores = freshStores(open, ['a'])
    const store = stores.progress

    test('the last saved counts, per person and script', async () => {
      expect(await store.find('ada', 'a')).toBeUndefined()
      await store.save('ada', 'a', at(3))
      await store.save('ada', 'a', at(7))
      await store.save('eve', 'a', at(1))
      expect(await store.find('ada', 'a')).toEqual(at(7))
    })

    test('ten concurrent first saves are one', async () => {
      await Promise.all(Array.from({ length: 10 }, () => store.save('ada', 'a', at(3))))
      expect(await store.find('ada', 'a')).toEqual(at(3))
    })

    test('a page is filled in where the same line is still the last one', async () => {
      await store.save('ada', 'a', { ...at(3), page: undefined })
      await store.fillPage('ada', 'a', 2, 9)
      expect((await store.find('ada', 'a'))?.page).toBeUndefined()
      await store.fillPage('ada', 'a', 3, 9)
      expect(await store.find('ada', 'a')).toEqual(at(3, 9))
      await store.save('ada', 'a', { ...at(-1), page: undefined })
      expect((await store.find('ada', 'a'))?.page).toBeUndefined()
    })

    test('decision 0065: the place of a guest becomes that of an account, the later one of two', async () => {
      const later = { ...at(2), lastUpdated: new Date('2026-05-05T06:00:00Z') }
      await store.save('guest-1', 'a', at(9))
      await store.save('guest-1', 'a', later)
      await store.save('bob', 'a', at(5))
      await store.handOver('a', 'guest-1', 'bob')
      expect(await store.find('bob', 'a')).toEqual(later)
      expect(await store.find('guest-1', 'a')).toBeUndefined()
      expect(await store.hearings('a')).toMatchObject([{ uid: 'bob', furthestLineIndex: 9 }])
      await store.save('guest-2', 'a', at(1))
      await store.handOver('a', 'guest-2', 'bob')
      expect(await store.find('bob', 'a')).toEqual(later)
      await store.save('guest-3', 'a', at(4))
      for (let n = 0; n < 2; n += 1) await store.handOver('a', 'guest-3', 'eve')
      expect(await store.find('eve', 'a')).toEqual(at(4))
    })

    test('of saves while the script is removed none stays', async () => {
      const saves = Array.from({ length: 20 }, (_, n) => store.save(`u${n}`, 'a', at(n)))
      await stores.scripts.remove('a', 'r')
      for (let n = 0; n < 20; n += 1) await store.removeOf(`u${n}`)
      await Promise.all(saves)
      const left = await Promise.all(saves.map((_, n) => store.find(`u${n}`, 'a')))
      expect(left.filter(Boolean)).toEqual([])
    })

    test('product §11: how far each person ever listened is known, whatever they play again', async () => {
      for (const index of [3, 40, 7]) await store.save('ada', 'a', at(index))
      await store.save('eve', 'a', at(1))
      await store.save('mia', 'a', at(-1))
      await store.save('ada', 'b', at(99))
      const { lastUpdated } = at(0)
      const heard = (await store.hearings('a')).toSorted((a, b) => a.uid.localeCompare(b.uid))
      expect(heard).toEqual([
        { uid: 'ada', furthestLineIndex: 40, lastUpdated },
        { uid: 'eve', furthestLineIndex: 1, lastUpdated },
      ])
      await store.save('ada', 'a', at(-1))
      expect(await store.hearings('a')).toContainEqual({ uid: 'ada', furthestLineIndex: 40, lastUpdated })
      expect(await store.hearings('b')).toEqual([])
      await store.removeOf('ada')
      expect((await store.hearings('a')).map(({ uid }) => uid)).toEqual(['eve'])
    })

    test('a deleted script takes no progress', async () => {
      await store.save('ada', 'gone', at(3))
      expect(await store.find('ada', 'gone')).toBeUndefined()
    })
  })
}

import { expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { script } from '../../testing/new-script.ts'
import { SETTLED_MS } from '../documents/accounts.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
const ada = { uid: 'ada', requestId: 'r1' }
const eve = { uid: 'eve', requestId: 'r2' }
const CLOSED = { code: 'UNAUTHENTICATED' }

/** Tests the behavior of every AccountStore (product §10). */
export function accountStoreContract({ open }: Databases): void {
  const stores = freshStores(open)

  test('a closed account is listed for erasure until it is finished, oldest first', async () => {
    const { accounts } = stores
    expect(await accounts.isClosed('ada')).toBe(false)
    await accounts.close(eve, at(2))
    await accounts.close(ada, at(1))
    await accounts.close({ ...ada, requestId: 'again' }, at(3))
    expect(await accounts.unfinished(at(3), 9)).toMatchObject([ada, eve])
    expect(await accounts.unfinished(at(3), 1)).toMatchObject([ada])
    await accounts.finish('ada', at(3))
    await accounts.finish('ada', at(3))
    expect(await accounts.unfinished(at(3), 9)).toMatchObject([eve])
    expect(await accounts.isClosed('ada')).toBe(true)
  })

  test('a finished account is forgotten after a time that starts when it is finished, an unfinished one never', async () => {
    const { accounts } = stores
    const [erased, again] = [90_000, 90_000 + SETTLED_MS / 1_000]
    await accounts.close(ada, at(1))
    await accounts.close(eve, at(1))
    await accounts.finish('ada', at(erased))
    await accounts.forget(at(erased))
    expect(await accounts.isClosed('ada')).toBe(true)
    await accounts.finish('ada', at(again))
    expect(await accounts.unfinished(at(again), 9)).toMatchObject([eve])
    await accounts.finish('ada', at(2 * again))
    await accounts.forget(at(again + 1))
    expect(await accounts.isClosed('ada')).toBe(false)
    expect(await accounts.isClosed('eve')).toBe(true)
  })

  test('a closed account can store no script, preferences or cancelled key', async () => {
    await stores.accounts.close(ada, at(1))
    await expect(stores.scripts.insert(script('a'))).rejects.toMatchObject(CLOSED)
    await expect(stores.scripts.cancelUpload('ada', 'key', 'r', at(1))).rejects.toMatchObject(CLOSED)
    await expect(stores.preferences.change('ada', { rate: 2 })).rejects.toMatchObject(CLOSED)
    expect(await stores.scripts.usage('ada')).toEqual({ scripts: 0, bytes: 0 })
    expect(await stores.preferences.find('ada')).toEqual({ skippedLineTypes: [] })
  })

  test('uploads that run while an account is closed leave no script', async () => {
    const ids = Array.from({ length: 20 }, (_, n) => `s${n}`)
    const uploads = ids.map((id) => stores.scripts.insert(script(id)).catch(() => undefined))
    await stores.accounts.close(ada, at(1))
    // Scripts stored before closing are found and removed; later ones were rejected.
    for (const { _id } of await stores.scripts.list('ada', { limit: 99 }))
      await stores.scripts.remove(_id, 'r')
    await Promise.all(uploads)
    expect(await stores.scripts.list('ada', { limit: 99 })).toEqual([])
  })
}

/** Tests the behavior of every PreferencesStore (product §4). */
export function preferencesStoreContract({ open }: Databases): void {
  const stores = freshStores(open)

  test('stores the last change per user, and keeps fields that it does not contain', async () => {
    const { preferences } = stores
    expect(await preferences.find('ada')).toEqual({ skippedLineTypes: [] })
    expect(await preferences.change('ada', { rate: 1.5 })).toEqual({ skippedLineTypes: [], rate: 1.5 })
    const changed = { skippedLineTypes: ['Action', 'other'], rate: 1.5 as const }
    expect(await preferences.change('ada', { skippedLineTypes: ['Action', 'other'] })).toEqual(changed)
    expect(await preferences.change('ada', {})).toEqual(changed)
    expect(await preferences.find('ada')).toEqual(changed)
    expect(await preferences.change('ada', { rate: 1 })).toEqual({ ...changed, rate: 1 })
    const off = { ...changed, rate: 1, highlightWords: false }
    expect(await preferences.change('ada', { highlightWords: false })).toEqual(off)
    expect(await preferences.find('eve')).toEqual({ skippedLineTypes: [] })
  })

  test('applies concurrent changes of two fields', async () => {
    await stores.preferences.change('ada', { rate: 2 })
    await Promise.all([
      stores.preferences.change('ada', { rate: 0.5 }),
      stores.preferences.change('ada', { skippedLineTypes: ['Scene'] }),
    ])
    expect(await stores.preferences.find('ada')).toEqual({ skippedLineTypes: ['Scene'], rate: 0.5 })
  })

  test('removes the preferences of one user only', async () => {
    const { preferences } = stores
    await preferences.change('ada', { rate: 2 })
    await preferences.change('eve', { rate: 2 })
    await preferences.remove('ada')
    await preferences.remove('ada')
    expect(await preferences.find('ada')).toEqual({ skippedLineTypes: [] })
    expect(await preferences.find('eve')).toMatchObject({ rate: 2 })
  })
}

const placeAt = (index: number, page: number | undefined = index + 1) => ({
  lastPlayedLineIndex: index,
  draft: 1,
  heard: [1],
  page,
  lastUpdated: new Date('2026-05-05T05:05:05Z'),
})

const played = (index: number, seconds: number) => ({ ...placeAt(index), lastUpdated: at(seconds) })

/** Tests the behavior of every ProgressStore (product §3). */
export function progressStoreContract({ open }: Databases): void {
  const stores = freshStores(open, ['a'])
  const store = stores.progress

  test('stores the last position per user and script', async () => {
    expect(await store.find('ada', 'a')).toBeUndefined()
    await store.save('ada', 'a', placeAt(3))
    await store.save('ada', 'a', placeAt(7))
    await store.save('eve', 'a', placeAt(1))
    expect(await store.find('ada', 'a')).toEqual(placeAt(7))
  })

  test('ten concurrent first saves store one position', async () => {
    await Promise.all(Array.from({ length: 10 }, () => store.save('ada', 'a', placeAt(3))))
    expect(await store.find('ada', 'a')).toEqual(placeAt(3))
  })

  test('decision 0087: a late save does not replace a newer position, but counts for the furthest line', async () => {
    const late = { isLate: true }
    expect(await store.save('ada', 'a', played(3, 10), late), 'the first one').toBeUndefined()
    expect(await store.save('ada', 'a', played(40, 5), late)).toEqual(played(3, 10))
    expect(await store.find('ada', 'a')).toEqual(played(3, 10))
    expect(await store.hearings('a')).toMatchObject([{ uid: 'ada', furthestLineIndex: 40 }])
    expect(await store.save('ada', 'a', played(6, 10), late), 'an equal time').toBeUndefined()
    expect(await store.save('ada', 'a', played(7, 20), late)).toBeUndefined()
    expect(await store.find('ada', 'a')).toEqual(played(7, 20))
    expect(await store.save('ada', 'a', played(1, 2)), 'without isLate, the last call wins').toBeUndefined()
    expect(await store.find('ada', 'a')).toEqual(played(1, 2))
    expect(await store.save('ada', 'gone', played(1, 2), late)).toBeUndefined()
    expect(await store.find('ada', 'gone')).toBeUndefined()
  })

  test('ten concurrent late saves store the newest position', async () => {
    await Promise.all(
      [4, 7, 1, 9, 2, 8, 3, 0, 6, 5].map((n) => store.save('ada', 'a', played(n, n), { isLate: true })),
    )
    expect(await store.find('ada', 'a')).toEqual(played(9, 9))
  })

  test('adds a page only if the same line is still the last one', async () => {
    await store.save('ada', 'a', { ...placeAt(3), page: undefined })
    await store.fillPage('ada', 'a', 2, 9)
    expect((await store.find('ada', 'a'))?.page).toBeUndefined()
    await store.fillPage('ada', 'a', 3, 9)
    expect(await store.find('ada', 'a')).toEqual(placeAt(3, 9))
    await store.save('ada', 'a', { ...placeAt(-1), page: undefined })
    expect((await store.find('ada', 'a'))?.page).toBeUndefined()
  })

  test('decision 0065: the later position of a guest and an account becomes that of the account', async () => {
    const later = { ...placeAt(2), lastUpdated: new Date('2026-05-05T06:00:00Z') }
    await store.save('guest-1', 'a', placeAt(9))
    await store.save('guest-1', 'a', later)
    await store.save('bob', 'a', placeAt(5))
    await store.handOver('a', 'guest-1', 'bob')
    expect(await store.find('bob', 'a')).toEqual(later)
    expect(await store.find('guest-1', 'a')).toBeUndefined()
    expect(await store.hearings('a')).toMatchObject([{ uid: 'bob', furthestLineIndex: 9 }])
    await store.save('guest-2', 'a', placeAt(1))
    await store.handOver('a', 'guest-2', 'bob')
    expect(await store.find('bob', 'a')).toEqual(later)
    await store.save('guest-3', 'a', placeAt(4))
    for (let n = 0; n < 2; n += 1) await store.handOver('a', 'guest-3', 'eve')
    expect(await store.find('eve', 'a')).toEqual(placeAt(4))
  })

  test('product §11: keeps the furthest line that each user ever played', async () => {
    for (const index of [3, 40, 7]) await store.save('ada', 'a', placeAt(index))
    await store.save('eve', 'a', placeAt(1))
    await store.save('mia', 'a', placeAt(-1))
    await store.save('ada', 'b', placeAt(99))
    const { lastUpdated } = placeAt(0)
    const heard = (await store.hearings('a')).toSorted((a, b) => a.uid.localeCompare(b.uid))
    expect(heard).toEqual([
      { uid: 'ada', draft: 1, furthestLineIndex: 40, lastUpdated },
      { uid: 'eve', draft: 1, furthestLineIndex: 1, lastUpdated },
    ])
    await store.save('ada', 'a', placeAt(-1))
    expect(await store.hearings('a')).toContainEqual({
      uid: 'ada',
      draft: 1,
      furthestLineIndex: 40,
      lastUpdated,
    })
    expect(await store.hearings('b')).toEqual([])
    await store.removeOf('ada')
    expect((await store.hearings('a')).map(({ uid }) => uid)).toEqual(['eve'])
  })
}

/** A position in a draft. */
const inDraft = (draft: number, index: number, seconds: number) => ({ ...played(index, seconds), draft })

/** Places of several drafts (decision 0101). */
export function draftPlacesContract({ open }: Databases): void {
  const stores = freshStores(open, ['a'])
  const store = stores.progress
  const place = async (uid = 'ada') => {
    const { lastPlayedLineIndex: line, draft, heard } = (await store.find(uid, 'a'))!
    return [draft, line, heard]
  }
  const furthest = async () => (await store.hearings('a')).map((one) => [one.draft, one.furthestLineIndex])

  test('a line is of its draft, and the drafts that were heard are remembered, the last one at the end', async () => {
    await store.save('ada', 'a', inDraft(1, 40, 1))
    await store.save('ada', 'a', inDraft(2, 3, 2))
    expect(await place()).toEqual([2, 3, [1, 2]])
    await store.save('ada', 'a', inDraft(3, -1, 3))
    expect(await place(), 'no line was played').toEqual([3, -1, [1, 2]])
    await store.save('ada', 'a', inDraft(1, 7, 4))
    expect(await place()).toEqual([1, 7, [2, 1]])
  })

  test('the furthest line is one of the draft that is heard', async () => {
    for (const [n, [number, index]] of [
      [1, 40],
      [2, 3],
      [2, 9],
      [2, 5],
    ].entries())
      await store.save('ada', 'a', inDraft(number!, index!, n))
    expect(await furthest()).toEqual([[2, 9]])
    await store.save('ada', 'a', inDraft(3, -1, 9))
    expect(await furthest()).toEqual([[3, -1]])
  })

  test('decision 0087: a late line of another draft does not replace a newer one, but was heard', async () => {
    const late = { isLate: true }
    await store.save('ada', 'a', inDraft(2, 3, 10))
    const newer = await store.save('ada', 'a', inDraft(1, 90, 5), late)
    expect(newer).toMatchObject({ draft: 2, lastPlayedLineIndex: 3, heard: [1, 2] })
    expect(await place()).toEqual([2, 3, [1, 2]])
    expect(await furthest()).toEqual([[2, 3]])
    expect(await store.save('ada', 'a', inDraft(1, 90, 20), late)).toBeUndefined()
    expect(await place()).toEqual([1, 90, [2, 1]])
    expect(await furthest()).toEqual([[1, 90]])
  })

  test('ten concurrent lines of two drafts store the newest one, and both drafts as heard', async () => {
    await Promise.all(
      [4, 7, 1, 9, 2, 8, 3, 0, 6, 5].map((n) =>
        store.save('ada', 'a', inDraft(1 + (n % 2), n, n), { isLate: true }),
      ),
    )
    expect(await place()).toEqual([2, 9, [1, 2]])
  })

  test('decision 0065: an account has heard the drafts of its guest, too', async () => {
    await store.save('guest-1', 'a', inDraft(1, 50, 1))
    await store.save('guest-1', 'a', inDraft(2, 6, 2))
    await store.save('bob', 'a', inDraft(3, 5, 3))
    await store.handOver('a', 'guest-1', 'bob')
    expect(await place('bob')).toEqual([3, 5, [1, 2, 3]])
    expect(await furthest()).toEqual([[3, 5]])
    await store.save('guest-2', 'a', inDraft(2, 8, 9))
    await store.handOver('a', 'guest-2', 'bob')
    expect(await place('bob')).toEqual([2, 8, [1, 3, 2]])
  })
}

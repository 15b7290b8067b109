import { ENDED_LINKS_KEPT, LINKS_LIMIT } from '@andscene/contracts/limits'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { guest, link, second } from '../../testing/new-share.ts'
import { script } from '../../testing/new-script.ts'

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

/** Tests the links and guests of every ShareStore (product §11). */
export function linkStoreContract({ open }: Databases): void {
  const stores = freshStores(open, ['a'])
  const store = stores.shares

  describe('links', () => {
    test('are found by id and by the hash of their token only', async () => {
      const whole = link('l', { passphraseHash: 'salt.hash' })
      expect(await store.addLink(whole)).toBe(true)
      await store.addLink(link('m'))
      expect(await store.findLink('l')).toEqual(whole)
      expect(await store.findLink('m')).toEqual(link('m'))
      expect(await store.findLinkByHash('hash of l')).toEqual(whole)
      expect(await store.findLinkByHash('hash of')).toBeUndefined()
      expect(await store.findLinkByHash('l')).toBeUndefined()
      expect(await store.findLink('hash of l')).toBeUndefined()
    })

    test('are listed per script, newest first', async () => {
      await stores.scripts.insert(script('b'))
      for (const n of [2, 1, 3]) await store.addLink(link(`l${n}`, { createdAt: second(n) }))
      await store.addLink(link('other', { scriptId: 'b' }))
      expect(ids(await store.links('a'))).toEqual(['l3', 'l2', 'l1'])
    })

    test('change only the given fields, only in the given script, and keep the first time of revocation', async () => {
      await store.addLink(link('l'))
      const changed = { ...link('l'), name: 'Producers' }
      expect(await store.changeLink('a', 'l', { name: 'Producers' })).toEqual(changed)
      const revoked = { ...changed, revokedAt: second(5) }
      for (const seconds of [5, 6])
        expect(await store.changeLink('a', 'l', { revokedAt: second(seconds) })).toEqual(revoked)
      for (const [scriptId, id] of [['b', 'l'] as const, ['a', 'm'] as const])
        expect(await store.changeLink(scriptId, id, { name: 'x' })).toBeUndefined()
      expect(await store.links('a')).toEqual([revoked])
    })

    test('are limited to LINKS_LIMIT, also with concurrent additions', async () => {
      const all = Array.from({ length: LINKS_LIMIT + 10 }, (_, n) => link(`l${n}`))
      const added = await Promise.all(all.map((one) => store.addLink(one)))
      expect(added.filter(Boolean)).toHaveLength(LINKS_LIMIT)
      expect(await store.links('a')).toHaveLength(LINKS_LIMIT)
    })

    test('are not counted when revoked or expired', async () => {
      for (let n = 0; n < LINKS_LIMIT; n += 1)
        await store.addLink(link(`l${n}`, { expiresAt: second(10 + n) }))
      expect(await store.addLink(link('m', { createdAt: second(9) }))).toBe(false)
      expect(await store.addLink(link('m', { createdAt: second(10) }))).toBe(true)
      expect(await store.addLink(link('n', { createdAt: second(10) }))).toBe(false)
      await store.changeLink('a', 'm', { revokedAt: second(10) })
      expect(await store.addLink(link('n', { createdAt: second(10) }))).toBe(true)
    })
  })

  test('product §11: are limited to LINKS_LIMIT, also with concurrent renewals of expired ones', async () => {
    for (let n = 0; n < 5; n += 1) await store.addLink(link(`over${n}`, { expiresAt: second(2) }))
    for (let n = 0; n < LINKS_LIMIT - 2; n += 1) await store.addLink(link(`l${n}`, { createdAt: second(3) }))
    const longer = { expiresAt: second(2_000) }
    const lengthened = await Promise.all(
      [0, 1, 2, 3, 4].map((n) => store.changeLink('a', `over${n}`, longer, second(3))),
    )
    expect(lengthened.filter(Boolean)).toHaveLength(2)
    const openLinks = (await store.links('a')).filter(({ expiresAt }) => expiresAt > second(3))
    expect(openLinks).toHaveLength(LINKS_LIMIT)
    expect(await store.changeLink('a', 'l1', longer, second(3))).toMatchObject(longer)
    const closed = lengthened.findIndex((one) => one === undefined)
    const named = await store.changeLink('a', `over${closed}`, { name: 'x' }, second(3))
    expect(named?.name).toBe('x')
  })

  test('product §11: are kept when they have ended, up to a limit, the latest first', async () => {
    await stores.scripts.insert(script('b'))
    await store.addLink(link('other', { scriptId: 'b', revokedAt: second(1) }))
    await store.addLink(link('open'))
    await store.addLink(link('over', { createdAt: second(1), expiresAt: second(2) }))
    await store.addGuest(guest('g', { linkId: 'over' }))
    for (let n = 0; n < ENDED_LINKS_KEPT - 1; n += 1)
      await store.addLink(link(`l${n}`, { createdAt: second(3), revokedAt: second(4) }))
    expect(await store.findGuest('g')).toBeDefined()
    await store.addLink(link('last', { createdAt: second(5), revokedAt: second(5) }))
    const kept = ids(await store.links('a'))
    expect(kept).toHaveLength(ENDED_LINKS_KEPT + 1)
    expect([kept[0], kept.at(-1)]).toEqual(['last', 'open'])
    expect(await store.findGuest('g')).toBeUndefined()
    expect(ids(await store.links('b'))).toEqual(['other'])
  })

  describe('guests', () => {
    beforeEach(async () => {
      await store.addLink(link('l'))
    })

    test('decision 0065: are found by the hash of their key only', async () => {
      const known = guest('g', { keyHash: 'hash of g' })
      await store.addGuest(known)
      await store.addGuest(guest('h'))
      expect(await store.findGuestByKey('hash of g')).toEqual(known)
      expect(await store.findGuestByKey('hash of')).toBeUndefined()
      await store.keepGuest(guest('g', { name: 'Mia' }))
      expect(await store.findGuestByKey('hash of g')).toEqual({ ...known, name: 'Mia' })
      await store.removeGuest('g')
      expect(await store.findGuestByKey('hash of g')).toBeUndefined()
      expect(ids(await store.guests('a', 9))).toEqual(['h'])
    })

    test('are stored again after removal without counting as an opening', async () => {
      expect(await store.keepGuest(guest('g', { name: 'Mia' }))).toBe(true)
      expect(await store.keepGuest(guest('h'))).toBe(true)
      expect(ids(await store.guests('a', 9)).sort()).toEqual(['g', 'h'])
      expect(await store.findLink('l')).toMatchObject({ opens: 0 })
      expect(await store.keepGuest(guest('i', { linkId: 'gone' }))).toBe(false)
      await store.changeLink('a', 'l', { revokedAt: second(5) })
      expect(await store.keepGuest(guest('i'))).toBe(false)
      expect(await store.findGuest('i')).toBeUndefined()
    })

    test('are removed with their positions when their link ended long enough ago, and only then', async () => {
      const place = { lastPlayedLineIndex: 0, draft: 1, heard: [1], page: undefined, lastUpdated: second(3) }
      for (const [id, end] of Object.entries({ over: 10, revoked: 1_000, again: 10, lately: 21 })) {
        await store.addLink(link(id, { expiresAt: second(end) }))
        await store.addGuest(guest(`guest of ${id}`, { linkId: id }))
        await stores.progress.save(`guest of ${id}`, 'a', place)
      }
      await store.changeLink('a', 'revoked', { revokedAt: second(9) })
      await store.changeLink('a', 'again', { expiresAt: second(99) }, second(12))
      await stores.progress.save('eve', 'a', place)
      await store.forgetEnded(second(5))
      expect(await store.links('a')).toHaveLength(5)
      await store.forgetEnded(second(20))
      expect(ids(await store.links('a')).sort()).toEqual(['again', 'l', 'lately'])
      expect(ids(await store.guests('a', 9)).sort()).toEqual(['guest of again', 'guest of lately'])
      expect(await stores.progress.find('guest of over', 'a')).toBeUndefined()
      expect(await stores.progress.find('guest of revoked', 'a')).toBeUndefined()
      for (const uid of ['guest of again', 'guest of lately', 'eve'])
        expect(await stores.progress.find(uid, 'a')).toEqual(place)
      await store.forgetEnded(second(20))
    })

    test('are rejected for a link that is revoked, removed or of another script', async () => {
      await stores.scripts.insert(script('b'))
      expect(await store.addGuest(guest('g', { linkId: 'gone' }))).toBe(false)
      expect(await store.addGuest(guest('g', { scriptId: 'b' }))).toBe(false)
      await store.changeLink('a', 'l', { revokedAt: second(5) })
      expect(await store.addGuest(guest('g'))).toBe(false)
      expect(await store.findGuest('g')).toBeUndefined()
      expect(await store.findLink('l')).toMatchObject({ opens: 0 })
    })

    test('are counted while their link is revoked concurrently, which stays revoked', async () => {
      const coming = Array.from({ length: 10 }, (_, n) => store.addGuest(guest(`g${n}`)))
      const revoking = store.changeLink('a', 'l', { revokedAt: second(5) })
      const late = Array.from({ length: 10 }, (_, n) => store.addGuest(guest(`h${n}`)))
      await revoking
      expect(await store.addGuest(guest('after'))).toBe(false)
      const letIn = (await Promise.all([...coming, ...late])).filter(Boolean).length
      expect(await store.findLink('l')).toMatchObject({ revokedAt: second(5), opens: letIn })
      expect(await store.guests('a', 99)).toHaveLength(letIn)
    })

    test('are listed for all links of the script, latest first, up to a limit per link', async () => {
      await stores.scripts.insert(script('b'))
      await store.addLink(link('m', { createdAt: second(1) }))
      await store.addLink(link('n', { scriptId: 'b' }))
      for (const id of ['l4', 'l1', 'm3', 'l6', 'm2'])
        await store.addGuest(guest(id, { linkId: id[0]!, openedAt: second(Number(id[1])) }))
      const other = guest('n5', { scriptId: 'b', linkId: 'n', openedAt: second(5) })
      await store.addGuest(other)
      expect(ids(await store.guests('a', 9))).toEqual(['l6', 'l4', 'm3', 'm2', 'l1'])
      expect(ids(await store.guests('a', 2))).toEqual(['l6', 'l4', 'm3', 'm2'])
      expect(await store.guests('b', 9)).toEqual([other])
    })
  })
}

import { SHARE_EVENTS_KEPT } from '@andscene/contracts/limits'
import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { collaborator, guest, link, second, shareEvent } from '../../testing/new-share.ts'
import { script } from '../../testing/new-script.ts'
import { COMINGS, COMINGS_KEPT } from '../share-store.ts'

/** Tests the behavior of every ShareStore (product §11). */
export function shareStoreContract({ open }: Databases): void {
  const stores = freshStores(open)
  const store = stores.shares

  /** Acknowledges the removal, as outbox and tts together do. */
  const deleteScript = async (id: string) => {
    await stores.scripts.remove(id, 'r')
    for (const command of await stores.commands.due(new Date(), 99))
      await stores.commands.acknowledge(command)
  }
  const kept = async (scriptId: string) => ({
    collaborators: (await store.collaborators(scriptId)).length,
    links: (await store.links(scriptId)).length,
    guests: (await store.guests(scriptId, 9)).length,
    events: (await store.events(scriptId)).length,
  })

  test('product §10: all data is removed with the script, and none of another script', async () => {
    for (const scriptId of ['a', 'b']) {
      await stores.scripts.insert(script(scriptId))
      const of = (id: string) => ({ scriptId, email: `${id}@example.com` })
      await store.invite(collaborator(`c${scriptId}`, of('bob')))
      await store.addLink(link(`l${scriptId}`, { scriptId }))
      await store.addGuest(guest(`g${scriptId}`, { scriptId, linkId: `l${scriptId}` }))
      await store.addEvent(shareEvent(1, { scriptId }))
    }
    await store.bind('bob@example.com', 'bob', second(1))
    await deleteScript('a')
    expect(await kept('a')).toEqual({ collaborators: 0, links: 0, guests: 0, events: 0 })
    expect(await kept('b')).toEqual({ collaborators: 1, links: 1, guests: 1, events: 1 })
    expect(await store.findLink('la')).toBeUndefined()
    expect(await store.findLinkByHash('hash of la')).toBeUndefined()
    expect(await store.findGuest('ga')).toBeUndefined()
    expect(await store.collaboratorOf('a', 'bob')).toBeUndefined()
    expect((await store.sharedWith('bob', 9)).map(({ _id }) => _id)).toEqual(['b'])
    expect((await store.unmailed(9)).map(({ scriptId }) => scriptId)).toEqual(['b'])
  })
}

const BOB = 'bob@example.com'

/** Tests the audit log of a script in every ShareStore (product §11). */
export function shareEventStoreContract({ open }: Databases): void {
  const stores = freshStores(open, ['a'])
  const store = stores.shares
  const subjects = async (scriptId = 'a') => (await store.events(scriptId)).map(({ subject }) => subject)

  test('stores events unchanged, newest first; at the same time the last one added comes first', async () => {
    await stores.scripts.insert(script('b'))
    const ada = { kind: 'changed', actor: 'Ada', actorId: 'ada' } as const
    const whole = shareEvent(2, { ...ada, subject: BOB, subjectId: 'bob', role: 'editor' })
    await store.addEvent(whole)
    await store.addEvent(shareEvent(1))
    await store.addEvent(shareEvent(3, { subject: 'first' }))
    await store.addEvent(shareEvent(3, { subject: 'second' }))
    await store.addEvent(shareEvent(9, { scriptId: 'b' }))
    expect(await store.events('a')).toEqual([
      shareEvent(3, { subject: 'second' }),
      shareEvent(3, { subject: 'first' }),
      whole,
      shareEvent(1),
    ])
  })

  test('keeps the latest SHARE_EVENTS_KEPT of each script', { timeout: 120_000 }, async () => {
    await stores.scripts.insert(script('b'))
    await store.addEvent(shareEvent(0, { scriptId: 'b' }))
    const all = Array.from({ length: SHARE_EVENTS_KEPT + 20 }, (_, n) => shareEvent(n, { kind: 'changed' }))
    await Promise.all(all.map((event) => store.addEvent(event)))
    const kept = await store.events('a')
    expect(kept).toHaveLength(SHARE_EVENTS_KEPT)
    expect(kept[0]?.at).toEqual(all.at(-1)!.at)
    expect(kept.at(-1)?.at).toEqual(second(20))
    expect(await store.events('b')).toHaveLength(1)
  })

  const SLOW = { timeout: 120_000 }
  test('product §11: opening, joining and leaving do not displace other events', SLOW, async () => {
    await store.addEvent(shareEvent(0, { kind: 'revoked' }))
    const all = Array.from({ length: SHARE_EVENTS_KEPT }, (_, n) =>
      shareEvent(n + 1, { kind: COMINGS[n % COMINGS.length]! }),
    )
    await Promise.all(all.map((event) => store.addEvent(event)))
    const kept = await store.events('a')
    expect(kept).toHaveLength(COMINGS_KEPT + 1)
    expect(kept[0]?.at).toEqual(all.at(-1)!.at)
    expect(kept.at(-1)?.kind).toBe('revoked')
  })

  describe('product §10: when an account is deleted, it is not named', () => {
    beforeEach(async () => {
      await store.invite(collaborator('c', { email: BOB }))
      await store.addEvent(shareEvent(1, { kind: 'invited', actor: 'Ada', subject: BOB, subjectId: 'c' }))
      await store.bind(BOB, 'bob', second(2))
    })

    test('in events before and after it joined', async () => {
      const about = { subject: BOB, subjectId: 'c' }
      await store.addEvent(shareEvent(2, { kind: 'joined', actor: BOB, actorId: 'bob', ...about }))
      await store.addEvent(shareEvent(3, { kind: 'changed', actor: 'Ada', ...about }))
      await store.addEvent(shareEvent(4, { actor: 'Bob', actorId: 'bob', subject: 'Link l' }))
      await store.addEvent(shareEvent(5, { actor: 'Eve', actorId: 'eve', subject: 'Link m' }))
      await store.removeOf('bob')
      const events = await store.events('a')
      expect(events).toMatchObject([
        { actor: 'Eve', actorId: 'eve', subject: 'Link m' },
        { actor: FORMER_COLLABORATOR, subject: 'Link l' },
        { actor: 'Ada', subject: FORMER_COLLABORATOR },
        { actor: FORMER_COLLABORATOR, subject: FORMER_COLLABORATOR },
        { actor: 'Ada', subject: FORMER_COLLABORATOR },
      ])
      expect(JSON.stringify(events)).not.toMatch(/bob/i)
    })

    test('in events of an invitation that was removed before', async () => {
      await store.removeCollaborator('a', 'c', second(9))
      const about = { subject: BOB, subjectId: 'c', subjectUid: 'bob' }
      await store.addEvent(shareEvent(3, { kind: 'revoked', actor: 'Ada', actorId: 'ada', ...about }))
      expect(await subjects()).toEqual([BOB, BOB])
      await store.removeOf('bob')
      expect(await subjects()).toEqual([FORMER_COLLABORATOR, FORMER_COLLABORATOR])
    })

    test('in events that are added afterwards', async () => {
      await stores.accounts.close({ uid: 'bob', requestId: 'r' }, second(3))
      await store.removeOf('bob')
      const about = { subject: BOB, subjectId: 'c', subjectUid: 'bob' }
      await store.addEvent(shareEvent(4, { kind: 'left', actor: BOB, actorId: 'bob', ...about }))
      expect(JSON.stringify(await store.events('a'))).not.toMatch(/bob/i)
    })
  })
}

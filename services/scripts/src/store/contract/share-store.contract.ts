import { describe, expect, test } from 'vitest'
import { freshStores, type OpenStores } from '../../testing/fresh-stores.ts'
import { collaborator, guest, link, second, shareEvent } from '../../testing/new-share.ts'
import { script } from '../../testing/new-script.ts'
import { collaboratorStoreContract } from './collaborator-store.contract.ts'
import { invitationKeyStoreContract } from './invitation-key-store.contract.ts'
import { linkStoreContract } from './link-store.contract.ts'
import { shareEventStoreContract } from './share-event-store.contract.ts'

/** The behavior every ShareStore has (product §11). */
export function shareStoreContract(name: string, open: OpenStores): void {
  collaboratorStoreContract(name, open)
  invitationKeyStoreContract(name, open)
  linkStoreContract(name, open)
  shareEventStoreContract(name, open)

  describe(`ShareStore on ${name}`, () => {
    const stores = freshStores(open)
    const store = stores.shares

    /** As the outbox and tts together do it. */
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

    test('product §10: all of it goes with the script, and nothing of another', async () => {
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

    test('product §10: of what is written while the script goes nothing stays', async () => {
      await stores.scripts.insert(script('a'))
      await store.addLink(link('l'))
      const writes = Array.from({ length: 8 }, (_, n) => [
        store.invite(collaborator(`c${n}`)),
        store.addLink(link(`l${n}`)),
        store.addGuest(guest(`g${n}`)),
        store.addEvent(shareEvent(n)),
      ])
      await deleteScript('a')
      await Promise.all(writes.flat())
      expect(await kept('a')).toEqual({ collaborators: 0, links: 0, guests: 0, events: 0 })
      const guests = await Promise.all(writes.map((_, n) => store.findGuest(`g${n}`)))
      expect(guests.filter(Boolean)).toEqual([])
    })

    test('a deleted script takes nothing', async () => {
      expect(await store.invite(collaborator('c', { scriptId: 'gone' }))).toBeUndefined()
      expect(await store.addLink(link('l', { scriptId: 'gone' }))).toBe(false)
      expect(await store.addGuest(guest('g', { scriptId: 'gone' }))).toBe(false)
      await store.addEvent(shareEvent(1, { scriptId: 'gone' }))
      expect(await kept('gone')).toEqual({ collaborators: 0, links: 0, guests: 0, events: 0 })
    })
  })
}

import { describe, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { collaborator, second, shareEvent } from '../../testing/new-share.ts'

const BOB = 'bob@example.com'
const END = second(1_000)

/** The keys of invitations, as every ShareStore keeps them (decision 0067). */
export function invitationKeyStoreContract({ open }: Databases): void {
  const stores = freshStores(open, ['a'])
  const store = stores.shares
  const invite = (id = 'bob', over = {}) =>
    store.invite(collaborator(id, { expiresAt: END, keyHash: `key of ${id}`, ...over }))
  const bind = (uid = 'bob', key = 'key of bob', seconds = 1) => store.bindByKey(key, uid, second(seconds))

  test('of two concurrent accounts one gets it', async () => {
    await invite()
    const bound = await Promise.all(['bob', 'eve', 'mia'].map((uid) => bind(uid)))
    expect(bound.filter(Boolean)).toHaveLength(1)
  })

  test('nothing is bound that is over, one’s own, a second one to the script, or for a closed account', async () => {
    await invite()
    expect(await bind('bob', 'key of bob', 1_000)).toBeUndefined()
    expect(await bind('ada')).toBeUndefined()
    await invite('again', { email: 'bob@other.example' })
    await bind()
    expect(await bind('bob', 'key of again')).toBeUndefined()
    await stores.accounts.close({ uid: 'eve', requestId: 'r' }, second(0))
    await expect(bind('eve', 'key of again')).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect((await store.findByKey('key of again'))?.uid).toBeUndefined()
  })

  test('names the account in the events of the invitation, until it is closed', async () => {
    await invite()
    await store.addEvent(shareEvent(1, { kind: 'invited', actor: 'Ada', subject: BOB, subjectId: 'bob' }))
    await bind()
    await store.removeOf('bob')
    expect(JSON.stringify(await store.events('a'))).not.toContain(BOB)
  })

  test('another key ends the one before; a bound invitation gets none', async () => {
    await invite('bob', { keyHash: undefined })
    expect(await store.setKey('bob', 'one', END, 'mail')).toBe(true)
    expect(await store.setKey('bob', 'two', second(2_000), 'link')).toBe(true)
    expect(await store.findByKey('one')).toBeUndefined()
    expect(await store.findByKey('two')).toMatchObject({ id: 'bob', expiresAt: second(2_000) })
    await bind('bob', 'two')
    for (const to of ['mail', 'link'] as const) {
      expect(await store.setKey('bob', 'three', END, to)).toBe(false)
      expect(await store.setKey('gone', 'four', END, to)).toBe(false)
    }
  })

  const mailOf = async () => (await store.findCollaborator('a', 'bob'))?.mail
  test('a link that the owner has is ended by no mail: none is sent from then on', async () => {
    await invite()
    expect(await store.setKey('bob', 'of the link', END, 'link')).toBe(true)
    expect(await mailOf()).toBe('none')
    expect(await store.setKey('bob', 'of the mail', END, 'mail')).toBe(false)
    expect(await store.findByKey('of the link')).toMatchObject({ id: 'bob' })
    // What another process has read before.
    await store.markMailed('bob', 'sent')
    expect(await mailOf()).toBe('none')
  })

  test('a link of one that was mailed does not change that it was', async () => {
    await invite()
    await store.markMailed('bob', 'sent')
    await store.markMailed('bob', 'none')
    await store.setKey('bob', 'of the link', END, 'link')
    expect(await mailOf()).toBe('sent')
  })

  test('an invitation that expired is replaced by the next one', async () => {
    await invite()
    const early = { email: BOB, role: 'editor', invitedAt: second(999) }
    expect(await invite('early', early)).toMatchObject({ id: 'bob', role: 'editor', keyHash: 'key of bob' })
    const late = { email: BOB, invitedAt: END, expiresAt: second(2_000) }
    expect(await invite('late', late)).toMatchObject({ id: 'late', invitedAt: END })
    await bind('bob', 'key of late', 1_001)
    const later = { email: BOB, invitedAt: second(3_000), expiresAt: second(4_000) }
    expect(await invite('later', later)).toMatchObject({ id: 'late', uid: 'bob' })
  })

  const join = (seconds: number) =>
    store.join({
      ...collaborator('joins', { email: BOB, invitedAt: second(seconds) }),
      uid: 'bob',
      linkId: 'l',
    })
  test('an open one blocks joining by a link, an expired one does not', async () => {
    await invite()
    expect(await join(999)).toBe('no-room')
    expect(await join(1_000)).toBe('joined')
  })

  test('a withdrawn one is known as such for a while', async () => {
    await invite()
    await store.removeCollaborator('a', 'bob', second(5))
    expect(await store.findByKey('key of bob')).toBeUndefined()
    expect(await store.endOf('key of bob')).toBe('withdrawn')
    expect(await store.endOf('no key')).toBeUndefined()
    await store.forgetWithdrawn(second(5))
    expect(await store.endOf('key of bob')).toBe('withdrawn')
    await store.forgetWithdrawn(second(6))
    expect(await store.endOf('key of bob')).toBeUndefined()
  })

  describe('declining', () => {
    test('removes the invitation, unless it is bound, and is not forgotten', async () => {
      const bob = await invite()
      expect(await store.decline('key of bob', second(2))).toEqual(bob)
      expect(await store.decline('key of bob', second(3))).toBeUndefined()
      expect(await store.collaborators('a')).toEqual([])
      await store.forgetWithdrawn(END)
      expect(await store.endOf('key of bob')).toBe('declined')
      await invite('mia')
      await bind('mia', 'key of mia')
      expect(await store.decline('key of mia', second(2))).toBeUndefined()
      expect(await store.collaboratorOf('a', 'mia')).toBeDefined()
    })

    test('at the same time as it is accepted is one of the two, and counts only if it is', async () => {
      for (const n of [1, 2, 3, 4, 5, 6]) {
        await invite(`p${n}`)
        const [bound, declined] = await Promise.all([
          bind(`p${n}`, `key of p${n}`),
          store.decline(`key of p${n}`, second(2)),
        ])
        expect([bound, declined].filter(Boolean)).toHaveLength(1)
        expect(await store.endOf(`key of p${n}`)).toBe(bound ? undefined : 'declined')
      }
    })

    test('ends the mails of this owner to this address, also after the script was deleted, and of no other owner', async () => {
      await invite()
      await store.decline('key of bob', second(2))
      await stores.scripts.remove('a', 'r')
      for (const command of await stores.commands.due(new Date(), 9))
        await stores.commands.acknowledge(command)
      expect(await store.mayMail('ada', BOB, second(900))).toBe(false)
      expect(await store.mayMail('ada', 'mia@example.com', second(0))).toBe(true)
      expect(await store.mayMail('eve', BOB, second(0))).toBe(true)
    })

    test('of one person count once: however often, they do not end the mails of the owner to others', async () => {
      for (const [at, email] of [BOB, 'Bob+1@example.com', 'bob+2@example.com', BOB].entries()) {
        await invite(`again ${at}`, { email })
        await store.decline(`key of again ${at}`, second(at))
      }
      expect(await store.mayMail('ada', 'mia@example.com', second(0))).toBe(true)
      for (const email of [BOB, 'bob+3@example.com'])
        expect(await store.mayMail('ada', email, second(0))).toBe(false)
    })

    test('three people within the time end all mails of the owner', async () => {
      for (const [at, id] of ['one', 'two', 'three'].entries()) {
        expect(await store.mayMail('ada', 'mia@example.com', second(0))).toBe(true)
        await invite(id)
        await store.decline(`key of ${id}`, second(at))
      }
      expect(await store.mayMail('ada', 'mia@example.com', second(0))).toBe(false)
      expect(await store.mayMail('ada', 'mia@example.com', second(1))).toBe(true)
      expect(await store.mayMail('eve', 'mia@example.com', second(0))).toBe(true)
    })

    test('product §10: is not kept of an owner whose account is deleted', async () => {
      await invite()
      await store.decline('key of bob', second(2))
      await store.removeOf('ada')
      expect(await store.mayMail('ada', BOB, second(0))).toBe(true)
    })
  })
}

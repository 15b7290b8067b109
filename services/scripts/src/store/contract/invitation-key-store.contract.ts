import { describe, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { collaborator, second, shareEvent } from '../../testing/new-share.ts'

const BOB = 'bob@example.com'
const END = second(1_000)

/** Tests the keys of invitations of every ShareStore (decision 0067). */
export function invitationKeyStoreContract({ open }: Databases): void {
  const stores = freshStores(open, ['a'])
  const store = stores.shares
  const invite = (id = 'bob', over = {}) =>
    store.invite(collaborator(id, { expiresAt: END, keyHash: `key of ${id}`, ...over }))
  const bind = (uid = 'bob', key = 'key of bob', seconds = 1) => store.bindByKey(key, uid, second(seconds))

  test('an invitation is bound to one of several concurrent accounts', async () => {
    await invite()
    const bound = await Promise.all(['bob', 'eve', 'mia'].map((uid) => bind(uid)))
    expect(bound.filter(Boolean)).toHaveLength(1)
  })

  test('binds no expired invitation, none to the own script, no second one to a script, and none to a closed account', async () => {
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

  test('binding adds the account to the events of the invitation, so that they are anonymized with it', async () => {
    await invite()
    await store.addEvent(shareEvent(1, { kind: 'invited', actor: 'Ada', subject: BOB, subjectId: 'bob' }))
    await bind()
    await store.removeOf('bob')
    expect(JSON.stringify(await store.events('a'))).not.toContain(BOB)
  })

  test('a new key replaces the previous one; a bound invitation gets none', async () => {
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
  test('once the owner has created a link, no mail is sent that would replace it', async () => {
    await invite()
    expect(await store.setKey('bob', 'of the link', END, 'link')).toBe(true)
    expect(await mailOf()).toBe('none')
    expect(await store.setKey('bob', 'of the mail', END, 'mail')).toBe(false)
    expect(await store.findByKey('of the link')).toMatchObject({ id: 'bob' })
    // Another process had read it before.
    await store.markMailed('bob', 'sent')
    expect(await mailOf()).toBe('none')
  })

  test('creating a link does not change that a mail was sent', async () => {
    await invite()
    await store.markMailed('bob', 'sent')
    await store.markMailed('bob', 'none')
    await store.setKey('bob', 'of the link', END, 'link')
    expect(await mailOf()).toBe('sent')
  })

  test('an expired invitation is replaced by the next one', async () => {
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
  test('an open invitation prevents joining by a link, an expired one does not', async () => {
    await invite()
    expect(await join(999)).toBe('no-room')
    expect(await join(1_000)).toBe('joined')
  })

  test('a withdrawn invitation is known as withdrawn for a while', async () => {
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
    test('removes the invitation, unless it is bound, and is stored permanently', async () => {
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

    test('concurrently with accepting has one of the two results, and counts only if it wins', async () => {
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

    test('stops mails of this owner to this address, also after the script was deleted, but not of other owners', async () => {
      await invite()
      await store.decline('key of bob', second(2))
      await stores.scripts.remove('a', 'r')
      for (const command of await stores.commands.due(new Date(), 9))
        await stores.commands.acknowledge(command)
      expect(await store.mayMail('ada', BOB, second(900))).toBe(false)
      expect(await store.mayMail('ada', 'mia@example.com', second(0))).toBe(true)
      expect(await store.mayMail('eve', BOB, second(0))).toBe(true)
    })

    test("by one user counts once, so that repeating it does not stop the owner's mails to others", async () => {
      for (const [at, email] of [BOB, 'Bob+1@example.com', 'bob+2@example.com', BOB].entries()) {
        await invite(`again ${at}`, { email })
        await store.decline(`key of again ${at}`, second(at))
      }
      expect(await store.mayMail('ada', 'mia@example.com', second(0))).toBe(true)
      for (const email of [BOB, 'bob+3@example.com'])
        expect(await store.mayMail('ada', email, second(0))).toBe(false)
    })

    test('by three users within the period stops all mails of the owner', async () => {
      for (const [at, id] of ['one', 'two', 'three'].entries()) {
        expect(await store.mayMail('ada', 'mia@example.com', second(0))).toBe(true)
        await invite(id)
        await store.decline(`key of ${id}`, second(at))
      }
      expect(await store.mayMail('ada', 'mia@example.com', second(0))).toBe(false)
      expect(await store.mayMail('ada', 'mia@example.com', second(1))).toBe(true)
      expect(await store.mayMail('eve', 'mia@example.com', second(0))).toBe(true)
    })

    test("product §10: is deleted with the owner's account", async () => {
      await invite()
      await store.decline('key of bob', second(2))
      await store.removeOf('ada')
      expect(await store.mayMail('ada', BOB, second(0))).toBe(true)
    })
  })
}

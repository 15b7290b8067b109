import { COLLABORATORS_LIMIT, LINK_COLLABORATORS_LIMIT } from '@andscene/contracts/limits'
import { beforeEach, describe, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { collaborator, second } from '../../testing/new-share.ts'
import { casting, castingSave, script } from '../../testing/new-script.ts'
import type { Collaborator } from '../share-store.ts'

const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
const BOB = 'bob@example.com'
/** An account that joins by a link. */
const joining = (uid: string, over: Partial<Collaborator> = {}) => ({
  ...collaborator(uid, { joinedAt: second(1), mail: 'none', ...over }),
  uid,
  linkId: 'l',
})
const place = (line: number) => ({
  lastPlayedLineIndex: line,
  draft: 1,
  heard: [1],
  page: 2,
  lastUpdated: second(line),
})

/** Tests the invitations of every ShareStore (product §11). */
export function collaboratorStoreContract({ open }: Databases): void {
  const stores = freshStores(open, ['a'])
  const store = stores.shares
  const bindBob = (uid = 'bob', seconds = 1) => store.bind(BOB, uid, second(seconds))

  describe('inviting', () => {
    test('decision 0065: a user joins without an invitation, once per address', async () => {
      const bob = joining('bob', { joinedAt: second(3), name: 'Bob' })
      expect(await store.join(bob)).toBe('joined')
      expect(await store.collaboratorOf('a', 'bob')).toEqual(bob)
      expect(await store.join({ ...bob, id: 'again', email: 'new@example.com' })).toBe('present')
      expect(await store.join({ ...bob, id: 'again', uid: 'eve' })).toBe('no-room')
      expect(await store.join(joining('eve', { id: 'bob' }))).toBe('claimed')
      await store.invite(collaborator('carol'))
      expect(await store.join(joining('carol', { id: 'c' }))).toBe('no-room')
      expect(await store.collaboratorOf('a', 'carol')).toBeUndefined()
      expect(await store.join({ ...bob, scriptId: 'gone', id: 'gone' })).toBe('no-room')
      await stores.accounts.close({ uid: 'dan', requestId: 'r' }, second(4))
      await expect(store.join(joining('dan'))).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      for (let n = 2; n < COLLABORATORS_LIMIT; n += 1) await store.invite(collaborator(`c${n}`))
      expect(await store.join(joining('zoe'))).toBe('no-room')
      expect(await store.collaborators('a')).toHaveLength(COLLABORATORS_LIMIT)
    })

    test('users who join by links can be half of all at most, also concurrently, and the owner can invite the others', async () => {
      const results = await Promise.all(
        Array.from({ length: LINK_COLLABORATORS_LIMIT + 5 }, (_, n) => store.join(joining(`l${n}`))),
      )
      expect(results.filter((one) => one === 'joined')).toHaveLength(LINK_COLLABORATORS_LIMIT)
      expect(await store.collaborators('a')).toHaveLength(LINK_COLLABORATORS_LIMIT)
      const there = (await store.collaborators('a'))[0]!
      await store.changeRole('a', there.id, 'editor')
      expect(await store.join(joining('late'))).toBe('joined')
      expect(await store.join(joining('later'))).toBe('no-room')
      expect(await store.invite(collaborator('carol'))).toBeDefined()
    })

    test('a user whom the owner removed cannot join again, until an invitation is bound to the account', async () => {
      await stores.scripts.insert(script('b'))
      await store.join(joining('bob', { id: 'one' }))
      await store.removeCollaborator('a', 'one', second(2))
      expect(await store.join(joining('bob', { id: 'of b', scriptId: 'b' }))).toBe('joined')
      expect(await store.join(joining('bob', { id: 'again' }))).toBe('removed')
      await store.invite(collaborator('invited', { email: BOB }))
      expect(await store.join(joining('bob', { id: 'again' }))).toBe('no-room')
      await bindBob()
      await store.leave('bob', 'a')
      expect(await store.join(joining('bob', { id: 'again' }))).toBe('joined')
      await store.removeCollaborator('a', 'again', second(3))
      const key = { keyHash: 'key', expiresAt: second(99) }
      await store.invite(collaborator('with a key', { email: BOB, ...key }))
      await store.bindByKey('key', 'bob', second(4))
      await store.leave('bob', 'a')
      expect(await store.join(joining('bob', { id: 'third' }))).toBe('joined')
    })

    test('product §10: a removal is deleted with the account', async () => {
      await store.join(joining('bob'))
      await store.removeCollaborator('a', 'bob', second(2))
      await store.removeOf('bob')
      expect(await store.join(joining('bob'))).toBe('joined')
    })

    test('a user who joined by a link counts as invited once the owner sets their role', async () => {
      for (const id of ['bob', 'carol']) await store.join(joining(id))
      await store.changeRole('a', 'bob', 'commenter')
      await store.invite(collaborator('again', { email: 'carol@example.com', role: 'editor' }))
      for (const id of ['bob', 'carol']) expect((await store.collaboratorOf('a', id))?.linkId).toBeUndefined()
    })

    test('ten concurrent invitations of one address create one', async () => {
      const invited = await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.invite(collaborator(`c${n}`, { email: BOB }))),
      )
      expect(new Set(invited.map((one) => one?.id)).size).toBe(1)
      expect(await store.collaborators('a')).toHaveLength(1)
    })

    test('COLLABORATORS_LIMIT holds for concurrent invitations, but not for known addresses', async () => {
      const all = Array.from({ length: COLLABORATORS_LIMIT + 10 }, (_, n) => collaborator(`c${n}`))
      const invited = await Promise.all(all.map((one) => store.invite(one)))
      expect(invited.filter(Boolean)).toHaveLength(COLLABORATORS_LIMIT)
      expect(await store.collaborators('a')).toHaveLength(COLLABORATORS_LIMIT)
      const known = invited.find(Boolean)!
      const again = await store.invite({ ...known, id: 'other', role: 'editor' })
      expect(again).toMatchObject({ id: known.id, role: 'editor' })
      await store.removeCollaborator('a', known.id, second(9))
      expect(await store.invite(collaborator('late'))).toBeDefined()
    })
  })

  test('a role changes, and an invitation is removed, only in the given script', async () => {
    await store.invite(collaborator('bob'))
    expect(await store.changeRole('b', 'bob', 'editor')).toBe(false)
    expect(await store.changeRole('a', 'bob', 'editor')).toBe(true)
    expect((await store.findCollaborator('a', 'bob'))?.role).toBe('editor')
    expect(await store.removeCollaborator('b', 'bob', second(9))).toBe(false)
    expect(await store.removeCollaborator('a', 'bob', second(9))).toBe(true)
    expect(await store.removeCollaborator('a', 'bob', second(9))).toBe(false)
    expect(await store.changeRole('a', 'bob', 'editor')).toBe(false)
    expect(await store.collaborators('a')).toEqual([])
  })

  describe('binding', () => {
    test('gives an account the invitations of its address, once', async () => {
      await stores.scripts.insert(script('b'))
      await store.invite(collaborator('one', { email: BOB }))
      await store.invite(collaborator('two', { email: BOB, scriptId: 'b' }))
      await store.invite(collaborator('other'))
      expect(await store.collaboratorOf('a', 'bob')).toBeUndefined()
      const bound = await bindBob()
      expect(ids(bound).toSorted()).toEqual(['one', 'two'])
      const mine = { ...collaborator('one', { email: BOB }), uid: 'bob', joinedAt: second(1) }
      expect(await store.collaboratorOf('a', 'bob')).toEqual(mine)
      expect(bound).toContainEqual(mine)
      expect(await bindBob('bob', 2)).toEqual([])
      expect(await bindBob('eve', 2)).toEqual([])
      expect(await store.collaboratorOf('a', 'eve')).toBeUndefined()
      expect(await store.findCollaborator('a', 'one')).toEqual(mine)
    })

    test('gives each invitation to one of two concurrent accounts', async () => {
      const scripts = Array.from({ length: 6 }, (_, n) => `s${n}`)
      for (const scriptId of scripts) {
        await stores.scripts.insert(script(scriptId))
        await store.invite(collaborator(`c${scriptId}`, { email: BOB, scriptId }))
      }
      const [bob, eve] = await Promise.all([bindBob('bob'), bindBob('eve')])
      expect(ids([...bob, ...eve]).toSorted()).toEqual(scripts.map((id) => `c${id}`))
      for (const { scriptId, id, uid } of [...bob, ...eve])
        expect(await store.collaboratorOf(scriptId, uid!)).toMatchObject({ id, uid })
    })

    test("skips the account's own scripts, and a second invitation to a script", async () => {
      await store.invite(collaborator('self', { email: 'ada@example.com' }))
      expect(await store.bind('ada@example.com', 'ada', second(1))).toEqual([])
      await store.invite(collaborator('bob'))
      await store.invite(collaborator('again', { email: 'bob@other.example' }))
      await bindBob()
      expect(await store.bind('bob@other.example', 'bob', second(2))).toEqual([])
      expect(await store.collaboratorOf('a', 'bob')).toMatchObject({ id: 'bob' })
      expect((await store.findCollaborator('a', 'again'))?.uid).toBeUndefined()
    })

    test('rejects a closed account', async () => {
      await store.invite(collaborator('bob'))
      await stores.accounts.close({ uid: 'bob', requestId: 'r' }, second(0))
      await expect(bindBob()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
      expect(await store.collaboratorOf('a', 'bob')).toBeUndefined()
      expect(await store.findCollaborator('a', 'bob')).toEqual(collaborator('bob'))
      expect(await store.bind('unknown@example.com', 'bob', second(1))).toEqual([])
    })
  })

  test('invitations are pending, oldest first, until they are marked as mailed', async () => {
    for (const n of [2, 1, 3]) await store.invite(collaborator(`c${n}`, { invitedAt: second(n) }))
    await store.invite(collaborator('told', { mail: 'none' }))
    expect(ids(await store.unmailed(9))).toEqual(['c1', 'c2', 'c3'])
    expect(ids(await store.unmailed(2))).toEqual(['c1', 'c2'])
    expect(ids(await store.unmailed(9, { id: 'c1', invitedAt: second(1) }))).toEqual(['c2', 'c3'])
    await store.invite(collaborator('c4', { invitedAt: second(1), mail: 'pending' }))
    expect(ids(await store.unmailed(2, { id: 'c1', invitedAt: second(1) }))).toEqual(['c4', 'c2'])
    await store.removeCollaborator('a', 'c4', second(9))
    await store.markMailed('c1', 'sent')
    await store.markMailed('c2', 'none')
    await store.markMailed('gone', 'sent')
    expect(ids(await store.unmailed(9))).toEqual(['c3'])
    const mails = (await store.collaborators('a')).map(({ id, mail }) => `${id} ${mail}`)
    expect(mails).toEqual(['told none', 'c1 sent', 'c2 none', 'c3 pending'])
    await stores.scripts.insert(script('gone'))
    await store.invite(collaborator('c0', { scriptId: 'gone', invitedAt: second(1) }))
    await stores.scripts.remove('gone', 'r')
    expect(ids(await store.unmailed(1))).toEqual(['c3'])
  })

  describe('scripts shared with a user', () => {
    beforeEach(async () => {
      await stores.scripts.insert(script('b', { ownerId: 'eve' }))
      await store.invite(collaborator('older', { email: BOB, role: 'editor' }))
      const newer = { email: BOB, scriptId: 'b', invitedAt: second(5), invitedBy: 'Eve' }
      await store.invite(collaborator('newer', newer))
      await bindBob()
    })

    test("are listed with the user's own progress, the latest invitation first", async () => {
      await stores.scripts.saveCasting('a', castingSave(casting('v'), 'r'))
      await stores.progress.save('ada', 'a', place(9))
      await stores.progress.save('bob', 'a', place(4))
      await stores.progress.save('eve', 'b', place(8))
      const facts = {
        characterCount: 2,
        pages: 1,
        lineCount: 2,
        uploadedAt: '2026-01-02T03:04:05.678Z',
        draft: { number: 1, name: 'Draft 1' },
        draftCount: 1,
      }
      const byEve = { role: 'listener', sharedBy: 'Eve', sharedAt: second(5) }
      const byAda = { role: 'editor', sharedBy: 'Ada', sharedAt: second(0) }
      expect(await store.sharedWith('bob', 9)).toEqual([
        { ...facts, ...byEve, _id: 'b', title: 'Title of b', castCount: 0 },
        { ...facts, ...byAda, _id: 'a', title: 'Title of a', castCount: 1, lastPlayed: place(4) },
      ])
      expect((await store.sharedWith('bob', 1)).map(({ _id }) => _id)).toEqual(['b'])
      expect(await store.sharedWith('ada', 9)).toEqual([])
    })

    test('are given up one by one, or all together', async () => {
      expect(await store.leave('bob', 'c')).toBe(false)
      expect(await store.leave('bob', 'a')).toBe(true)
      expect(await store.leave('bob', 'a')).toBe(false)
      expect(await store.collaboratorOf('a', 'bob')).toBeUndefined()
      expect(await store.collaborators('a')).toEqual([])
      expect(await store.collaboratorOf('b', 'bob')).toBeDefined()
      expect(await store.leave('bob')).toBe(true)
      expect(await store.leave('bob')).toBe(false)
      expect(await store.sharedWith('bob', 9)).toEqual([])
      expect(await bindBob()).toEqual([])
    })

    test('product §10: are removed from the deleted account', async () => {
      await store.invite(collaborator('mia'))
      for (let n = 0; n < 2; n += 1) await store.removeOf('bob')
      expect(await store.sharedWith('bob', 9)).toEqual([])
      expect(ids(await store.collaborators('a'))).toEqual(['mia'])
    })
  })
}

import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import { describe, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { byEve, note } from '../../testing/new-note.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
const eve = (seconds = 1) => ({ uid: 'eve', name: 'Eve', at: at(seconds) })
const CLOSED = { code: 'UNAUTHENTICATED' }

/** The behavior of every NoteStore (product §12). */
export function noteStoreContract({ open }: Databases): void {
  const stores = freshStores(open, ['a', 'b'])
  const store = stores.notes
  const ids = async (scriptId = 'a') => (await store.all(scriptId)).map(({ id }) => id)
  const answer = (id: string, replyTo: string, over: object = byEve) =>
    store.add(note(id, { replyTo, ...over }))

  describe('adding', () => {
    test('a note that is sent again is the stored one, for every sender', async () => {
      await store.add(note('n'))
      await store.change('a', 'n', 1, { text: 'later' }, at(1))
      const stored = { text: 'later', authorId: 'ada', version: 2 }
      expect(await store.add(note('n', byEve))).toMatchObject(stored)
      expect(await store.add(note('n', { scriptId: 'b' }))).toMatchObject({ scriptId: 'b', version: 1 })
      expect(await store.version('a')).toBe(2)
    })

    test('ten concurrent ones with one id are one', async () => {
      const added = await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.add(note('n', { text: `${n}` }))),
      )
      expect(new Set(added.map((one) => one?.text)).size).toBe(1)
      expect(await ids()).toEqual(['n'])
      expect(await store.version('a')).toBe(1)
    })

    test('an answer belongs to a note that is no answer, and to no removed one', async () => {
      await store.add(note('n'))
      expect(await answer('r1', 'n')).toMatchObject({ replyTo: 'n' })
      expect(await answer('r2', 'r1')).toMatchObject({ replyTo: 'n' })
      expect(await answer('r3', 'gone')).toBeUndefined()
      expect(await answer('r4', 'n', { scriptId: 'b' })).toBeUndefined()
      expect(await ids()).toEqual(['n', 'r1', 'r2'])
    })

    test('a note that was removed is not written again by who sends it late', async () => {
      await store.add(note('n'))
      await store.remove('a', 'n', at(1))
      expect(await store.add(note('n'))).toBeUndefined()
      expect(await ids()).toEqual([])
    })

    test('a closed account adds and resolves nothing', async () => {
      await store.add(note('n'))
      await stores.accounts.close({ uid: 'eve', requestId: 'r' }, at(0))
      await expect(store.add(note('m', byEve))).rejects.toMatchObject(CLOSED)
      await expect(store.resolve('a', 'n', eve())).rejects.toMatchObject(CLOSED)
      expect(await store.all('a')).toEqual([{ ...note('n'), version: 1 }])
    })

    test('all are in the order of their creation', async () => {
      for (const [id, seconds] of Object.entries({ c: 2, b: 3, d: 1, a: 2 }))
        await store.add(note(id, { createdAt: at(seconds) }))
      expect(await ids()).toEqual(['d', 'a', 'c', 'b'])
    })
  })

  describe('changing', () => {
    test('what is changed, and when', async () => {
      await store.add(note('n'))
      const changed = { ...note('n'), text: 'new', editedAt: at(1), version: 2 }
      expect(await store.change('a', 'n', 1, { text: 'new' }, at(1))).toEqual(changed)
      const look = { colour: 'blue', category: 'Story' } as const
      const both = { ...look, text: 'new', version: 3, editedAt: at(2) }
      expect(await store.change('a', 'n', 2, look, at(2))).toMatchObject(both)
      expect(await store.find('a', 'n')).toMatchObject(both)
    })

    test('text and look alone, of the note that is named, whatever else the change holds', async () => {
      await store.add(note('n', byEve))
      await store.add(note('m'))
      await store.add(note('m', { scriptId: 'b' }))
      const others = [...(await store.all('b')), await store.find('a', 'm')]
      const forged = { ...note('m', { scriptId: 'b', text: 'new' }), resolvedBy: 'Ada', replyTo: 'm' }
      const changed = { ...note('n', byEve), text: 'new', editedAt: at(1), version: 3 }
      expect(await store.change('a', 'n', 1, forged, at(1))).toEqual(changed)
      expect(await store.find('a', 'n')).toEqual(changed)
      expect([...(await store.all('b')), await store.find('a', 'm')]).toEqual(others)
    })

    test('not another version, nor a removed or deleted one', async () => {
      await store.add(note('n'))
      await answer('r', 'n')
      const edit = (id: string, version: number) => store.change('a', id, version, { text: 'x' }, at(1))
      expect(await edit('n', 2)).toBeUndefined()
      expect(await edit('gone', 1)).toBeUndefined()
      await store.remove('a', 'n', at(1))
      expect(await edit('n', 3)).toBeUndefined()
      expect(await store.version('a')).toBe(3)
    })

    test('resolved and open again; what is so already does not change', async () => {
      await store.add(note('n'))
      const resolved = { resolvedAt: at(1), resolvedBy: 'Eve', version: 2 }
      expect(await store.resolve('a', 'n', eve())).toMatchObject(resolved)
      expect(await store.resolve('a', 'n', { uid: 'ada', name: 'Ada', at: at(2) })).toMatchObject(resolved)
      expect(await store.resolve('a', 'n', null)).toEqual({ ...note('n'), version: 3 })
      expect(await store.resolve('a', 'n', null)).toMatchObject({ version: 3 })
      expect(await store.resolve('a', 'gone', eve())).toBeUndefined()
      expect(await store.find('a', 'n')).toEqual({ ...note('n'), version: 3 })
    })
  })

  describe('removing', () => {
    test('a note goes with what its author has answered', async () => {
      await store.add(note('n'))
      await store.add(note('other'))
      await answer('r', 'n', {})
      expect(await store.remove('a', 'n', at(1))).toBe(true)
      expect(await ids()).toEqual(['other'])
      expect(await store.find('a', 'r')).toBeUndefined()
      expect(await store.remove('a', 'n', at(1))).toBe(false)
    })

    test('one that another user answered stays without its text until the last answer is removed', async () => {
      await store.add(note('n'))
      await answer('r1', 'n')
      await answer('r2', 'n', {})
      expect(await store.remove('a', 'n', at(1))).toBe(true)
      expect(await store.find('a', 'n')).toEqual({ ...note('n'), text: '', deletedAt: at(1), version: 4 })
      expect(await store.remove('a', 'n', at(2))).toBe(true)
      expect(await store.version('a')).toBe(4)
      expect(await answer('r3', 'n')).toMatchObject({ replyTo: 'n' })
      await store.remove('a', 'r3', at(2))
      await store.remove('a', 'r1', at(2))
      expect(await ids()).toEqual(['n', 'r2'])
      await store.remove('a', 'r2', at(3))
      expect(await ids()).toEqual([])
    })

    test('a concurrent answer belongs to a note that exists, or is refused', async () => {
      for (let round = 0; round < 6; round += 1) {
        const [root, reply] = [`n${round}`, `r${round}`]
        await store.add(note(root))
        const both = [() => store.remove('a', root, at(1)), () => answer(reply, root)]
        await Promise.all((round % 2 ? both : both.toReversed()).map((one) => one()))
        const left = (await store.all('a')).filter(({ id }) => id === root || id === reply)
        expect(left.map(({ id, text }) => id === root && text)).toEqual(left.length > 0 ? ['', false] : [])
      }
    })

    test('everything goes with its script, also what comes while it goes', async () => {
      await store.add(note('n'))
      await store.add(note('kept', { scriptId: 'b' }))
      const adding = Array.from({ length: 10 }, (_, n) => store.add(note(`n${n}`)))
      await stores.scripts.remove('a', 'r')
      await Promise.all(adding)
      expect(await store.all('a')).toEqual([])
      expect(await store.version('a')).toBeUndefined()
      expect(await store.find('a', 'n')).toBeUndefined()
      expect(await store.add(note('late'))).toBeUndefined()
      expect(await store.change('a', 'n', 1, { text: 'x' }, at(1))).toBeUndefined()
      expect(await store.resolve('a', 'n', null)).toBeUndefined()
      expect(await store.remove('a', 'n', at(1))).toBe(false)
      expect(await ids('b')).toEqual(['kept'])
    })
  })

  describe('removing all notes of an author', () => {
    const gus = { authorId: 'guest-gus', author: 'Gus', linkId: 'l' }
    const ofGus = { field: 'authorId', id: 'guest-gus' } as const

    test('those of a link go however many guests wrote them, also where an account has taken them over', async () => {
      const gil = { ...gus, authorId: 'guest-gil' }
      await store.add(note('of gus', gus))
      await answer('of gil', 'of gus', gil)
      await store.add(note('answered', gil))
      await answer('of eve', 'answered')
      await store.add(note('of grace', { ...gus, authorId: 'guest-grace' }))
      await store.handOver('a', 'guest-grace', { uid: 'grace', name: 'Grace', cameByLink: true })
      await store.add(note('other', { ...gus, linkId: 'm' }))
      await answer('on other', 'other', gus)
      expect(await store.removeBy('a', { field: 'linkId', id: 'l' }, at(1))).toBe(5)
      expect(await ids()).toEqual(['answered', 'of eve', 'other'])
      expect(await store.find('a', 'answered')).toMatchObject({ text: '', deletedAt: at(1) })
      expect(await store.removeBy('a', { field: 'linkId', id: 'l' }, at(2))).toBe(0)
    })

    test('a deleted note goes with the last answer to it', async () => {
      await store.add(note('n'))
      await answer('r1', 'n', gus)
      await answer('r2', 'n', gus)
      await store.remove('a', 'n', at(1))
      expect(await store.removeBy('a', ofGus, at(2))).toBe(2)
      expect(await ids()).toEqual([])
    })

    test('many concurrently, while others answer them', async () => {
      for (let n = 0; n < 20; n += 1) await store.add(note(`n${n}`, gus))
      const answers = Array.from({ length: 20 }, (_, n) => answer(`r${n}`, `n${n}`))
      const [removed] = await Promise.all([store.removeBy('a', ofGus, at(1)), ...answers])
      expect(removed).toBe(20)
      const left = await store.all('a')
      const roots = left.filter(({ replyTo }) => replyTo === undefined)
      expect(roots.map(({ text }) => text).filter(Boolean)).toEqual([])
      expect(left).toHaveLength(2 * roots.length)
    })
  })

  describe('decision 0065: a guest who becomes an account', () => {
    const guest = { authorId: 'guest-gus', author: 'Gus', linkId: 'l' }
    const account = { uid: 'gus', name: 'Gus Gray', cameByLink: false }

    test('what they wrote and resolved is theirs, and nothing of other users', async () => {
      await store.add(note('n', guest))
      await store.add(note('ada'))
      await answer('r', 'ada', guest)
      await answer('of eve', 'n')
      await store.resolve('a', 'ada', { uid: 'guest-gus', name: 'Gus', at: at(1) })
      const others = [await store.find('a', 'of eve')]
      const before = (await store.version('a'))!
      await store.handOver('a', 'guest-gus', account)
      const own = { authorId: 'gus', author: 'Gus Gray', linkId: undefined }
      const version = expect.any(Number) as number
      expect(await store.find('a', 'n')).toEqual({ ...note('n', own), version })
      expect(await store.find('a', 'r')).toEqual({ ...note('r', own), replyTo: 'ada', version })
      expect(await store.find('a', 'ada')).toMatchObject({
        author: 'Ada',
        resolvedBy: 'Gus Gray',
        resolverId: 'gus',
      })
      expect([await store.find('a', 'of eve')]).toEqual(others)
      const { notes } = await store.changes('a', before, 9)
      expect(notes.map(({ id }) => id).sort()).toEqual(['ada', 'n', 'r'])
      const after = await store.version('a')
      await store.handOver('a', 'guest-gus', account)
      expect(await store.version('a')).toBe(after)
    })

    test('nothing goes to an account that is closed', async () => {
      await store.add(note('n', guest))
      await stores.accounts.close({ uid: 'gus', requestId: 'r' }, at(1))
      await expect(store.handOver('a', 'guest-gus', account)).rejects.toMatchObject(CLOSED)
      expect(await store.find('a', 'n')).toMatchObject({ authorId: 'guest-gus' })
    })
  })

  describe('a person whose account is deleted', () => {
    test('what others have answered stays without their name, everything else goes', async () => {
      for (const scriptId of ['a', 'b']) await store.add(note('alone', { scriptId, ...byEve }))
      await store.add(note('answered', byEve))
      await answer('own', 'answered')
      await answer('of ada', 'answered', {})
      await store.add(note('n'))
      await answer('r', 'n')
      await store.removeOf('eve')
      const version = expect.any(Number)
      expect(await store.all('a')).toEqual([
        { ...note('answered'), authorId: undefined, author: FORMER_COLLABORATOR, version },
        { ...note('n'), version },
        { ...note('of ada', { replyTo: 'answered' }), version },
      ])
      expect(await ids('b')).toEqual([])
      const before = await store.version('a')
      await store.removeOf('eve')
      expect(await store.version('a')).toBe(before)
    })

    test('a deleted note goes when only their answers held it, and stays without a name for those of others', async () => {
      for (const id of ['n', 'm']) await store.add(note(id))
      await answer('r', 'n')
      for (const id of ['m1', 'm2']) await answer(id, 'm', id === 'm1' ? byEve : { authorId: 'bob' })
      for (const id of ['n', 'm']) await store.remove('a', id, at(1))
      await store.removeOf('eve')
      expect(await ids()).toEqual(['m', 'm2'])
      await store.removeOf('ada')
      const left = { author: FORMER_COLLABORATOR, text: '', deletedAt: at(1) }
      const found = await store.find('a', 'm')
      expect([found, found?.authorId]).toMatchObject([left, undefined])
      await store.removeOf('bob')
      expect(await ids()).toEqual([])
    })

    test('what they resolved stays resolved, without a name', async () => {
      await store.add(note('n'))
      await store.resolve('a', 'n', eve())
      await store.removeOf('eve')
      const found = await store.find('a', 'n')
      expect(found).toMatchObject({ resolvedAt: at(1), resolvedBy: FORMER_COLLABORATOR, authorId: 'ada' })
      expect(JSON.stringify(found)).not.toMatch(/eve/i)
    })
  })
}

import { FORMER_COLLABORATOR } from '@andscene/contracts/notes'
import { describe, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { byEve, note } from '../../testing/new-note.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000)
const eve = (seconds = 1) => ({ uid: 'eve', name: 'Eve', at: at(seconds) })
/** As stored, with its first version. */
const stored = (...made: Parameters<typeof note>) => ({
  ...note(...made),
  createdVersion: expect.any(Number),
})
const CLOSED = { code: 'UNAUTHENTICATED' }

/** Tests the behavior of every NoteStore (product §12). */
export function noteStoreContract({ open }: Databases): void {
  const stores = freshStores(open, ['a', 'b'])
  const store = stores.notes
  const ids = async (scriptId = 'a') => (await store.all(scriptId)).map(({ id }) => id)
  const answer = (id: string, replyTo: string, over: object = byEve) =>
    store.add(note(id, { replyTo, ...over }))

  describe('adding', () => {
    test('returns the stored note when it is sent again, by any author', async () => {
      await store.add(note('n'))
      await store.change('a', 'n', 1, { text: 'later' }, at(1))
      const later = { text: 'later', authorId: 'ada', version: 2 }
      expect(await store.add(note('n', byEve))).toMatchObject(later)
      expect(await store.add(note('n', { scriptId: 'b' }))).toMatchObject({ scriptId: 'b', version: 1 })
      expect(await store.version('a')).toBe(2)
    })

    test('stores ten concurrent notes with one id once', async () => {
      const added = await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.add(note('n', { text: `${n}` }))),
      )
      expect(new Set(added.map((one) => one?.text)).size).toBe(1)
      expect(await ids()).toEqual(['n'])
      expect(await store.version('a')).toBe(1)
    })

    test('attaches an answer to a note that answers none, and to no removed one', async () => {
      await store.add(note('n'))
      expect(await answer('r1', 'n')).toMatchObject({ replyTo: 'n' })
      expect(await answer('r2', 'r1')).toMatchObject({ replyTo: 'n' })
      expect(await answer('r3', 'gone')).toBeUndefined()
      expect(await answer('r4', 'n', { scriptId: 'b' })).toBeUndefined()
      expect(await ids()).toEqual(['n', 'r1', 'r2'])
    })

    test('does not restore a removed note that is sent again late', async () => {
      await store.add(note('n'))
      await store.remove('a', 'n', at(1))
      expect(await store.add(note('n'))).toBeUndefined()
      expect(await ids()).toEqual([])
    })

    test('rejects notes and resolutions of a closed account', async () => {
      await store.add(note('n'))
      await stores.accounts.close({ uid: 'eve', requestId: 'r' }, at(0))
      await expect(store.add(note('m', byEve))).rejects.toMatchObject(CLOSED)
      await expect(store.resolve('a', 'n', eve())).rejects.toMatchObject(CLOSED)
      expect(await store.all('a')).toEqual([{ ...stored('n'), version: 1 }])
    })

    test('lists all notes by creation', async () => {
      for (const [id, seconds] of Object.entries({ c: 2, b: 3, d: 1, a: 2 }))
        await store.add(note(id, { createdAt: at(seconds) }))
      expect(await ids()).toEqual(['d', 'a', 'c', 'b'])
    })
  })

  describe('changing', () => {
    test('stores the new fields and the time', async () => {
      await store.add(note('n'))
      const changed = { ...stored('n'), text: 'new', editedAt: at(1), version: 2 }
      expect(await store.change('a', 'n', 1, { text: 'new' }, at(1))).toEqual(changed)
      const look = { colour: 'blue', category: 'Story' } as const
      const both = { ...look, text: 'new', version: 3, editedAt: at(2) }
      expect(await store.change('a', 'n', 2, look, at(2))).toMatchObject(both)
      expect(await store.find('a', 'n')).toMatchObject(both)
    })

    test('changes only text and look, only of the given note, whatever other fields are passed', async () => {
      await store.add(note('n', byEve))
      await store.add(note('m'))
      await store.add(note('m', { scriptId: 'b' }))
      const others = [...(await store.all('b')), await store.find('a', 'm')]
      const forged = { ...stored('m', { scriptId: 'b', text: 'new' }), resolvedBy: 'Ada', replyTo: 'm' }
      const changed = { ...stored('n', byEve), text: 'new', editedAt: at(1), version: 3 }
      expect(await store.change('a', 'n', 1, forged, at(1))).toEqual(changed)
      expect(await store.find('a', 'n')).toEqual(changed)
      expect([...(await store.all('b')), await store.find('a', 'm')]).toEqual(others)
    })

    test('rejects an outdated version, and a removed or deleted note', async () => {
      await store.add(note('n'))
      await answer('r', 'n')
      const edit = (id: string, version: number) => store.change('a', id, version, { text: 'x' }, at(1))
      expect(await edit('n', 2)).toBeUndefined()
      expect(await edit('gone', 1)).toBeUndefined()
      await store.remove('a', 'n', at(1))
      expect(await edit('n', 3)).toBeUndefined()
      expect(await store.version('a')).toBe(3)
    })

    test('resolves and reopens; the same state again changes nothing', async () => {
      await store.add(note('n'))
      const resolved = { resolvedAt: at(1), resolvedBy: 'Eve', version: 2 }
      expect(await store.resolve('a', 'n', eve())).toMatchObject(resolved)
      expect(await store.resolve('a', 'n', { uid: 'ada', name: 'Ada', at: at(2) })).toMatchObject(resolved)
      expect(await store.resolve('a', 'n', null)).toEqual({ ...stored('n'), version: 3 })
      expect(await store.resolve('a', 'n', null)).toMatchObject({ version: 3 })
      expect(await store.resolve('a', 'gone', eve())).toBeUndefined()
      expect(await store.find('a', 'n')).toEqual({ ...stored('n'), version: 3 })
    })
  })

  describe('removing', () => {
    test("removes a note with its author's answers to it", async () => {
      await store.add(note('n'))
      await store.add(note('other'))
      await answer('r', 'n', {})
      expect(await store.remove('a', 'n', at(1))).toBe(true)
      expect(await ids()).toEqual(['other'])
      expect(await store.find('a', 'r')).toBeUndefined()
      expect(await store.remove('a', 'n', at(1))).toBe(false)
    })

    test('keeps a note that another user answered without its text, until the last answer is removed', async () => {
      await store.add(note('n'))
      await answer('r1', 'n')
      await answer('r2', 'n', {})
      expect(await store.remove('a', 'n', at(1))).toBe(true)
      expect(await store.find('a', 'n')).toEqual({ ...stored('n'), text: '', deletedAt: at(1), version: 4 })
      expect(await store.remove('a', 'n', at(2))).toBe(true)
      expect(await store.version('a')).toBe(4)
      expect(await answer('r3', 'n')).toMatchObject({ replyTo: 'n' })
      await store.remove('a', 'r3', at(2))
      await store.remove('a', 'r1', at(2))
      expect(await ids()).toEqual(['n', 'r2'])
      await store.remove('a', 'r2', at(3))
      expect(await ids()).toEqual([])
    })

    test('keeps the note of a concurrent answer, or rejects the answer', async () => {
      for (let round = 0; round < 6; round += 1) {
        const [root, reply] = [`n${round}`, `r${round}`]
        await store.add(note(root))
        const both = [() => store.remove('a', root, at(1)), () => answer(reply, root)]
        await Promise.all((round % 2 ? both : both.toReversed()).map((one) => one()))
        const left = (await store.all('a')).filter(({ id }) => id === root || id === reply)
        expect(left.map(({ id, text }) => id === root && text)).toEqual(left.length > 0 ? ['', false] : [])
      }
    })

    test('removes all notes with their script, also concurrently added ones', async () => {
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

    test('removes those of a link, however many guests wrote them, including claimed ones', async () => {
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

    test('removes a deleted note with the last answer to it', async () => {
      await store.add(note('n'))
      await answer('r1', 'n', gus)
      await answer('r2', 'n', gus)
      await store.remove('a', 'n', at(1))
      expect(await store.removeBy('a', ofGus, at(2))).toBe(2)
      expect(await ids()).toEqual([])
    })

    test('removes many while others answer them concurrently', async () => {
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

    test('keeps their own notes and resolutions, and gets no others', async () => {
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
      expect(await store.find('a', 'n')).toEqual({ ...stored('n', own), version })
      expect(await store.find('a', 'r')).toEqual({ ...stored('r', own), replyTo: 'ada', version })
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

    test('is rejected when the account is closed', async () => {
      await store.add(note('n', guest))
      await stores.accounts.close({ uid: 'gus', requestId: 'r' }, at(1))
      await expect(store.handOver('a', 'guest-gus', account)).rejects.toMatchObject(CLOSED)
      expect(await store.find('a', 'n')).toMatchObject({ authorId: 'guest-gus' })
    })
  })

  describe('product §12: mentions', () => {
    const mentions = [
      { uid: 'bob', name: 'Bob' },
      { uid: 'cleo', name: 'Cleo' },
    ]
    test('stay as long as the text contains the name, and new ones are added once', async () => {
      await store.add(note('n', { text: '@Bob', mentions: mentions.slice(0, 1) }))
      const later = await store.change('a', 'n', 1, { text: '@Cleo and @Bob', mentions }, at(1))
      expect(later?.mentions).toEqual(mentions)
      expect((await store.change('a', 'n', 2, { colour: 'blue' }, at(2)))?.mentions).toEqual(mentions)
      const left = await store.change('a', 'n', 3, { text: '@Cleo' }, at(3))
      expect(left?.mentions).toEqual(mentions.slice(1))
      expect((await store.change('a', 'n', 4, { text: 'No name' }, at(4)))?.mentions).toBeUndefined()
    })

    test('of a deleted account are removed, from notes and replies of others; the text stays', async () => {
      const both = { text: '@Bob @Cleo', mentions }
      await store.add(note('n', both))
      await answer('r', 'n', { ...byEve, ...both })
      await store.removeOf('bob')
      for (const id of ['n', 'r'])
        expect(await store.find('a', id)).toMatchObject({ text: both.text, mentions: mentions.slice(1) })
      const before = await store.version('a')
      await store.removeOf('bob')
      expect(await store.version('a')).toBe(before)
    })

    test('are removed with the text of a deleted note', async () => {
      await store.add(note('n', { text: '@Bob', mentions: mentions.slice(0, 1) }))
      await answer('r', 'n')
      await store.remove('a', 'n', at(1))
      expect((await store.find('a', 'n'))?.mentions).toBeUndefined()
    })
  })

  describe('the notes of a deleted account', () => {
    test("are removed, but stay without the author's name if others answered them", async () => {
      for (const scriptId of ['a', 'b']) await store.add(note('alone', { scriptId, ...byEve }))
      await store.add(note('answered', byEve))
      await answer('own', 'answered')
      await answer('of ada', 'answered', {})
      await store.add(note('n'))
      await answer('r', 'n')
      await store.removeOf('eve')
      const version = expect.any(Number)
      expect(await store.all('a')).toEqual([
        { ...stored('answered'), authorId: undefined, author: FORMER_COLLABORATOR, version },
        { ...stored('n'), version },
        { ...stored('of ada', { replyTo: 'answered' }), version },
      ])
      expect(await ids('b')).toEqual([])
      const before = await store.version('a')
      await store.removeOf('eve')
      expect(await store.version('a')).toBe(before)
    })

    test("are removed if only the account's own answers kept them, and stay without a name if others answered them", async () => {
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

    test('stay resolved, without a name, if the account resolved them', async () => {
      await store.add(note('n'))
      await store.resolve('a', 'n', eve())
      await store.removeOf('eve')
      const found = await store.find('a', 'n')
      expect(found).toMatchObject({ resolvedAt: at(1), resolvedBy: FORMER_COLLABORATOR, authorId: 'ada' })
      expect(JSON.stringify(found)).not.toMatch(/eve/i)
    })
  })
}

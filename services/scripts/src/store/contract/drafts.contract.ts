import { DRAFTS_LIMIT } from '@andscene/contracts/limits'
import { describe, expect, test } from 'vitest'
import { freshProcesses, type Databases } from '../../testing/fresh-stores.ts'
import { draft, linesOf } from '../../testing/new-draft.ts'
import { castingSave, script } from '../../testing/new-script.ts'
import { characterSlot, type Slot } from '../casting-save.ts'
import { LibraryFull } from '../library.ts'
import { ONLY_DRAFT, type NewDraft } from '../drafts/draft-store.ts'

const SOME_TIME = new Date('2026-01-01T00:00:00Z')
const LATER = new Date('2027-01-01T00:00:00Z')
const change = { requestId: 'r', at: SOME_TIME }

/** Drafts of a script (decision 0101). */
export function draftsContract({ openTwice }: Databases): void {
  const both = freshProcesses(openTwice, ['a'])
  const [{ scripts: store }] = both
  const add = (made: NewDraft) => store.addDraft('a', made)
  const bytesOf = async (number?: number) => [...((await store.findFile('a', number)) ?? [])]
  const present = async () =>
    (await store.find('a', ['draft', 'drafts', 'lineCount', 'characters', 'pages']))!
  const numbers = async () => (await present()).drafts.map(({ number }) => number)

  /** Saves the voice of a character, by a second process. */
  const cast = (character: string) =>
    both[1].scripts.saveCasting(
      'a',
      castingSave({ characterAssignments: { [character]: 'v' } }, 'r', {
        seen: { version: 0, voices: new Map<Slot, undefined>([[characterSlot(character), undefined]]) },
      }),
    )

  test('a script that was never given another draft has draft 1, made of its own fields', async () => {
    const { draft: one, drafts } = await present()
    const { file, lines, characters } = script('a')
    expect(one).toEqual(ONLY_DRAFT)
    expect(drafts).toEqual([
      {
        number: 1,
        name: 'Draft 1',
        uploadedAt: script('a').uploadedAt,
        by: { uid: 'ada' },
        fileHash: 'hash',
        pages: 1,
        lineCount: 2,
        characterCount: 2,
        bytes: Buffer.byteLength(lines + JSON.stringify(characters)) + file.length,
      },
    ])
    expect(await store.findLines('a', 1)).toBe(lines)
    expect(await store.findLineIds('a', 1)).toEqual(['l1', 'l2'])
    expect(await store.findDraft('a', 1)).toMatchObject({ pageStarts: [0], characters, head: drafts[0] })
    for (const none of [
      store.findLines('a', 2),
      store.findDraft('a', 2),
      store.findFile('a', 2),
      store.findLineIds('a', 2),
    ])
      expect(await none).toBeUndefined()
  })

  test('a new draft becomes the present one, and the earlier one stays unchanged', async () => {
    const revisionSets = [{ id: 2, name: 'Blue', color: '#0000FF', mark: '*' }]
    expect(await add(draft(2, { language: 'fr', revisionSets }))).toMatchObject({
      outcome: 'added',
      head: { number: 2 },
    })
    const { draft: now, drafts, ...rest } = await present()
    expect(now).toEqual({ number: 2, name: 'Draft 2', count: 2, last: 2 })
    expect(rest).toMatchObject({ lineCount: 2, pages: 2 })
    expect(drafts.map(({ number, name, by }) => [number, name, by])).toEqual([
      [1, 'Draft 1', { uid: 'ada' }],
      [2, 'Draft 2', { uid: 'ada', name: 'Ada' }],
    ])
    for (const lines of [store.findLines('a'), store.findLines('a', 2)])
      expect(await lines).toBe(linesOf('l1', 'd2-2'))
    expect(await store.findLines('a', 1)).toBe(script('a').lines)
    expect(await store.findLineIds('a', 2)).toEqual(['l1', 'd2-2'])
    expect([await bytesOf(), await bytesOf(2), await bytesOf(1)]).toEqual([
      [0x1f, 0x8b, 0, 2],
      [0x1f, 0x8b, 0, 2],
      [0x1f, 0x8b, 0, 0xff],
    ])
    const optional = { language: 'fr', revisionSets }
    expect(await store.findDraft('a', 2)).toMatchObject({ ...optional, pages: 2, pageStarts: [0, 1] })
    expect(await store.find('a', ['language', 'revisionSets'])).toMatchObject(optional)
    for (const field of Object.keys(optional)) expect(await store.findDraft('a', 1)).not.toHaveProperty(field)
    expect(await store.list('ada', { limit: 1 })).toMatchObject([
      { draft: { number: 2, name: 'Draft 2' }, draftCount: 2, lineCount: 2, language: 'fr' },
    ])
    expect(await store.heads(['a'])).toMatchObject([{ draft: now }])
  })

  test('a change of drafts is a change of the casting, with a command', async () => {
    await add(draft())
    const versionOf = async () => (await store.find('a', ['castingVersion']))!.castingVersion
    const first = await versionOf()
    expect(await both[0].commands.due(LATER, 9)).toMatchObject([
      { scriptId: 'a', kind: 'casting', mark: first, requestId: 'r2' },
    ])
    expect(await store.makePresent('a', 1, change)).toBe('changed')
    expect(await versionOf()).toBeGreaterThan(first)
    expect(await both[0].commands.due(LATER, 9)).toMatchObject([{ mark: await versionOf(), requestId: 'r' }])
  })

  test('an earlier draft becomes the present one again, without its language if it has none', async () => {
    await add(draft(2, { language: 'fr' }))
    expect(await store.makePresent('a', 1, change)).toBe('changed')
    expect(await store.findLines('a')).toBe(script('a').lines)
    expect(await store.find('a', ['language', 'pages', 'draft'])).toEqual({
      id: 'a',
      ownerId: 'ada',
      pages: 1,
      draft: { number: 1, name: 'Draft 1', count: 2, last: 2 },
    })
    expect(await bytesOf()).toEqual([0x1f, 0x8b, 0, 0xff])
    expect(await store.makePresent('a', 1, change)).toBe('unchanged')
    expect(await store.makePresent('a', 3, change)).toBe('unknown')
    expect(await add(draft(3, { basis: 2 }))).toEqual({ outcome: 'present-changed' })
    expect(await add(draft(3, { basis: 1 }))).toMatchObject({ outcome: 'added' })
  })

  test('a draft gets another name, also the first one before it is stored', async () => {
    expect(await store.renameDraft('a', 1, 'White', change)).toBe('changed')
    expect(await present()).toMatchObject({ draft: { name: 'White' }, drafts: [{ name: 'White' }] })
    await add(draft())
    expect(await store.renameDraft('a', 2, 'Blue', change)).toBe('changed')
    expect(await store.renameDraft('a', 1, 'Old', change)).toBe('changed')
    expect(await present()).toMatchObject({
      draft: { name: 'Blue' },
      drafts: [{ name: 'Old' }, { name: 'Blue' }],
    })
    expect(await store.list('ada', { limit: 1 })).toMatchObject([{ draft: { name: 'Blue' } }])
    expect(await store.renameDraft('a', 1, 'Old', change)).toBe('unchanged')
    expect(await store.renameDraft('a', 7, 'Old', change)).toBe('unknown')
  })

  test('directions of lines that are not in the present draft stay', async () => {
    const direct = (lineId: string) =>
      store.saveDirection('a', {
        lineId,
        seen: 0,
        wanted: { takes: [{ id: 'take-one', delivery: { name: 'sad' } }], chosen: 'take-one' },
        by: { uid: 'ada', name: 'Ada' },
        ...change,
      })
    await direct('l1')
    await direct('l2')
    await add(draft(2, { lines: linesOf('l1', 'd2-2') }))
    await direct('d2-2')
    const kept = async () => [...(await store.find('a', ['directions']))!.directions.keys()]
    expect(await kept()).toEqual(['l1', 'l2', 'd2-2'])
    await store.makePresent('a', 1, change)
    expect(await kept()).toEqual(['l1', 'l2', 'd2-2'])
  })

  test('product §10: an erased account is not named as the uploader of a draft', async () => {
    await add(draft(2, { by: { uid: 'eve', name: 'Eve' } }))
    await store.forgetCaster('eve', 'r')
    expect((await present()).drafts.map(({ by }) => by)).toEqual([{ uid: 'ada' }, {}])
    await both[0].accounts.close({ uid: 'eve', requestId: 'r' }, SOME_TIME)
    const refused = add(draft(3, { by: { uid: 'eve', name: 'Eve' } }))
    await expect(refused).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await numbers()).toEqual([1, 2])
  })

  describe('deleting', () => {
    test('a draft in which users have their places keeps the ids of its lines, and nothing else', async () => {
      await add(draft())
      await add(draft(3))
      const { progress } = both[0]
      await progress.save('bob', 'a', { draft: 2, lastPlayedLineIndex: 1, lastUpdated: SOME_TIME })
      await store.removeDraft('a', 2, change)
      await store.sweepFiles(LATER)
      expect(await store.findLineIds('a', 2)).toEqual(['l1', 'd2-2'])
      for (const read of ['findLines', 'findFile', 'findDraft'] as const)
        expect(await store[read]('a', 2)).toBeUndefined()
      await progress.save('bob', 'a', { draft: 3, lastPlayedLineIndex: 1, lastUpdated: SOME_TIME })
      await store.removeDraft('a', 1, change)
      expect(await store.findLineIds('a', 2), 'no place is left').toBeUndefined()
    })

    test.each([1, 2])(
      'draft 1 leaves its texts in the takes of older releases that refer to its words (present: draft %d)',
      async (presentNumber) => {
        const takes = [
          { id: 'of-words', delivery: { emphasis: [[0, 4]] as [number, number][] } },
          { id: 'of-mood', delivery: { name: 'sad' as const } },
        ]
        const wanted = { takes, chosen: 'of-words' }
        const by = { uid: 'ada', name: 'Ada' }
        const save = { seen: 0, wanted, by, at: SOME_TIME, requestId: 'r' }
        for (const lineId of ['l1', 'd2-2']) await store.saveDirection('a', { ...save, lineId })
        await add(draft())
        await store.makePresent('a', presentNumber, change)
        expect(await store.removeDraft('a', 1, change)).toBe('changed')
        const { directions } = (await store.find('a', ['directions']))!
        const textsOf = (lineId: string) => directions.get(lineId)!.takes.map(({ text }) => text)
        expect(textsOf('l1')).toEqual(['Rain. 雨 😀', undefined])
        expect(textsOf('d2-2')).toEqual([undefined, undefined])
      },
    )

    test('a script removes the ids of its deleted drafts', async () => {
      await add(draft())
      await both[0].progress.save('bob', 'a', { draft: 1, lastPlayedLineIndex: 1, lastUpdated: SOME_TIME })
      await store.removeDraft('a', 1, change)
      expect(await store.findLineIds('a', 1)).toEqual(['l1'])
      await store.remove('a', 'r')
      expect(await store.findLineIds('a', 1)).toBeUndefined()
    })

    test('an older draft removes its lines and file, and its number is not used again', async () => {
      await add(draft())
      await add(draft(3))
      expect(await store.removeDraft('a', 1, change)).toBe('changed')
      expect(await numbers()).toEqual([2, 3])
      for (const read of ['findLines', 'findFile', 'findDraft', 'findLineIds'] as const)
        expect(await store[read]('a', 1)).toBeUndefined()
      expect(await store.removeDraft('a', 3, change)).toBe('changed')
      expect((await present()).draft).toEqual({ number: 2, name: 'Draft 2', count: 1, last: 3 })
      expect(await add(draft(3, { basis: 2 }))).toEqual({ outcome: 'present-changed' })
      expect(await add(draft(4, { basis: 2 }))).toMatchObject({ outcome: 'added' })
    })

    test('the present draft makes the newest of the others the present one', async () => {
      for (const number of [2, 3]) await add(draft(number))
      expect(await store.makePresent('a', 1, change)).toBe('changed')
      expect(await store.removeDraft('a', 1, change)).toBe('changed')
      expect((await present()).draft).toMatchObject({ number: 3, count: 2 })
      expect(await store.findLines('a')).toBe(draft(3).lines)
      expect(await bytesOf()).toEqual([...draft(3).file])
    })

    test('the only draft is refused, and an unknown one', async () => {
      expect(await store.removeDraft('a', 1, change)).toBe('only')
      expect(await store.removeDraft('a', 2, change)).toBe('unknown')
      await add(draft())
      await store.removeDraft('a', 1, change)
      expect(await store.removeDraft('a', 2, change)).toBe('only')
    })

    test('a script removes all of its drafts', async () => {
      await add(draft())
      await store.remove('a', 'r')
      for (const read of ['findLines', 'findFile', 'findDraft', 'findLineIds'] as const)
        for (const number of [1, 2]) expect(await store[read]('a', number)).toBeUndefined()
      expect(await add(draft(3))).toEqual({ outcome: 'gone' })
      expect(await store.makePresent('a', 1, change)).toBe('gone')
      expect(await store.removeDraft('a', 1, change)).toBe('gone')
      expect(await store.renameDraft('a', 1, 'x', change)).toBe('gone')
      expect(await store.usage('ada')).toEqual({ scripts: 0, bytes: 0 })
    })
  })

  describe('two uploads', () => {
    test('uploaded simultaneously are added one after the other: the second one is matched again', async () => {
      const outcomes = await Promise.all(
        both.map(({ scripts }, n) => scripts.addDraft('a', draft(2, { name: `By ${n}` }))),
      )
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['added', 'present-changed'])
      const second = outcomes.findIndex(({ outcome }) => outcome !== 'added')
      expect(await both[second]!.scripts.addDraft('a', draft(3, { name: `By ${second}` }))).toMatchObject({
        outcome: 'added',
      })
      expect((await present()).drafts.map(({ name }) => name)).toEqual([
        'Draft 1',
        `By ${1 - second}`,
        `By ${second}`,
      ])
      for (const number of [1, 2, 3]) {
        expect(await store.findLines('a', number)).toBeDefined()
        expect(await bytesOf(number)).toHaveLength(4)
      }
    })

    test('with one key are one draft, also simultaneously', async () => {
      const upload = { key: 'k', fileHash: 'h' }
      const outcomes = await Promise.all(
        both.map(({ scripts }) => scripts.addDraft('a', draft(2, { upload }))),
      )
      expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['added', 'repeated'])
      expect(await add(draft(3, { upload }))).toMatchObject({
        outcome: 'repeated',
        head: { number: 2, fileHash: 'h' },
      })
      expect(await numbers()).toEqual([1, 2])
    })

    test('while castings are saved keep both', async () => {
      await Promise.all([add(draft()), cast('BOB'), cast('MRS. $LANE')])
      expect(await numbers()).toEqual([1, 2])
      const { casting } = (await store.find('a', ['casting']))!
      expect(casting.characterAssignments).toEqual({ BOB: 'v', 'MRS. $LANE': 'v' })
    })
  })

  describe('limits', () => {
    test(
      `${DRAFTS_LIMIT} drafts of a script, and one more when one is deleted`,
      { timeout: 60_000 },
      async () => {
        for (let number = 2; number <= DRAFTS_LIMIT; number += 1) await add(draft(number))
        expect(await add(draft(DRAFTS_LIMIT + 1))).toEqual({ outcome: 'too-many' })
        await store.removeDraft('a', 1, change)
        expect(await add(draft(DRAFTS_LIMIT + 1))).toMatchObject({ outcome: 'added' })
      },
    )

    test("bytes of all drafts count to the owner's library, the present one once", async () => {
      const { bytes: before } = await store.usage('ada')
      await store.addDraft('a', draft(2, { by: { uid: 'eve', name: 'Eve' } }))
      const { drafts } = await present()
      expect(drafts[0]!.bytes).toBe(before)
      const { bytes } = await store.usage('ada')
      expect(bytes).toBe(before + drafts[1]!.bytes)
      expect(drafts[1]!.bytes).toBeGreaterThan(draft().lines.length + draft().file.length)
      await store.makePresent('a', 1, change)
      expect((await store.usage('ada')).bytes).toBe(bytes)
      await store.removeDraft('a', 1, change)
      expect((await store.usage('ada')).bytes).toBe(drafts[1]!.bytes)
    })

    test('a draft over the limit of bytes is refused, and leaves nothing, also with concurrent uploads', async () => {
      const { bytes } = await store.usage('ada')
      await both[0].scripts.insert(script('b'))
      const limits = { scripts: 0, bytes: 2 * bytes + 10 }
      await expect(store.addDraft('a', draft(), limits)).rejects.toThrow(LibraryFull)
      expect(await numbers()).toEqual([1])
      expect(await store.usage('ada')).toEqual({ scripts: 2, bytes: 2 * bytes })
      await add(draft())
      const { drafts } = await present()
      const room = { scripts: 9, bytes: 2 * bytes + 2 * drafts[1]!.bytes + 10 }
      const results = await Promise.allSettled([
        both[0].scripts.addDraft('a', draft(3), room),
        both[1].scripts.addDraft('b', draft(), room),
        both[1].scripts.insert(script('c'), room),
      ])
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1)
      expect((await store.usage('ada')).bytes).toBeLessThanOrEqual(room.bytes)
    })
  })
}

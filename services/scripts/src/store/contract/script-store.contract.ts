import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { freshStores, type Databases } from '../../testing/fresh-stores.ts'
import { casting, castingSave, script } from '../../testing/new-script.ts'
import type { CastingSave } from '../casting-save.ts'
import { ONLY_DRAFT } from '../drafts/draft-store.ts'
import { CONTENT_LIMIT_BYTES, DocumentTooLarge, FILE_LIMIT_BYTES, UploadCancelled } from '../library.ts'
import { CANCELLED_LIMIT } from '../script-store.ts'

/** A time at which every command that was never sent is due. */
const SOME_TIME = new Date('2026-01-01T00:00:00Z')
const at = (seconds: number) => new Date(SOME_TIME.getTime() + seconds * 1_000)
const ids = (rows: { _id: string }[]) => rows.map((row) => row._id)

/** Tests the behavior of every ScriptStore (architecture §4). */
export function scriptStoreContract({ open }: Databases): void {
  const stores = freshStores(open)
  const store = stores.scripts
  const bytesOf = async (id: string) => {
    const found = await store.findFile(id)
    return found && Buffer.from(found)
  }
  const cancel = (key: string, seconds = 0, ownerId = 'ada') =>
    store.cancelUpload(ownerId, key, 'r', at(seconds))

  describe('scripts', () => {
    test('stores a script and its lines unchanged', async () => {
      expect(await store.insert(script('a'))).toEqual({ id: 'a', created: true })
      const whole = {
        title: 'Title of a',
        uploadedAt: new Date('2026-01-02T03:04:05.678Z'),
        pages: 1,
        lineCount: 2,
        characterCount: 2,
        characters: ['MRS. $LANE', 'BOB'],
        casting: { characterAssignments: {} },
        castingVersion: 0,
        pageStarts: [0],
      }
      const fields = Object.keys(whole) as (keyof typeof whole)[]
      expect(await store.find('a', fields)).toEqual({ id: 'a', ownerId: 'ada', ...whole })
      expect(await store.findLines('a')).toBe(script('a').lines)
    })

    test('returns the requested fields of a script, and its owner', async () => {
      await store.insert(script('a'))
      expect(await store.find('a', [])).toEqual({ id: 'a', ownerId: 'ada' })
      const asked = { casting: { characterAssignments: {} }, lineCount: 2 }
      expect(await store.find('a', ['casting', 'lineCount'])).toEqual({ id: 'a', ownerId: 'ada', ...asked })
    })

    test('returns nothing for an unknown script', async () => {
      expect(await store.find('a', [])).toBeUndefined()
      expect(await store.findLines('a')).toBeUndefined()
      expect(await store.rename('a', 'x')).toBe(false)
      expect(await store.saveCasting('a', castingSave(casting('v'), 'r'))).toBeUndefined()
      expect(await store.remove('a', 'r')).toBe(false)
      expect(await store.list('ada', { limit: 10 })).toEqual([])
      expect(await stores.commands.due(SOME_TIME, 10)).toEqual([])
    })

    test('rejects a script over the limit of one document, and stores the largest one within it', async () => {
      const names = script('a').characters
      const room = CONTENT_LIMIT_BYTES - Buffer.byteLength(JSON.stringify(names))
      await expect(store.insert(script('a', { lines: 'x'.repeat(room + 1) }))).rejects.toThrow(
        DocumentTooLarge,
      )
      expect(await store.find('a', [])).toBeUndefined()
      await store.insert(script('a', { lines: 'x'.repeat(room) }))
      expect(await store.findLines('a')).toHaveLength(room)
    })
  })

  describe('limits of a library', () => {
    const { lines, characters, file } = script('a')
    const BYTES = Buffer.byteLength(lines + JSON.stringify(characters)) + file.length
    const few = { scripts: 2, bytes: 1_000_000 }

    test('count scripts and bytes of one owner, including files, without deleted scripts', async () => {
      expect(await store.usage('ada')).toEqual({ scripts: 0, bytes: 0 })
      await store.insert(script('a'))
      await store.insert(script('b'))
      await store.insert(script('c', { ownerId: 'bob' }))
      expect(await store.usage('ada')).toEqual({ scripts: 2, bytes: 2 * BYTES })
      await store.remove('a', 'r')
      expect(await store.usage('ada')).toEqual({ scripts: 1, bytes: BYTES })
    })

    test('reject one script too many, and accept it when there is room again', async () => {
      await store.insert(script('a'), few)
      await store.insert(script('b'), few)
      await expect(store.insert(script('c'), few)).rejects.toMatchObject({ reason: 'scripts' })
      for (const read of ['findLines', 'findFile'] as const) expect(await store[read]('c')).toBeUndefined()
      expect(await store.find('c', [])).toBeUndefined()
      await store.insert(script('d', { ownerId: 'bob' }), few)
      await store.remove('a', 'r')
      expect(await store.insert(script('c'), few)).toEqual({ id: 'c', created: true })
    })

    test('reject one byte too many', async () => {
      await store.insert(script('a'))
      const limits = { scripts: 10, bytes: 2 * BYTES }
      const larger = script('b', { lines: `${lines} ` })
      await expect(store.insert(larger, limits)).rejects.toMatchObject({ reason: 'bytes' })
      expect(await store.insert(script('c'), limits)).toEqual({ id: 'c', created: true })
    })

    test('hold for concurrent inserts; a repeated upload does not count', async () => {
      const limits = { scripts: 3, bytes: 1_000_000 }
      await Promise.allSettled(Array.from({ length: 12 }, (_, n) => store.insert(script(`s${n}`), limits)))
      const { scripts } = await store.usage('ada')
      expect(scripts).toBeLessThanOrEqual(3)
      const upload = { key: 'k', fileHash: 'h' }
      await store.insert(script('a', { upload }))
      const again = store.insert(script('b', { upload }), { ...limits, scripts: scripts + 1 })
      expect(await again).toEqual({ id: 'a', created: false })
    })
  })

  describe('lists', () => {
    test('contain the scripts of one owner, newest first, without lines', async () => {
      await store.insert(script('old', { uploadedAt: new Date('2025-01-01T00:00:00Z') }))
      await store.insert(script('new', { language: 'fr' }))
      await store.insert(script('other', { ownerId: 'eve' }))
      const draft = { draft: { number: 1, name: 'Draft 1' }, draftCount: 1 }
      const facts = { characterCount: 2, pages: 1, lineCount: 2, castCount: 0, ...draft }
      expect(await store.list('ada', { limit: 10 })).toEqual([
        {
          _id: 'new',
          title: 'Title of new',
          uploadedAt: '2026-01-02T03:04:05.678Z',
          language: 'fr',
          ...facts,
        },
        expect.objectContaining({ _id: 'old' }),
      ])
      expect(await store.find('new', ['language'])).toEqual({ id: 'new', ownerId: 'ada', language: 'fr' })
    })

    test('do not contain the revision sets of a file, which are read with the script', async () => {
      const revisionSets = [{ id: 2, name: 'Blue', color: '#0000FF', mark: '*' }]
      await store.insert(script('a', { revisionSets }))
      expect((await store.list('ada', { limit: 1 }))[0]).not.toHaveProperty('revisionSets')
      expect(await store.find('a', ['revisionSets'])).toEqual({ id: 'a', ownerId: 'ada', revisionSets })
    })

    test('contain titles without direction controls, which older releases stored', async () => {
      await store.insert(script('a', { title: 'Evil\u202etxt.fdx' }))
      expect(await store.list('ada', { limit: 1 })).toMatchObject([{ title: 'Eviltxt.fdx' }])
      expect((await store.find('a', ['title']))?.title).toBe('Eviltxt.fdx')
    })

    test("contain the number of parts with a voice, and the owner's last position", async () => {
      await store.insert(script('a'))
      const cast = (wanted: CastingSave['casting']) => store.saveCasting('a', castingSave(wanted))
      await cast({ characterAssignments: { BOB: 'v' }, sceneHeadingVoiceId: 's' })
      const lastPlayed = { lastPlayedLineIndex: 1, page: 1, lastUpdated: new Date('2026-05-05T05:05:05Z') }
      await stores.progress.save('ada', 'a', lastPlayed)
      await stores.progress.save('eve', 'a', { ...lastPlayed, lastPlayedLineIndex: 0 })
      expect(await store.list('ada', { limit: 1 })).toMatchObject([{ castCount: 1, lastPlayed }])
      await cast({ ...casting('v'), narrationVoiceId: 'n' })
      expect((await store.list('ada', { limit: 1 }))[0]?.castCount).toBe(2)
      await cast({ characterAssignments: {} })
      expect((await store.list('ada', { limit: 1 }))[0]?.castCount).toBe(0)
    })

    test('return owners, casting versions and drafts of the given scripts, without unknown ones', async () => {
      for (const id of ['a', 'b', 'c']) await store.insert(script(id))
      await store.saveCasting('b', castingSave(casting('v'), 'r'))
      await store.remove('c', 'r')
      const found = await store.heads(['a', 'b', 'c', 'd'])
      const { castingVersion } = (await store.find('b', ['castingVersion']))!
      expect(found.toSorted((one, two) => (one.id < two.id ? -1 : 1))).toEqual([
        { id: 'a', ownerId: 'ada', castingVersion: 0, draft: ONLY_DRAFT },
        { id: 'b', ownerId: 'ada', castingVersion, draft: ONLY_DRAFT },
      ])
      expect(await store.heads([])).toEqual([])
    })

    test('continue after a position, also among scripts of the same moment', async () => {
      for (const id of ['a', 'b', 'c', 'd']) await store.insert(script(id))
      await store.insert(script('older', { uploadedAt: new Date('2025-01-01T00:00:00Z') }))
      const first = await store.list('ada', { limit: 2 })
      expect(ids(first)).toEqual(['d', 'c'])
      const after = { uploadedAt: new Date(first[1]!.uploadedAt), id: first[1]!._id }
      expect(ids(await store.list('ada', { limit: 9, after }))).toEqual(['b', 'a', 'older'])
    })
  })

  describe('cancelled uploads', () => {
    const upload = { key: 'key-1', fileHash: 'h1' }
    /** Whether an upload with the key is rejected; removes the script if it is not. */
    const isCancelled = async (key: string, ownerId = 'ada') => {
      const made = script(randomUUID(), { ownerId, upload: { ...upload, key } })
      try {
        await store.insert(made)
      } catch (error) {
        if (error instanceof UploadCancelled) return true
        throw error
      }
      await store.remove(made.id, 'r')
      return false
    }

    test('reject a later upload with the key of the same owner', async () => {
      expect(await cancel('key-1')).toBe(false)
      await expect(store.insert(script('a', { upload }))).rejects.toThrow(UploadCancelled)
      expect(await store.findUpload('ada', 'key-1')).toBeUndefined()
      expect(await store.find('a', [])).toBeUndefined()
      expect(await store.usage('ada')).toEqual({ scripts: 0, bytes: 0 })
      await store.insert(script('b', { upload, ownerId: 'eve' }))
      await store.insert(script('c', { upload: { ...upload, key: 'key-2' } }))
      expect(ids(await store.list('ada', { limit: 9 }))).toEqual(['c'])
    })

    test('are removed after a time, or with their owner, and others are not affected', async () => {
      await cancel('old', 1)
      await cancel('new', 2)
      await cancel('new', 2, 'eve')
      await store.forgetCancelled({ before: at(2) })
      expect([await isCancelled('old'), await isCancelled('new')]).toEqual([false, true])
      await store.forgetCancelled({ ownerId: 'ada' })
      expect([await isCancelled('new'), await isCancelled('new', 'eve')]).toEqual([false, true])
    })

    test('are kept up to a limit per owner, the latest ones', async () => {
      await cancel('first', 0, 'eve')
      for (let n = 0; n <= CANCELLED_LIMIT; n += 20)
        await Promise.all(
          Array.from({ length: Math.min(20, CANCELLED_LIMIT + 1 - n) }, (_, m) =>
            cancel(`key ${n + m}`, n + m),
          ),
        )
      expect([await isCancelled('key 0'), await isCancelled('key 1')]).toEqual([false, true])
      expect(await isCancelled('first', 'eve')).toBe(true)
    })

    test('leave nothing of an upload, whichever comes first', async () => {
      for (let round = 0; round < 8; round += 1) {
        const key = { key: `round ${round}`, fileHash: 'h' }
        const both = [() => store.insert(script(`s${round}`, { upload: key })), () => cancel(key.key)]
        await Promise.allSettled((round % 2 ? both : both.toReversed()).map((one) => one()))
      }
      expect(await store.list('ada', { limit: 9 })).toEqual([])
    })
  })

  describe('idempotent uploads', () => {
    const upload = { key: 'key-1', fileHash: 'h1' }

    test('ten concurrent uploads store one script', async () => {
      const results = await Promise.all(
        Array.from({ length: 10 }, (_, n) => store.insert(script(`s${n}`, { upload }))),
      )
      expect(results.filter(({ created }) => created)).toHaveLength(1)
      expect(new Set(results.map(({ id }) => id)).size).toBe(1)
    })

    test('a key belongs to its owner, and is free again once the script is deleted', async () => {
      await store.insert(script('a', { upload }))
      const hers = script('b', { upload, ownerId: 'eve' })
      expect(await store.insert(hers)).toEqual({ id: 'b', created: true })
      await store.remove('a', 'r')
      expect(await store.findUpload('ada', 'key-1')).toBeUndefined()
      expect(await store.insert(script('c', { upload }))).toEqual({ id: 'c', created: true })
    })
  })

  describe('uploaded files', () => {
    const { file } = script('a')

    test('are stored unchanged until their script is removed', async () => {
      expect(await store.findFile('a')).toBeUndefined()
      await store.insert(script('a'))
      await store.insert(script('b', { file: new Uint8Array(0) }))
      expect(await bytesOf('a')).toEqual(Buffer.from(file))
      expect(await bytesOf('b')).toEqual(Buffer.alloc(0))
      await store.remove('a', 'r')
      expect(await store.findFile('a')).toBeUndefined()
      expect(await store.findFile('b')).toBeDefined()
    })

    test('are stored up to the limit, also when compression did not reduce their size', async () => {
      await expect(store.insert(script('a', { file: new Uint8Array(FILE_LIMIT_BYTES + 1) }))).rejects.toThrow(
        DocumentTooLarge,
      )
      expect(await store.find('a', [])).toBeUndefined()
      const largest = randomBytes(FILE_LIMIT_BYTES)
      await store.insert(script('a', { file: largest }))
      expect((await bytesOf('a'))?.equals(largest)).toBe(true)
    })

    test('are stored once when an upload is repeated, and not when it was cancelled', async () => {
      const upload = { key: 'k', fileHash: 'h' }
      await store.insert(script('a', { upload }))
      await store.insert(script('b', { upload, file: new Uint8Array(9) }))
      expect(await store.findFile('b')).toBeUndefined()
      expect(await bytesOf('a')).toEqual(Buffer.from(file))
      await store.cancelUpload('ada', 'k', 'r', new Date(0))
      expect(await store.findFile('a')).toBeUndefined()
      await expect(store.insert(script('c', { upload }))).rejects.toMatchObject({ name: 'UploadCancelled' })
      expect(await store.findFile('c')).toBeUndefined()
    })
  })
}

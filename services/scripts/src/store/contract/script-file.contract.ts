import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { freshStores, type OpenStores } from '../../testing/fresh-stores.ts'
import { script } from '../../testing/new-script.ts'
import { DocumentTooLarge, FILE_LIMIT_BYTES } from '../library.ts'

/** How every ScriptStore keeps uploaded files (architecture §4). */
export function scriptFileContract(name: string, open: OpenStores): void {
  describe(`files of a ScriptStore on ${name}`, () => {
    const stores = freshStores(open)
    const store = stores.scripts
    const { lines, characters, file } = script('a')
    const BYTES = Buffer.byteLength(lines + JSON.stringify(characters))
    const bytesOf = async (id: string) => {
      const found = await store.findFile(id)
      return found && Buffer.from(found)
    }

    test('keeps the file as it is, until its script goes', async () => {
      expect(await store.findFile('a')).toBeUndefined()
      await store.insert(script('a'))
      await store.insert(script('b', { file: new Uint8Array(0) }))
      expect(await bytesOf('a')).toEqual(Buffer.from(file))
      expect(await bytesOf('b')).toEqual(Buffer.alloc(0))
      await store.remove('a', 'r')
      expect(await store.findFile('a')).toBeUndefined()
      expect(await store.findFile('b')).toBeDefined()
    })

    test('keeps the largest file, also when it did not shrink, and no larger one', async () => {
      await expect(store.insert(script('a', { file: new Uint8Array(FILE_LIMIT_BYTES + 1) }))).rejects.toThrow(
        DocumentTooLarge,
      )
      expect(await store.find('a', [])).toBeUndefined()
      const largest = randomBytes(FILE_LIMIT_BYTES)
      await store.insert(script('a', { file: largest }))
      expect((await bytesOf('a'))?.equals(largest)).toBe(true)
    })

    test('a file counts to the bytes of the library, and is not kept beyond its limit', async () => {
      const limits = { scripts: 9, bytes: 2 * BYTES + 100 }
      await store.insert(script('a', { file: new Uint8Array(60) }), limits)
      expect(await store.usage('ada')).toEqual({ scripts: 1, bytes: BYTES + 60 })
      await expect(store.insert(script('b', { file: new Uint8Array(41) }), limits)).rejects.toMatchObject({
        name: 'LibraryFull',
        reason: 'bytes',
      })
      expect(await store.findFile('b')).toBeUndefined()
      await store.insert(script('b', { file: new Uint8Array(40) }), limits)
      expect(await bytesOf('b')).toEqual(Buffer.alloc(40))
    })

    test('an upload that was sent before, or cancelled, keeps no second file', async () => {
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

    test('sweeping away what has no script leaves what has one', async () => {
      await store.insert(script('a'))
      await store.sweepFiles(new Date(8.64e15))
      expect(await bytesOf('a')).toEqual(Buffer.from(file))
    })
  })
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AudioObjects, StoredObject } from './audio-objects.ts'

/** Tests of every store of audio objects (architecture §4). */
export function audioObjectsContract(
  name: string,
  make: () => Promise<{ objects: AudioObjects; remove: () => Promise<void> }>,
): void {
  describe(`${name}: audio objects`, () => {
    let made: Awaited<ReturnType<typeof make>>
    let objects: AudioObjects
    beforeEach(async () => {
      made = await make()
      objects = made.objects
    })
    afterEach(() => made.remove())

    test('reads the bytes that were written', async () => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 251)
      await objects.write('scripts/s1/local=3aslt/a.mp3', bytes)
      expect(Buffer.from((await objects.read('scripts/s1/local=3aslt/a.mp3'))!).equals(bytes)).toBe(true)
    })

    test('writes only the view of a larger buffer, and replaces the object', async () => {
      await objects.write('a/b.mp3', Buffer.from('one'))
      await objects.write('a/b.mp3', new Uint8Array([1, 2, 3, 4]).subarray(1, 3))
      expect([...(await objects.read('a/b.mp3'))!]).toEqual([2, 3])
    })

    test('returns the number of removed objects', async () => {
      await objects.write('a/1.mp3', Buffer.from('1'))
      await objects.write('a/2.mp3', Buffer.from('2'))
      expect(await objects.remove(['a/1.mp3', 'a/missing.mp3'])).toBe(1)
      expect(await objects.read('a/1.mp3')).toBeUndefined()
      expect(await objects.read('a/2.mp3')).toBeDefined()
      expect(await objects.remove([])).toBe(0)
      expect(await objects.removeFolder('scripts/missing/')).toBe(0)
    })

    test('removes a folder with all objects below it, and no others', async () => {
      await objects.write('scripts/s1/v1/a.mp3', Buffer.from('1'))
      await objects.write('scripts/s1/v2/b.mp3', Buffer.from('2'))
      await objects.write('scripts/s10/v1/c.mp3', Buffer.from('3'))
      expect(await objects.removeFolder('scripts/s1/')).toBe(2)
      expect(await objects.read('scripts/s1/v1/a.mp3')).toBeUndefined()
      expect(await objects.read('scripts/s10/v1/c.mp3')).toBeDefined()
    })

    test('decision 0053: lists all objects below a folder with size and time, and no others', async () => {
      const began = Date.now()
      await objects.write('scripts/s1/v1/a.mp3', Buffer.from('1'))
      await objects.write('scripts/s1/v2/b.mp3', Buffer.from('22'))
      await objects.write('previews/p/v1/c.mp3', Buffer.from('333'))
      const all = async (folder: string) => {
        const found: StoredObject[] = []
        for await (const some of objects.list(folder)) found.push(...some)
        return found
      }
      const listed = async (folder: string) =>
        (await all(folder)).map(({ path, bytes }) => `${path} ${bytes}`).sort()
      expect(await listed('scripts/')).toEqual(['scripts/s1/v1/a.mp3 1', 'scripts/s1/v2/b.mp3 2'])
      expect(await listed('nothing/')).toEqual([])
      const [preview] = await all('previews/')
      // Servers report whole seconds of their own clock.
      expect(Math.abs(preview!.changedAt.getTime() - began)).toBeLessThan(60_000)
    })

    test('product §7: removes timing files with a folder, and counts only clips', async () => {
      await objects.write('scripts/s1/v1/a.mp3', Buffer.from('1'))
      await objects.write('scripts/s1/v1/a.words', Buffer.from('{}'))
      expect(await objects.removeFolder('scripts/s1/')).toBe(1)
      expect(await objects.read('scripts/s1/v1/a.words')).toBeUndefined()
    })

    test('allows concurrent writes while their folder is cleared', async () => {
      const paths = Array.from({ length: 40 }, (_, n) => `scripts/s1/v${n % 3}/${n}.mp3`)
      const clearing = (async () => {
        for (let n = 0; n < 5; n += 1) await objects.removeFolder('scripts/s1/')
      })()
      await Promise.all([...paths.map((path) => objects.write(path, Buffer.from(path))), clearing])
      const found = await Promise.all(paths.map(async (path) => ({ path, bytes: await objects.read(path) })))
      const wrong = found.filter(({ path, bytes }) => bytes && Buffer.from(bytes).toString() !== path)
      expect(wrong).toEqual([])
      await objects.removeFolder('scripts/s1/')
      expect(await objects.read(paths[0]!)).toBeUndefined()
    })

    test('leaves no object after a check', async () => {
      await objects.check()
      expect(await objects.removeFolder('scripts/')).toBe(0)
    })
  })
}

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AudioObjects, StoredObject } from './audio-objects.ts'

/** What every store of audio objects must do (architecture §4). */
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

    test('bytes come back as they were written', async () => {
      const bytes = Uint8Array.from({ length: 70_000 }, (_, n) => n % 251)
      await objects.write('scripts/s1/local=3aslt/a.mp3', bytes)
      expect(Buffer.from((await objects.read('scripts/s1/local=3aslt/a.mp3'))!).equals(bytes)).toBe(true)
    })

    test('writes a view into a larger buffer only, in place of the object before', async () => {
      await objects.write('a/b.mp3', Buffer.from('one'))
      await objects.write('a/b.mp3', new Uint8Array([1, 2, 3, 4]).subarray(1, 3))
      expect([...(await objects.read('a/b.mp3'))!]).toEqual([2, 3])
    })

    test('removing counts what was there', async () => {
      await objects.write('a/1.mp3', Buffer.from('1'))
      await objects.write('a/2.mp3', Buffer.from('2'))
      expect(await objects.remove(['a/1.mp3', 'a/missing.mp3'])).toBe(1)
      expect(await objects.read('a/1.mp3')).toBeUndefined()
      expect(await objects.read('a/2.mp3')).toBeDefined()
      expect(await objects.remove([])).toBe(0)
      expect(await objects.removeFolder('scripts/missing/')).toBe(0)
    })

    test('removing a folder takes all below it and nothing beside it', async () => {
      await objects.write('scripts/s1/v1/a.mp3', Buffer.from('1'))
      await objects.write('scripts/s1/v2/b.mp3', Buffer.from('2'))
      await objects.write('scripts/s10/v1/c.mp3', Buffer.from('3'))
      expect(await objects.removeFolder('scripts/s1/')).toBe(2)
      expect(await objects.read('scripts/s1/v1/a.mp3')).toBeUndefined()
      expect(await objects.read('scripts/s10/v1/c.mp3')).toBeDefined()
    })

    test('decision 0053: a list has all below a folder, with size and time, and nothing beside it', async () => {
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
      // Servers tell whole seconds, and by their own clock.
      expect(Math.abs(preview!.changedAt.getTime() - began)).toBeLessThan(60_000)
    })

    test('concurrent writes, while their folder is cleared', async () => {
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

    test('a check leaves nothing that counts', async () => {
      await objects.check()
      expect(await objects.removeFolder('scripts/')).toBe(0)
    })
  })
}

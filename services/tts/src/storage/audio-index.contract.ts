import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedClip } from '../testing/stored-clip.ts'
import type { AudioIndex, StoredClip } from './audio-index.ts'
import { ledgersContract } from './ledgers.contract.ts'
import { narrationsContract } from './narrations.contract.ts'
import { peopleContract } from './people.contract.ts'

const clip = (path: string, scriptId?: string) =>
  storedClip({ path, durationMs: 1_234.5, bytes: 4_321, ...(scriptId !== undefined && { scriptId }) })

async function pagesOf<T>(source: AsyncIterable<T>): Promise<T[]> {
  const pages: T[] = []
  for await (const page of source) pages.push(page)
  return pages
}

/**
 * Tests of every audio index (architecture §4). `open` returns an empty index; when called again, a second view of it.
 */
export function audioIndexContract(
  name: string,
  make: () => Promise<{ open: () => Promise<AudioIndex>; remove: () => Promise<void> }>,
): void {
  describe(`${name}: audio index`, () => {
    let made: Awaited<ReturnType<typeof make>>
    let index: AudioIndex
    beforeEach(async () => {
      made = await make()
      index = await made.open()
    })
    afterEach(async () => {
      await index.close()
      await made.remove()
    })

    const pathsOf = async (...args: Parameters<AudioIndex['ofScript']>) =>
      (await index.ofScript(...args)).map(({ path }) => path)

    test('returns a stored clip; another clip at its path replaces it', async () => {
      expect(await index.find('a')).toBeUndefined()
      expect(await index.ofScript('s1')).toEqual([])
      await index.put(clip('a', 's1'))
      expect(await index.find('a')).toEqual(clip('a', 's1'))
      await index.put({ ...clip('a', 's1'), bytes: 7 })
      expect(await index.find('a')).toMatchObject({ bytes: 7 })
      expect(await pathsOf('s1')).toEqual(['a'])
      await index.put(clip('preview'))
      expect(await index.find('preview')).toEqual(clip('preview'))
    })

    test('removes by path', async () => {
      for (const path of ['a', 'b', 'c']) await index.put(clip(path, 's1'))
      await index.remove(['a', 'c', 'not there'])
      await index.remove([])
      expect(await pathsOf('s1')).toEqual(['b'])
    })

    test('returns many clips in pages, and removes them in steps that let other requests run', async () => {
      const paths = Array.from({ length: 601 }, (_, n) => `p${n}`)
      const clips = [...paths.map((path) => clip(path, 's1')), clip('other', 's2'), clip('preview')]
      // A server may reject too many concurrent writes.
      for (let start = 0; start < clips.length; start += 50)
        await Promise.all(clips.slice(start, start + 50).map((each) => index.put(each)))
      const pages = await pagesOf(index.pathsOf('s1'))
      expect(pages.flat().toSorted()).toEqual(paths.toSorted())
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(600)
      expect((await pagesOf(index.pathsOf('nothing'))).flat()).toEqual([])
      // decision 0053: returns all clips in the order of their paths.
      const every = (await pagesOf<readonly StoredClip[]>(index.everyClip())).flat()
      expect(every.map(({ path }) => path)).toEqual([...paths, 'other', 'preview'].sort())
      expect(every.find(({ path }) => path === 'p0')).toEqual(clip('p0', 's1'))

      let turns = 0
      const turn = () => {
        turns += 1
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      await index.removeScript('s1')
      clearImmediate(next)
      expect(turns).toBeGreaterThan(0)
      expect(await pathsOf('s1')).toEqual([])
      expect(await pathsOf('s2')).toEqual(['other'])
      expect(await index.find('preview')).toBeDefined()
    })

    test('forgets only erased scripts, after some time, once they have no clips', async () => {
      const later = Date.now() + 60_000
      await index.raiseEpoch('s1', { erased: true })
      await index.raiseEpoch('s2', { erased: false })
      await index.forgetErased(Date.now() - 60_000, Date.now())
      expect(await index.stateOf('s1')).toMatchObject({ epoch: 1, erased: true })
      await index.put(clip('late', 's1'))
      await index.forgetErased(later, later)
      expect(await index.stateOf('s1')).toMatchObject({ epoch: 1, erased: true })
      await index.removeScript('s1')
      await index.raiseTextEpoch('s1', 'text')
      await index.forgetErased(later, later)
      expect(await index.stateOf('s1', 'text')).toEqual({ epoch: 0, textEpoch: 0, erased: false })
      expect(await index.versionOf('s1')).toEqual({ changed: 0, removed: 0 })
      expect(await index.stateOf('s2')).toMatchObject({ epoch: 1, erased: false })
    })

    test('starts a new epoch for each clearing; an erased script stays erased', async () => {
      expect(await index.stateOf('s1')).toEqual({ epoch: 0, textEpoch: 0, erased: false })
      for (const [epoch, erased] of [false, true, false].entries()) {
        await index.raiseEpoch('s1', { erased })
        expect(await index.stateOf('s1')).toMatchObject({ epoch: epoch + 1, erased: epoch > 0 })
      }
      expect(await index.stateOf('s2')).toMatchObject({ epoch: 0, erased: false })
    })

    test('starts a new epoch of one text when it is cleared, without closing the narration', async () => {
      await index.openNarration('s1', 1)
      await index.raiseTextEpoch('s1', 'text')
      await index.raiseTextEpoch('s1', 'text')
      expect(await index.stateOf('s1', 'text')).toEqual({ epoch: 0, textEpoch: 2, erased: false })
      expect(await index.stateOf('s1', 'other')).toMatchObject({ textEpoch: 0 })
      expect(await index.stateOf('s2', 'text')).toMatchObject({ textEpoch: 0 })
      expect(await index.claimNarrations(100, 200, 10)).toEqual(['s1'])
      await index.raiseEpoch('s1', { erased: false })
      expect(await index.stateOf('s1', 'text')).toEqual({ epoch: 1, textEpoch: 0, erased: false })
    })

    test('changes the version of a script only when its clips are put or removed', async () => {
      expect(await index.versionOf('s1')).toEqual({ changed: 0, removed: 0 })
      const changed = [0]
      const removed = [0]
      const step = async (change: Promise<void>) => {
        await change
        const version = await index.versionOf('s1')
        changed.push(version.changed)
        removed.push(version.removed)
      }
      await step(index.put(clip('a', 's1')))
      await step(index.put(clip('b', 's1')))
      await step(index.put({ ...clip('b', 's1'), bytes: 7 }))
      expect(removed).toEqual([0, 0, 0, 0])
      await step(index.remove(['a']))
      await step(index.removeScript('s1'))
      expect([new Set(changed).size, new Set(removed).size]).toEqual([6, 3])
      await step(index.put(clip('c', 's2')))
      await step(index.put(clip('p')))
      await step(index.remove(['p', 'not there']))
      expect([new Set(changed).size, new Set(removed).size]).toEqual([6, 3])
    })

    test('returns paths that were put at a version or later', async () => {
      const since = async (version?: number) =>
        (await pagesOf(index.pathsOf('s1', version))).flat().toSorted()
      // Versions follow the clock; those within one millisecond are unordered.
      const later = async () => {
        const { changed } = await index.versionOf('s1')
        while (Date.now() * 1_000 <= changed) await nextTurn()
        return changed
      }
      await index.put(clip('b', 's1'))
      await later()
      await index.put(clip('a', 's1'))
      const changed = await later()
      expect(await since(changed)).toEqual(['a'])
      expect(await since(changed + 1)).toEqual([])
      await index.put({ ...clip('b', 's1'), bytes: 7 })
      await index.put(clip('c', 's1'))
      await index.put(clip('d', 's2'))
      expect(await since(changed + 1)).toEqual(['b', 'c'])
      expect(await since()).toEqual(['a', 'b', 'c'])
    })

    test('returns the clips of some texts of a script, in every voice', async () => {
      await index.put({ ...clip('a', 's1'), textHash: 'one' })
      await index.put({ ...clip('b', 's1'), textHash: 'one', voiceId: 'local:other' })
      await index.put({ ...clip('c', 's1'), textHash: 'two' })
      await index.put({ ...clip('d', 's2'), textHash: 'one' })
      const ofTexts = async (...texts: string[]) =>
        (await index.ofTexts('s1', texts)).map(({ path }) => path).toSorted()
      expect(await ofTexts('one')).toEqual(['a', 'b'])
      expect(await ofTexts('two', 'one', 'one', 'three')).toEqual(['a', 'b', 'c'])
      expect(await ofTexts()).toEqual([])
    })

    test('returns pages of the clips of a script in the order of their paths', async () => {
      for (const path of ['d', 'a', 'c', 'b']) await index.put(clip(path, 's1'))
      await index.put(clip('aa', 's2'))
      expect(await pathsOf('s1', { limit: 3 })).toEqual(['a', 'b', 'c'])
      expect(await pathsOf('s1', { after: 'c', limit: 3 })).toEqual(['d'])
      expect(await index.ofScript('s1', { after: 'c', limit: 1 })).toEqual([clip('d', 's1')])
    })

    narrationsContract(() => ({ index, open: made.open }))

    test('stores a default voice per user', async () => {
      await index.setDefaultVoice('u1', 'local:a')
      await index.setDefaultVoice('u1', 'local:b')
      await index.setDefaultVoice('u2', 'local:c')
      expect(await index.defaultVoice('u1')).toBe('local:b')
      await index.setDefaultVoice('u1', null)
      await index.setDefaultVoice('unknown', null)
      expect(await index.defaultVoice('u1')).toBeUndefined()
      expect(await index.defaultVoice('u2')).toBe('local:c')
    })

    ledgersContract(() => ({ index, open: made.open }))
    peopleContract(() => ({ index }))

    test('makes each write visible to other processes immediately', async () => {
      const other = await made.open()
      try {
        await index.put(clip('a', 's1'))
        expect(await other.find('a')).toBeDefined()
        await other.raiseEpoch('s1', { erased: false })
        expect(await index.stateOf('s1')).toMatchObject({ epoch: 1 })
        await other.check()
      } finally {
        await other.close()
      }
    })
  })
}

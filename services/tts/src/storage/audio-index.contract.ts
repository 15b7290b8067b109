import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AudioIndex, StoredClip } from './audio-index.ts'
import { ledgersContract } from './ledgers.contract.ts'
import { narrationsContract } from './narrations.contract.ts'
import { peopleContract } from './people.contract.ts'

/** What every audio index must do (architecture §4). `open` returns an empty one; `reopen` a second view of the same data. */
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

    /** Some at a time: a server that is asked for all at once may refuse some. */
    const putAll = async (clips: readonly StoredClip[]) => {
      for (let start = 0; start < clips.length; start += 50)
        await Promise.all(clips.slice(start, start + 50).map((each) => index.put(each)))
    }

    test('a clip comes back as it was put, and another put of its path replaces it', async () => {
      await index.put(clip('scripts/s1/v/a.mp3', 's1'))
      expect(await index.find('scripts/s1/v/a.mp3')).toEqual(clip('scripts/s1/v/a.mp3', 's1'))
      await index.put({ ...clip('scripts/s1/v/a.mp3', 's1'), bytes: 7 })
      expect(await index.find('scripts/s1/v/a.mp3')).toMatchObject({ bytes: 7 })
      expect(await index.ofScript('s1')).toHaveLength(1)
    })

    test('what was never put is not there', async () => {
      expect(await index.find('nothing')).toBeUndefined()
      expect(await index.ofScript('nothing')).toEqual([])
      expect(await index.defaultVoice('nobody')).toBeUndefined()
    })

    test('previews belong to no script', async () => {
      await index.put(clip('previews/v/a.mp3'))
      expect(await index.find('previews/v/a.mp3')).toEqual(clip('previews/v/a.mp3'))
      expect(await index.ofScript('undefined')).toEqual([])
    })

    test('removing a script takes its clips and no others', async () => {
      for (const path of ['a', 'b']) await index.put(clip(path, 's1'))
      await index.put(clip('c', 's2'))
      await index.put(clip('p'))
      await index.removeScript('s1')
      expect(await index.ofScript('s1')).toEqual([])
      expect(await index.ofScript('s2')).toHaveLength(1)
      expect(await index.find('p')).toBeDefined()
    })

    test('removing a script of many clips leaves others their turns, and none of its clips', async () => {
      await putAll(Array.from({ length: 1_201 }, (_, n) => clip(`p${n}`, 's1')))
      let turns = 0
      const turn = () => {
        turns += 1
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      await index.removeScript('s1')
      clearImmediate(next)
      expect(turns).toBeGreaterThan(0)
      expect(await index.ofScript('s1')).toEqual([])
    })

    test('removing by path takes just these', async () => {
      for (const path of ['a', 'b', 'c']) await index.put(clip(path, 's1'))
      await index.remove(['a', 'c', 'not there'])
      await index.remove([])
      expect((await index.ofScript('s1')).map((each) => each.path)).toEqual(['b'])
    })

    test('a script that was erased is forgotten when that was long ago and no clip of it is left, and no other', async () => {
      const later = Date.now() + 60_000
      await index.raiseEpoch('s1', { erased: true })
      await index.raiseEpoch('s2', { erased: false })
      await index.forgetErased(Date.now() - 60_000, Date.now())
      expect(await index.stateOf('s1')).toMatchObject({ epoch: 1, erased: true })
      await index.put(clip('scripts/s1/v/late.mp3', 's1'))
      await index.forgetErased(later, later)
      expect(await index.stateOf('s1')).toMatchObject({ epoch: 1, erased: true })
      await index.removeScript('s1')
      await index.raiseTextEpoch('s1', 'text')
      await index.forgetErased(later, later)
      expect(await index.stateOf('s1', 'text')).toEqual({ epoch: 0, textEpoch: 0, erased: false })
      expect(await index.versionOf('s1')).toEqual({ changed: 0, removed: 0 })
      expect(await index.stateOf('s2')).toMatchObject({ epoch: 1, erased: false })
    })

    test('each clearing is a new epoch; an erased script stays erased', async () => {
      expect(await index.stateOf('s1')).toEqual({ epoch: 0, textEpoch: 0, erased: false })
      await index.raiseEpoch('s1', { erased: false })
      expect(await index.stateOf('s1')).toMatchObject({ epoch: 1, erased: false })
      await index.raiseEpoch('s1', { erased: true })
      await index.raiseEpoch('s1', { erased: false })
      expect(await index.stateOf('s1')).toMatchObject({ epoch: 3, erased: true })
      expect(await index.stateOf('s2')).toMatchObject({ epoch: 0, erased: false })
    })

    test('clearing one text is a new epoch of that text alone, and ends no narration', async () => {
      await index.openNarration('s1', 1)
      await index.raiseTextEpoch('s1', 'text')
      await index.raiseTextEpoch('s1', 'text')
      expect(await index.stateOf('s1', 'text')).toEqual({ epoch: 0, textEpoch: 2, erased: false })
      expect(await index.stateOf('s1', 'other')).toEqual({ epoch: 0, textEpoch: 0, erased: false })
      expect(await index.stateOf('s2', 'text')).toEqual({ epoch: 0, textEpoch: 0, erased: false })
      expect(await index.claimNarrations(100, 200, 10)).toEqual(['s1'])
      await index.raiseEpoch('s1', { erased: false })
      expect(await index.stateOf('s1', 'text')).toEqual({ epoch: 1, textEpoch: 0, erased: false })
    })

    test('the version of a script changes with every clip that is put or removed, and with no other', async () => {
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

    test('paths since a version are those that were put at it or later', async () => {
      const since = async (version?: number) => {
        const paths: string[] = []
        for await (const page of index.pathsOf('s1', version)) paths.push(...page)
        return paths
      }
      // Versions are by the clock: those of one millisecond are in no order.
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
      expect((await since(changed + 1)).toSorted()).toEqual(['b', 'c'])
      expect((await since()).toSorted()).toEqual(['a', 'b', 'c'])
    })

    test('clips of some texts are those of their script in every voice', async () => {
      await index.put({ ...clip('a', 's1'), textHash: 'one' })
      await index.put({ ...clip('b', 's1'), textHash: 'one', voiceId: 'local:other' })
      await index.put({ ...clip('c', 's1'), textHash: 'two' })
      await index.put({ ...clip('d', 's2'), textHash: 'one' })
      const pathsOf = async (...texts: string[]) =>
        (await index.ofTexts('s1', texts)).map(({ path }) => path).toSorted()
      expect(await pathsOf('one')).toEqual(['a', 'b'])
      expect(await pathsOf('two', 'one', 'one', 'three')).toEqual(['a', 'b', 'c'])
      expect(await pathsOf('three')).toEqual([])
      expect(await pathsOf()).toEqual([])
    })

    test('clips of a script come by pages in the order of their paths', async () => {
      for (const path of ['d', 'a', 'c', 'b']) await index.put(clip(path, 's1'))
      await index.put(clip('aa', 's2'))
      const page = async (after?: string) =>
        (await index.ofScript('s1', { after, limit: 3 })).map(({ path }) => path)
      expect(await page()).toEqual(['a', 'b', 'c'])
      expect(await page('c')).toEqual(['d'])
      expect(await page('d')).toEqual([])
      expect(await index.ofScript('s1', { after: 'c', limit: 1 })).toEqual([clip('d', 's1')])
    })

    test('paths of a script come in pages', async () => {
      const paths = Array.from({ length: 1_201 }, (_, n) => `p${n}`)
      await putAll([...paths.map((path) => clip(path, 's1')), clip('other', 's2')])
      const pages: (readonly string[])[] = []
      for await (const page of index.pathsOf('s1')) pages.push(page)
      expect(pages.flat().toSorted()).toEqual(paths.toSorted())
      expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(600)
      for await (const page of index.pathsOf('nothing')) expect(page).toEqual([])
    })

    test('decision 0053: every clip comes, of scripts and previews, in the order of their paths', async () => {
      const paths = Array.from({ length: 1_101 }, (_, n) => `p${n}`)
      await putAll([...paths.map((path) => clip(path, `s${path.length}`)), clip('preview')])
      const found: StoredClip[] = []
      for await (const page of index.everyClip()) found.push(...page)
      expect(found.map(({ path }) => path)).toEqual([...paths, 'preview'].sort())
      expect(found[0]).toEqual(clip('p0', 's2'))
    })

    narrationsContract(() => ({ index, open: made.open }))

    test('a default voice is kept per person', async () => {
      await index.setDefaultVoice('u1', 'local:a')
      await index.setDefaultVoice('u1', 'local:b')
      await index.setDefaultVoice('u2', 'local:c')
      expect(await index.defaultVoice('u1')).toBe('local:b')
      expect(await index.defaultVoice('u2')).toBe('local:c')
      await index.setDefaultVoice('u1', null)
      await index.setDefaultVoice('nobody', null)
      expect(await index.defaultVoice('u1')).toBeUndefined()
      expect(await index.defaultVoice('u2')).toBe('local:c')
    })

    ledgersContract(() => ({ index, open: made.open }))
    peopleContract(() => ({ index }))

    test('another process sees what is written at once', async () => {
      const other = await made.open()
      try {
        await index.put(clip('a', 's1'))
        expect(await other.find('a')).toBeDefined()
        await other.raiseEpoch('s1', { erased: false })
        expect(await index.stateOf('s1')).toMatchObject({ epoch: 1 })
        await expect(other.check()).resolves.toBeUndefined()
      } finally {
        await other.close()
      }
    })
  })
}

const clip = (path: string, scriptId?: string): StoredClip => ({
  path,
  ...(scriptId === undefined ? {} : { scriptId }),
  contentType: 'audio/mpeg',
  voiceId: 'local:slt',
  textHash: 'f'.repeat(64),
  durationMs: 1_234.5,
  bytes: 4_321,
  lastUpdated: '2026-01-02T03:04:05.678Z',
})

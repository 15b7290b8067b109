import { describe, expect, test } from 'vitest'
import { storedClip } from '../testing/stored-clip.ts'
import type { AudioIndex } from './audio-index.ts'

const USE = { ownerId: 'ada', day: '2026-01-02' }
/** Tests of the part of an audio index that forgets users (product §10). */
export function peopleContract(of: () => { index: AudioIndex }): void {
  describe('users with deleted accounts', () => {
    test('lose default voice and usage, and get no new ones', async () => {
      const { index } = of()
      for (const uid of ['ada', 'eve']) {
        await index.setDefaultVoice(uid, 'v')
        await index.addUsage({ ...USE, ownerId: uid }, 5)
      }
      expect(await index.isClosed('ada')).toBe(false)
      await index.closePerson('ada', 1_000)
      await index.closePerson('ada', 9_000)
      await index.setDefaultVoice('ada', 'v')
      await index.addUsage(USE, 5)
      await index.put(storedClip({ path: 'a' }), USE)
      expect(await index.isClosed('ada')).toBe(true)
      expect(await index.defaultVoice('ada')).toBeUndefined()
      expect(await index.usage(USE)).toBe(0)
      expect(await index.isClosed('eve')).toBe(false)
      expect(await index.defaultVoice('eve')).toBe('v')
      expect(await index.usage({ ...USE, ownerId: 'eve' })).toBe(5)
    })

    test('are forgotten after a time, counted from the last deletion', async () => {
      const { index } = of()
      await index.closePerson('ada', 1_000)
      await index.closePerson('ada', 9_000)
      await index.closePerson('ada', 8_000)
      await index.forgetClosed(9_000)
      expect(await index.isClosed('ada')).toBe(true)
      await index.forgetClosed(9_001)
      expect(await index.isClosed('ada')).toBe(false)
    })

    test('lose their previews; other users keep theirs', async () => {
      const { index } = of()
      const paths = ['previews/aa/v/1', 'previews/aa/v/2', 'previews/aaa/v/1', 'previews/ab/v/1']
      for (const path of paths) {
        await index.put(storedClip({ path }))
        await index.notePreview({ path, bytes: 1, usedAt: 1 })
      }
      await index.removePreviews('previews/aa/')
      const left = (await index.oldestPreviews(9)).map(({ path }) => path)
      expect(left.toSorted()).toEqual(paths.slice(2))
      const found = await Promise.all(paths.map((path) => index.find(path)))
      expect(found.flatMap((clip) => clip?.path ?? [])).toEqual(paths.slice(2))
    })
  })
}

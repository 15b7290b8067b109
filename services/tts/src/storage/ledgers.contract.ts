import { describe, expect, test } from 'vitest'
import { storedClip } from '../testing/stored-clip.ts'
import type { AudioIndex } from './audio-index.ts'

/** Tests of the part of an audio index that limits usage (architecture §7). `open` returns a second view. */
export function ledgersContract(of: () => { index: AudioIndex; open: () => Promise<AudioIndex> }): void {
  describe('usage', () => {
    const [u1, next, u2] = [
      { ownerId: 'u1', day: '2026-01-02' },
      { ownerId: 'u1', day: '2026-01-03' },
      { ownerId: 'u2', day: '2026-01-02' },
    ] as const
    const usages = () => Promise.all([u1, next, u2].map((use) => of().index.usage(use)))

    test('is added up per user and day, including stored clips, and is forgotten for past days', async () => {
      const { index } = of()
      expect(await usages()).toEqual([0, 0, 0])
      await index.addUsage(u1, 1_000.5)
      await index.addUsage(u1, 2_000)
      await index.addUsage(next, 7)
      await index.addUsage(u2, 9)
      expect(await usages()).toEqual([3_000.5, 7, 9])
      await index.put(storedClip({ path: 'a', durationMs: 4 }), u2)
      await index.put(storedClip({ path: 'b' }))
      expect(await usages()).toEqual([3_000.5, 7, 13])
      expect(await index.find('a')).toEqual(storedClip({ path: 'a', durationMs: 4 }))
      await index.forgetUsage('2026-01-03')
      expect(await usages()).toEqual([0, 7, 0])
    })

    test('is complete when several processes count concurrently', async () => {
      const { index, open } = of()
      const other = await open()
      try {
        await Promise.all(Array.from({ length: 40 }, (_, n) => (n % 2 ? index : other).addUsage(u1, 10)))
        expect(await index.usage(u1)).toBe(400)
      } finally {
        await other.close()
      }
    })
  })

  describe('previews', () => {
    test('are sorted by last use, oldest first, and their bytes are summed', async () => {
      const { index } = of()
      expect(await index.oldestPreviews(10)).toEqual([])
      expect(await index.previewBytes()).toBe(0)
      for (const [path, usedAt] of Object.entries({ b: 2, c: 3, a: 1 }))
        await index.notePreview({ path, bytes: 100, usedAt })
      await index.notePreview({ path: 'b', bytes: 50, usedAt: 2 })
      expect((await index.oldestPreviews(2)).map(({ path }) => path)).toEqual(['a', 'b'])
      expect(await index.previewBytes()).toBe(250)
    })

    test('are updated with a use only when the last one is old enough', async () => {
      const { index } = of()
      await index.notePreview({ path: 'a', bytes: 1, usedAt: 1_000 })
      await index.usePreview('a', 5_000, 1_000)
      expect(await index.oldestPreviews(1)).toEqual([{ path: 'a', bytes: 1, usedAt: 1_000 }])
      await index.usePreview('a', 5_000, 1_001)
      expect(await index.oldestPreviews(1)).toEqual([{ path: 'a', bytes: 1, usedAt: 5_000 }])
      await index.usePreview('not there', 5_000, 1_001)
      expect(await index.previewBytes()).toBe(1)
    })

    test('are not forgotten if they were used since they were read', async () => {
      const { index } = of()
      const seen = { path: 'a', bytes: 1, usedAt: 1_000 }
      await index.notePreview(seen)
      await index.usePreview('a', 5_000, 5_000)
      await index.forgetPreview(seen)
      expect(await index.previewBytes()).toBe(1)
      await index.forgetPreview({ ...seen, usedAt: 5_000 })
      expect(await index.previewBytes()).toBe(0)
    })
  })
}

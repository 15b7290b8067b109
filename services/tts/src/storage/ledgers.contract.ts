import { describe, expect, test } from 'vitest'
import type { AudioIndex } from './audio-index.ts'

/** The part of the audio index's contract that limits what people use (architecture §7). `open` gives a second view. */
export function ledgersContract(of: () => { index: AudioIndex; open: () => Promise<AudioIndex> }): void {
  describe('usage', () => {
    test('adds up per person and day', async () => {
      const { index } = of()
      expect(await index.usage({ ownerId: 'u1', day: '2026-01-02' })).toBe(0)
      await index.addUsage({ ownerId: 'u1', day: '2026-01-02' }, 1_000.5)
      await index.addUsage({ ownerId: 'u1', day: '2026-01-02' }, 2_000)
      await index.addUsage({ ownerId: 'u1', day: '2026-01-03' }, 7)
      await index.addUsage({ ownerId: 'u2', day: '2026-01-02' }, 9)
      expect(await index.usage({ ownerId: 'u1', day: '2026-01-02' })).toBe(3_000.5)
      expect(await index.usage({ ownerId: 'u1', day: '2026-01-03' })).toBe(7)
      expect(await index.usage({ ownerId: 'u2', day: '2026-01-02' })).toBe(9)
    })

    test('counts a clip that is put', async () => {
      const { index } = of()
      const use = { ownerId: 'u1', day: '2026-01-02' }
      const clip = {
        path: 'a',
        contentType: 'audio/mpeg',
        voiceId: 'local:slt',
        textHash: 'f'.repeat(64),
        durationMs: 1_234.5,
        bytes: 1,
        lastUpdated: '2026-01-02T03:04:05.678Z',
      }
      await index.put(clip, use)
      await index.put({ ...clip, path: 'b' })
      expect(await index.usage(use)).toBe(1_234.5)
      expect(await index.find('a')).toEqual(clip)
    })

    test('forgets days that are over', async () => {
      const { index } = of()
      await index.addUsage({ ownerId: 'u1', day: '2026-01-02' }, 1)
      await index.addUsage({ ownerId: 'u1', day: '2026-01-03' }, 2)
      await index.forgetUsage('2026-01-03')
      expect(await index.usage({ ownerId: 'u1', day: '2026-01-02' })).toBe(0)
      expect(await index.usage({ ownerId: 'u1', day: '2026-01-03' })).toBe(2)
    })

    test('loses nothing when several processes count at once', async () => {
      const { index, open } = of()
      const other = await open()
      try {
        await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            (n % 2 ? index : other).addUsage({ ownerId: 'u1', day: '2026-01-02' }, 10),
          ),
        )
        expect(await index.usage({ ownerId: 'u1', day: '2026-01-02' })).toBe(400)
      } finally {
        await other.close()
      }
    })
  })

  describe('previews', () => {
    test('those unused for longest come first, with the bytes of all', async () => {
      const { index } = of()
      expect(await index.oldestPreviews(10)).toEqual([])
      expect(await index.previewBytes()).toBe(0)
      for (const [path, usedAt] of [
        ['b', 2],
        ['c', 3],
        ['a', 1],
      ] as const)
        await index.notePreview({ path, bytes: 100, usedAt })
      await index.notePreview({ path: 'b', bytes: 50, usedAt: 2 })
      expect((await index.oldestPreviews(2)).map(({ path }) => path)).toEqual(['a', 'b'])
      expect(await index.previewBytes()).toBe(250)
    })

    test('a use is noted only when the last one is old enough', async () => {
      const { index } = of()
      await index.notePreview({ path: 'a', bytes: 1, usedAt: 1_000 })
      await index.usePreview('a', 5_000, 1_000)
      expect(await index.oldestPreviews(1)).toEqual([{ path: 'a', bytes: 1, usedAt: 1_000 }])
      await index.usePreview('a', 5_000, 1_001)
      expect(await index.oldestPreviews(1)).toEqual([{ path: 'a', bytes: 1, usedAt: 5_000 }])
      await index.usePreview('not there', 5_000, 1_001)
      expect(await index.previewBytes()).toBe(1)
    })

    test('one that was used since it was seen is not forgotten', async () => {
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

import { describe, expect, test } from 'vitest'
import type { AudioIndex } from './audio-index.ts'

/** Tests of the part of an audio index for narrations in progress (architecture §7). `open` returns a second view. */
export function narrationsContract(of: () => { index: AudioIndex; open: () => Promise<AudioIndex> }): void {
  describe('narrations', () => {
    test('are claimed once per check until they are closed', async () => {
      const { index } = of()
      await index.openNarration('s1', 1_000)
      await index.openNarration('s2', 2_000)
      expect(await index.claimNarrations(1_500, 5_000, 10)).toEqual(['s1'])
      expect(await index.claimNarrations(1_500, 5_000, 10)).toEqual([])
      expect((await index.claimNarrations(6_000, 7_000, 10)).toSorted()).toEqual(['s1', 's2'])
      await index.closeNarration('s1', 7_000)
      expect(await index.claimNarrations(8_000, 9_000, 10)).toEqual(['s2'])
    })

    test('product §10: are closed only if they were not opened again', async () => {
      const { index } = of()
      await index.openNarration('s1', 1_000)
      await index.openNarration('s1', 1_001)
      await index.closeNarration('s1', 1_000)
      expect(await index.claimNarrations(2_000, 3_000, 10)).toEqual(['s1'])
      await index.closeNarration('s1', 1_001)
      expect(await index.claimNarrations(4_000, 5_000, 10)).toEqual(['s1'])
    })

    test('are claimed oldest first, up to the limit', async () => {
      const { index } = of()
      for (const [at, id] of ['c', 'a', 'b'].entries()) await index.openNarration(id, at)
      expect(await index.claimNarrations(100, 200, 2)).toEqual(expect.arrayContaining(['c', 'a']))
      expect(await index.claimNarrations(100, 200, 2)).toEqual(['b'])
    })

    test('end when the script is cleared, and never start for an erased script', async () => {
      const { index } = of()
      await index.openNarration('s1', 1)
      expect(await index.isUnderWay('s1')).toBe(true)
      await index.raiseEpoch('s1', { erased: false })
      expect(await index.isUnderWay('s1')).toBe(false)
      expect(await index.claimNarrations(100, 200, 10)).toEqual([])
      await index.openNarration('s1', 1)
      expect(await index.isUnderWay('s1')).toBe(true)
      expect(await index.claimNarrations(100, 200, 10)).toEqual(['s1'])
      await index.raiseEpoch('s1', { erased: true })
      await index.openNarration('s1', 1)
      expect(await index.isUnderWay('s1')).toBe(false)
      expect(await index.claimNarrations(100, 200, 10)).toEqual([])
    })

    test('are all claimed when two processes claim concurrently', async () => {
      const { index, open } = of()
      const other = await open()
      try {
        for (let n = 0; n < 20; n += 1) await index.openNarration(`s${n}`, n)
        const claimed = await Promise.all([
          index.claimNarrations(100, 200, 20),
          other.claimNarrations(100, 200, 20),
        ])
        expect(new Set(claimed.flat())).toEqual(new Set(Array.from({ length: 20 }, (_, n) => `s${n}`)))
      } finally {
        await other.close()
      }
    })
  })
}

import { expect, test } from 'vitest'
import type { ScriptClips, ScriptHead, ScriptClipsReader } from '../clips/script-clips.ts'
import { Allowance } from '../pipeline/allowance.ts'
import { narrationCounts } from './narration-counts.ts'

const NOON = Date.UTC(2026, 0, 2, 12)
const HOURS = 12
const HEAD = { scriptId: 's1', ownerId: 'ann' } as ScriptHead

/** Counts of a script with so many lines that wait, whose owner has used so many hours today. */
const counted = ({ waiting = 0, used = 0, isGone = false }) => {
  const usage = async ({ ownerId, day }: { ownerId: string; day: string }) =>
    ownerId === 'ann' && day === '2026-01-02' ? used * 3_600_000 : 0
  return narrationCounts(
    {
      scriptClips: {
        of: async () => (isGone ? undefined : ({} as ScriptClips)),
      } as unknown as ScriptClipsReader,
      status: { of: async () => ({ total: 5, ready: 5 - waiting, waiting, failed: 0 }) },
      allowance: new Allowance({ usage }, { hours: HOURS, now: () => NOON }),
    },
    HEAD,
    {},
  )
}

test('a deleted script has no figures', async () => {
  expect(await counted({ isGone: true, waiting: 1 })).toBeUndefined()
})

test('product §10 while lines wait and the allowance of the owner is used up, it is said until when they wait', async () => {
  const counts = { total: 5, ready: 4, waiting: 1, failed: 0 }
  expect(await counted({ waiting: 1, used: HOURS - 1 })).toEqual(counts)
  expect(await counted({ waiting: 1, used: HOURS })).toEqual({
    ...counts,
    pausedUntil: '2026-01-03T00:00:00.000Z',
  })
})

test('a script of which no line waits is not paused', async () => {
  expect(await counted({ waiting: 0, used: HOURS })).toEqual({ total: 5, ready: 5, waiting: 0, failed: 0 })
})

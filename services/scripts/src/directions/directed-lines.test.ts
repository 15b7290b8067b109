import { expect, test } from 'vitest'
import { ONLY_DRAFT } from '../store/drafts/draft-store.ts'
import type { Directions } from '../store/direction-save.ts'
import { createDirectionReader } from './directed-lines.ts'

test('directions of recently used scripts are cached by their size: those with recordings are large', async () => {
  const word = { at: 0, length: 1, ms: 300, pauseMs: 0, semitones: [1, 2, 3, 4, 5] }
  const delivery = { melody: Array.from({ length: 150 }, () => word) }
  const take = { id: 'take-0001', delivery, by: 0, at: 0 }
  const direction = { version: 1, takes: [take], chosen: null }
  const directions: Directions = new Map(Array.from({ length: 80 }, (_, n) => [`l${n}`, direction]))
  let reads = 0
  const find = (async () => {
    reads += 1
    return { id: 'a', ownerId: 'ada', castingVersion: 1, directions, draft: ONLY_DRAFT }
  }) as unknown as Parameters<typeof createDirectionReader>[0]['find']
  const read = createDirectionReader({ find }, async () => undefined)
  await read('s0', 1)
  await read('s0', 1)
  expect(reads).toBe(1)
  for (let n = 1; n < 20; n += 1) await read(`s${n}`, 1)
  await read('s0', 1)
  expect(reads).toBe(21)
})

import { describe, expect, test } from 'vitest'
import type { Overview, WorkerRow } from './overview.ts'
import { concernsOf } from './page/concerns.ts'
import { bytes, duration, many } from './page/words.ts'

describe('product §15: amounts have a unit', () => {
  test.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [150_400_000, '150 MB'],
    [67_191_226_368, '67.2 GB'],
    [203_000_000_000, '203 GB'],
    [1_500_000_000_000, '1.5 TB'],
  ])('%d bytes: %s', (value, text) => expect(bytes(value)).toBe(text))

  test.each([
    [0, '0 s'],
    [0.012, '12 ms'],
    [4.52, '4.5 s'],
    [42, '42 s'],
    [60, '1 min'],
    [3_599, '59 min 59 s'],
    [3_600, '1 h'],
    [11_520, '3 h 12 min'],
    [86_400, '1 day'],
    [266_400, '3 days 2 h'],
  ])('%d seconds: %s', (value, text) => expect(duration(value)).toBe(text))

  test('singular and plural', () => {
    expect([many(1, 'part'), many(2, 'part')]).toEqual(['1 part', '2 parts'])
  })
})

const part = { part: 'tts', at: 't:1', state: 'up' } as const
const worker: WorkerRow = { at: 'w:1', state: 'up', doing: [], lanes: [], refusing: false, clips: 0 }
const queue = { queue: 'line-audio', waiting: 0, prioritised: 0, active: 0, delayed: 0, failed: 0 }
const well: Overview = {
  at: '2026-11-25T12:00:00.000Z',
  watchedSince: '2026-11-25T11:00:00.000Z',
  parts: [part],
  watchesOnlyItself: false,
  mixed: false,
  pages: [],
  queues: [queue],
  queueMemory: { usedBytes: 1, limitBytes: 0 },
  workers: [worker],
  speed: { seconds: 60, clips: 1, soundSeconds: 3, firstSound: { count: 0 }, waitingNow: 0 },
  failures: { seconds: 60, rows: [] },
  disks: [{ parts: ['tts'], at: 't', freeBytes: 50, sizeBytes: 100 }],
}

describe('product §15: the summary lists concerns', () => {
  test.each<[Partial<Overview>, string]>([
    [
      { parts: [{ ...part, state: 'away', why: 'connection refused' }] },
      'tts at t:1 is unavailable: connection refused.',
    ],
    [
      { parts: [{ ...part, state: 'not ready', why: 'lacks redis' }] },
      'tts at t:1 is not ready: lacks redis.',
    ],
    [{ workers: [{ ...worker, state: 'away' }] }, 'No worker is up: no new clips are made.'],
    [
      { workers: [{ ...worker, refusing: true }] },
      'The worker at w:1 makes no clips because it cannot store them.',
    ],
    [{ queues: [] }, 'Redis is unavailable: the number of waiting jobs is unknown.'],
    [
      { disks: [{ parts: ['tts', 'worker'], at: 't', freeBytes: 5_000_000, sizeBytes: 100_000_000 }] },
      'The disk of tts, worker has 5 MB left.',
    ],
    [{ queueMemory: { usedBytes: 9, limitBytes: 10 } }, 'The memory of the queue is 90 % full.'],
    [{ mixed: true }, 'Parts of different releases are running.'],
  ])('%j', (more, sentence) => expect(concernsOf({ ...well, ...more })).toEqual([sentence]))

  test('and is empty when all is well', () => {
    expect(concernsOf(well)).toEqual([])
    expect(concernsOf({ ...well, workers: [] })).toEqual([])
  })
})

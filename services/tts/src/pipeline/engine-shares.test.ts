import { sharesOf, type Share } from '@andscene/service-kit/shares'
import { describe, expect, test } from 'vitest'
import { ttsHarness } from '../testing/tts-harness.ts'
import { EngineShares } from './engine-shares.ts'

const on = ttsHarness()
const ann = sharesOf({ uid: 'ann' })
const bob = sharesOf({ uid: 'bob' })
const open = () => new EngineShares(on.harness.lineAudio, on.harness.environment.QUEUE_PREFIX)

const guest = (linkId: string, address: string, ownerId = 'ann') =>
  sharesOf({ uid: 'g', guest: { linkId, scriptId: 's1', ownerId } }, address)

/** Tolerates the time that passes meanwhile. */
const about = (ms: number) =>
  expect.toSatisfy((value: number) => value <= ms && value >= Math.max(0, ms - 5_000))

type Step = [clip: string, ms: number, expected: number | undefined, shares?: readonly Share[]]
const settled = (clip: string, ms: number, shares: readonly Share[] = ann): Step => [
  clip,
  ms,
  undefined,
  shares,
]
const [at1, at2] = ['203.0.113.1', '203.0.113.2'] as const

describe('architecture §7: engine time', () => {
  // Each step reserves a time and expects the lead of the share; a step without an expectation settles it.
  test.each<[string, ...Step[]]>([
    [
      'is reserved by estimates, each clip once, for its own share only',
      ['a', 10_000, 0],
      ['b', 10_000, 10_000],
      ['b', 10_000, 10_000],
      ['c', 10_000, 20_000],
      ['a', 10_000, 0, bob],
    ],
    [
      'of a repeated request excludes later requests, until it is settled',
      ['before', 5_000, 0],
      ['line', 10_000, 5_000],
      ['next line', 20_000, 15_000],
      ['line', 10_000, 5_000],
      settled('line', 10_000),
      ['line', 10_000, 35_000],
    ],
    [
      'is replaced by the measured time, once',
      ['a', 10_000, 0],
      settled('a', 30_000),
      settled('a', 30_000),
      ['b', 10_000, 30_000],
      settled('b', 0),
      ['c', 10_000, 30_000],
    ],
    ['is returned for a clip that was already stored', ['a', 10_000, 0], settled('a', 0), ['b', 1, 0]],
    [
      'of a guest counts for the share with the most use',
      ['a', 10_000, 0, guest('l1', at1)],
      ['b', 10_000, 10_000, guest('l2', at2)],
      ['c', 1, 10_000, guest('l3', at1, 'bob')],
      ['c', 10_000, 0, ann],
      settled('a', 0, guest('l1', at1)),
      settled('b', 0, guest('l2', at2)),
      ['d', 1, 0, guest('l1', at1)],
    ],
  ])('%s', async (_title, ...steps) => {
    const shares = open()
    const ahead: (number | void)[] = []
    for (const [clip, ms, expected, of = ann] of steps)
      ahead.push(await (expected === undefined ? shares.settle(of, clip, ms) : shares.reserve(of, clip, ms)))
    expect(ahead).toEqual(steps.map(([, , expected]) => expected && about(expected)))
  })

  test('that a share did not use does not accumulate', async () => {
    const shares = open()
    await on.inRedis((redis) => redis.hset(on.key('engine:ann'), 'until', Date.now() - 50_000))
    expect(await shares.reserve(ann, 'a', 10_000.5)).toBe(0)
    expect(await shares.reserve(ann, 'b', 1)).toEqual(about(10_000.5))
  })

  test('is limited to a minute per share, and clips that are not settled expire', async () => {
    const shares = open()
    for (let n = 0; n < 250; n += 1) await shares.reserve(ann, `clip-${n}`, 50_000)
    expect(await shares.reserve(ann, 'next', 1)).toEqual(about(60_000))
    const key = on.key('engine:ann')
    expect(await on.inRedis((redis) => redis.hlen(key))).toBeLessThan(250)
    expect(await on.inRedis((redis) => redis.pttl(key))).toBeGreaterThan(0)
  })
})

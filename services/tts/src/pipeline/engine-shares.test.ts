import { sharesOf } from '@andscene/service-kit/shares'
import { describe, expect, test } from 'vitest'
import { ttsHarness } from '../testing/tts-harness.ts'
import { EngineShares } from './engine-shares.ts'

const on = ttsHarness()
const ann = sharesOf({ uid: 'ann' })
const bob = sharesOf({ uid: 'bob' })
const open = () => new EngineShares(on.harness.lineAudio, on.harness.environment.QUEUE_PREFIX)

const guest = (linkId: string, address: string, ownerId = 'ann') =>
  sharesOf({ uid: 'g', guest: { linkId, scriptId: 's1', ownerId } }, address)

/** Less by the time that passes meanwhile. */
const about = (ms: number) => expect.toSatisfy((value: number) => value <= ms && value > ms - 5_000)

describe('architecture §7: the time of the engines', () => {
  test('is reserved by estimates, each clip once, for its own share alone', async () => {
    const shares = open()
    expect(await shares.reserve(ann, 'a', 10_000)).toBe(0)
    expect(await shares.reserve(ann, 'b', 10_000)).toEqual(about(10_000))
    expect(await shares.reserve(ann, 'b', 10_000)).toEqual(about(10_000))
    expect(await shares.reserve(ann, 'c', 10_000)).toEqual(about(20_000))
    expect(await shares.reserve(bob, 'a', 10_000)).toBe(0)
  })

  test('for a clip that is asked for again counts without what its share asked for since', async () => {
    const shares = open()
    await shares.reserve(ann, 'before', 5_000)
    await shares.reserve(ann, 'line', 10_000)
    await shares.reserve(ann, 'next line', 20_000)
    expect(await shares.reserve(ann, 'line', 10_000)).toEqual(about(5_000))
    // Once it was settled, it is another request.
    await shares.settle(ann, 'line', 10_000)
    expect(await shares.reserve(ann, 'line', 10_000)).toEqual(about(35_000))
  })

  test('counts the measured time once the clip is made', async () => {
    const shares = open()
    await shares.reserve(ann, 'a', 10_000)
    await shares.settle(ann, 'a', 30_000)
    await shares.settle(ann, 'a', 30_000)
    expect(await shares.reserve(ann, 'b', 10_000)).toEqual(about(30_000))
    await shares.settle(ann, 'b', 0)
    expect(await shares.reserve(ann, 'c', 10_000)).toEqual(about(30_000))
  })

  test('a clip that was stored already gives back what was reserved', async () => {
    const shares = open()
    await shares.reserve(ann, 'a', 10_000)
    await shares.settle(ann, 'a', 0)
    expect(await shares.reserve(ann, 'b', 1)).toBe(0)
  })

  test('that a share did not use is not saved up', async () => {
    const shares = open()
    const key = `${on.harness.environment.QUEUE_PREFIX}:tts:engine:ann`
    await on.inRedis((redis) => redis.hset(key, 'until', Date.now() - 50_000))
    expect(await shares.reserve(ann, 'a', 10_000.5)).toBe(0)
    expect(await shares.reserve(ann, 'b', 1)).toEqual(about(10_000.5))
  })

  test('never counts for more than a minute, and clips that are not settled are forgotten', async () => {
    const shares = open()
    for (let n = 0; n < 250; n += 1) await shares.reserve(ann, `clip-${n}`, 50_000)
    expect(await shares.reserve(ann, 'next', 1)).toEqual(about(60_000))
    const { QUEUE_PREFIX } = on.harness.environment
    const [fields, left] = await on.inRedis((redis) =>
      Promise.all([
        redis.hlen(`${QUEUE_PREFIX}:tts:engine:ann`),
        redis.pttl(`${QUEUE_PREFIX}:tts:engine:ann`),
      ]),
    )
    expect(fields).toBeLessThan(250)
    expect(left).toBeGreaterThan(0)
  })

  test('of a guest counts in the fullest of the shares', async () => {
    const shares = open()
    await shares.reserve(guest('l1', '203.0.113.1'), 'a', 10_000)
    expect(await shares.reserve(guest('l2', '203.0.113.2'), 'b', 10_000)).toEqual(about(10_000))
    expect(await shares.reserve(guest('l3', '203.0.113.1', 'bob'), 'c', 1)).toEqual(about(10_000))
    expect(await shares.reserve(ann, 'c', 10_000)).toBe(0)
    await shares.settle(guest('l1', '203.0.113.1'), 'a', 0)
    await shares.settle(guest('l2', '203.0.113.2'), 'b', 0)
    expect(await shares.reserve(guest('l1', '203.0.113.1'), 'd', 1)).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { scriptOf } from '../testing/scripts-stub.ts'
import { plannerHarness } from '../testing/planner-harness.ts'
import { PLAYED, UNPLAYED, fairRank } from './priorities.ts'

const on = plannerHarness()
const { plan, listen, order, make } = on
const cast = async (scriptId: string, ownerId: string, lines = 60) => {
  on.script(scriptId, { ...scriptOf(lines, 'test:one', ownerId), castingVersion: lines })
  await plan({ scriptId })
}
/** The owners of the next jobs, in order. */
const owners = async () => (await order()).map(({ data }) => data.ownerId)
const share = (all: (string | undefined)[], owner: string) => all.filter((each) => each === owner).length

const lastRank = async () => (await order()).filter(({ script }) => script === 'a9').at(-1)!.priority

describe('architecture §7: users take turns in planned clips', () => {
  test('a user with ten scripts and a user with one alternate', async () => {
    for (let n = 0; n < 10; n += 1) await cast(`a${n}`, 'ann')
    await cast('b', 'bob')
    // The first scripts were planned when their owner had fewer; they are planned again later.
    const next = (await owners()).slice(0, 100)
    expect(share(next, 'bob')).toBeGreaterThan(20)
    expect(next.indexOf('bob')).toBeLessThan(12)
  })

  test('with ten equally planned scripts of one user, a new user gets half of the turns from the first clip on', async () => {
    for (let n = 0; n < 10; n += 1) await cast(`a${n}`, 'ann', 1)
    for (let n = 0; n < 10; n += 1) await cast(`a${n}`, 'ann', 200)
    await make(30)
    await cast('b', 'bob')
    const next = (await owners()).slice(0, 60)
    expect(share(next, 'bob')).toBeGreaterThanOrEqual(25)
    expect(share(next, 'ann')).toBeGreaterThanOrEqual(25)
  })

  test('a new user neither waits behind earlier clips nor passes all of them', async () => {
    await cast('a', 'ann', 500)
    await make(200)
    await cast('b', 'bob', 500)
    const next = (await owners()).slice(0, 40)
    expect(next.indexOf('bob')).toBeLessThan(4)
    expect(share(next, 'ann')).toBe(20)
    await make(100)
    await cast('c', 'cec', 500)
    const three = (await owners()).slice(0, 30)
    for (const owner of ['ann', 'bob', 'cec']) expect(share(three, owner)).toBeGreaterThanOrEqual(9)
  })

  test('users with played scripts take turns; only the script a user listened to last has clips in front', async () => {
    for (let n = 0; n < 5; n += 1) {
      on.script(`a${n}`, scriptOf(80, 'test:one', 'ann'))
      await listen(0, `a${n}`)
    }
    on.script('b', scriptOf(80, 'test:one', 'bob'))
    await listen(0, 'b')
    const inFront = (await order()).filter(({ priority }) => priority < PLAYED.first)
    expect(inFront).toHaveLength(100)
    expect(new Set(inFront.map(({ script }) => script))).toEqual(new Set(['a4', 'b']))
    expect(inFront.slice(0, 10).map(({ data }) => data.ownerId)).toEqual(
      Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? 'ann' : 'bob')),
    )
    // When the user returns to an earlier script, that one is in front instead.
    await listen(10, 'a0')
    const now = (await order()).filter(({ priority }) => priority < PLAYED.first)
    expect(new Set(now.map(({ script }) => script))).toEqual(new Set(['a0', 'b']))
  })

  test('clips that were in front as the window moved on go back when their owner listens to another script', async () => {
    on.parts.queueWindow = 60
    for (const id of ['a0', 'a1']) on.script(id, scriptOf(200, 'test:one', 'ann'))
    await listen(0, 'a0')
    await on.make(40)
    await plan({ scriptId: 'a0', reason: 'reconcile' })
    await listen(0, 'a1')
    const inFront = (await order()).filter(({ priority }) => priority < PLAYED.first)
    expect([inFront.length, new Set(inFront.map(({ script }) => script))]).toEqual([50, new Set(['a1'])])
  })

  test('when the other scripts of a user are done, the rest of the last one is no longer delayed', async () => {
    for (let n = 0; n < 10; n += 1) await cast(`a${n}`, 'ann', 400)
    const before = await lastRank()
    for (let n = 0; n < 9; n += 1) await on.parts.notes.endNarration('ann', `a${n}`)
    await plan({ scriptId: 'a9', reason: 'reconcile' })
    expect(await lastRank()).toBeLessThan(before - 1_000)
  })

  test('ranks stay within the limits of the queue', () => {
    const late = { now: 2 ** 20, narrations: 500, nth: 499 }
    expect(fairRank(UNPLAYED, late, 2_000)).toBe(2 ** 21 - 1)
    expect(fairRank(PLAYED, late, 2_000)).toBeLessThan(UNPLAYED.first)
  })
})

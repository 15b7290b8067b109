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
/** Whose jobs come next. */
const owners = async () => (await order()).map(({ data }) => data.ownerId)
const share = (all: (string | undefined)[], owner: string) => all.filter((each) => each === owner).length

const lastRank = async () => (await order()).filter(({ script }) => script === 'a9').at(-1)!.priority

describe('architecture §7: people take turns in what is planned', () => {
  test('one with ten scripts and one with one: they alternate', async () => {
    for (let n = 0; n < 10; n += 1) await cast(`a${n}`, 'ann')
    await cast('b', 'bob')
    // The first scripts were planned while their owner had fewer; they are planned again later.
    const next = (await owners()).slice(0, 100)
    expect(share(next, 'bob')).toBeGreaterThan(20)
    expect(next.indexOf('bob')).toBeLessThan(12)
  })

  test('ten scripts planned as one after the other: a newcomer gets half from his first clip on', async () => {
    for (let n = 0; n < 10; n += 1) await cast(`a${n}`, 'ann', 1)
    for (let n = 0; n < 10; n += 1) await cast(`a${n}`, 'ann', 200)
    await make(30)
    await cast('b', 'bob')
    const next = (await owners()).slice(0, 60)
    expect(share(next, 'bob')).toBeGreaterThanOrEqual(25)
    expect(share(next, 'ann')).toBeGreaterThanOrEqual(25)
  })

  test('who comes new neither waits behind what was there nor passes all of it', async () => {
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

  test('the same for played scripts; only the one that a user listened to last has clips in front', async () => {
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
    // Back to an earlier one: it comes to the front instead.
    await listen(10, 'a0')
    const now = (await order()).filter(({ priority }) => priority < PLAYED.first)
    expect(new Set(now.map(({ script }) => script))).toEqual(new Set(['a0', 'b']))
  })

  test('what was put in front as the window moved on goes back, too, when its owner listens to another', async () => {
    on.parts.queueWindow = 60
    for (const id of ['a0', 'a1']) on.script(id, scriptOf(200, 'test:one', 'ann'))
    await listen(0, 'a0')
    await on.make(40)
    await plan({ scriptId: 'a0', reason: 'reconcile' })
    await listen(0, 'a1')
    const inFront = (await order()).filter(({ priority }) => priority < PLAYED.first)
    expect([inFront.length, new Set(inFront.map(({ script }) => script))]).toEqual([50, new Set(['a1'])])
  })

  test('when the others of a person are done, what is left of it is no longer held back', async () => {
    for (let n = 0; n < 10; n += 1) await cast(`a${n}`, 'ann', 400)
    const before = await lastRank()
    for (let n = 0; n < 9; n += 1) await on.parts.notes.endNarration('ann', `a${n}`)
    await plan({ scriptId: 'a9', reason: 'reconcile' })
    expect(await lastRank()).toBeLessThan(before - 1_000)
  })

  test('ranks stay within what the queue takes', () => {
    const late = { now: 2 ** 20, narrations: 500, nth: 499 }
    expect(fairRank(UNPLAYED, late, 2_000)).toBe(2 ** 21 - 1)
    expect(fairRank(PLAYED, late, 2_000)).toBeLessThan(UNPLAYED.first)
  })
})

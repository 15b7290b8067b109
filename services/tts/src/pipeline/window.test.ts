import { beforeEach, describe, expect, test } from 'vitest'
import { scriptOf } from '../testing/scripts-stub.ts'
import { plannerHarness } from '../testing/planner-harness.ts'

const on = plannerHarness()
const { plan, listen, order, lines, make } = on
const from = (start: number, end: number) => Array.from({ length: end - start }, (_, n) => start + n)
const refills = async () => (await order()).filter(({ data }) => data.refill).map(({ line }) => line)

beforeEach(() => {
  on.parts.queueWindow = 100
  on.script('s1', 1_000)
})

describe('architecture §7: the queue holds a window per script', () => {
  test('queues only the first clips of a long script and keeps its narration open', async () => {
    expect(await plan()).toEqual({ outcome: 'planned', wanted: 1_000, missing: 1_000, queued: 100 })
    expect(await lines()).toEqual(from(0, 100))
    expect(await on.harness.index.claimNarrations(Date.now() + 1, 1, 10)).toEqual(['s1'])
  })

  test('queues the next clips when half of the window is made, until every clip was queued once', async () => {
    await plan()
    const made: number[] = []
    for (let round = 0; round < 40 && made.length < 1_000; round += 1) {
      const jobs = await make(50)
      made.push(...jobs.map(({ line }) => line))
      // A worker requests the next plan when such a job ends.
      if (jobs.some(({ data }) => data.refill)) await plan({ reason: 'reconcile' })
      expect((await order()).length).toBeLessThanOrEqual(100)
    }
    expect(made).toEqual(from(0, 1_000))
    expect(await plan({ reason: 'reconcile' })).toMatchObject({ outcome: 'complete' })
    expect(await on.harness.index.claimNarrations(Date.now() + 1, 1, 10)).toEqual([])
  }, 60_000)

  test('the clips in the middle and at the end of the window request the next one; a script that fits has none', async () => {
    await plan()
    expect(await refills()).toEqual([50, 99])
    on.script('s2', scriptOf(100, 'test:two'))
    await plan({ scriptId: 's2' })
    expect((await order()).filter(({ script, data }) => script === 's2' && data.refill)).toEqual([])
  })

  test('product §3: lines with directions are made in both ways, those with a pause last, for at most 200 lines', async () => {
    const casting = { characterAssignments: { ANNA: 'test:one' }, narrationVoiceId: 'test:two' }
    const speeches = from(0, 300).map((n) => ({
      _id: `line-${n}`,
      type: 'Dialogue',
      character: 'ANNA',
      text: `Number ${n}. (beat) Go.`,
    }))
    on.script('s2', { ownerId: 'owner', casting, castingVersion: 1, lines: speeches })
    on.parts.queueWindow = 1_000
    const planned = await listen(2, 's2')
    expect(planned).toMatchObject({ wanted: 500, missing: 500, queued: 500 })
    const jobs = (await order()).filter(({ script }) => script === 's2')
    const ways = jobs.map(({ data: { byNarrator, text } }) => [
      byNarrator !== undefined,
      Number(/\d+/.exec(text)![0]),
    ])
    expect(ways).toEqual([
      ...from(2, 300).map((n) => [true, n]),
      ...from(0, 2).map((n) => [true, n]),
      ...from(2, 200).map((n) => [false, n]),
      ...from(0, 2).map((n) => [false, n]),
    ])
  })

  test('does not add a job for every line that is played', async () => {
    await listen(0)
    await make(5)
    expect(await listen(5)).toMatchObject({ queued: 0 })
  })

  test('holds at most two windows after many jumps, and keeps awaited clips', async () => {
    await listen(0)
    const [awaited] = await order()
    await on.parts.backlog.rank([{ jobId: awaited!.id, priority: 1 }])
    for (const line of [200, 400, 600, 800, 300, 500]) await listen(line)
    const waiting = await order()
    expect(waiting.length).toBeLessThanOrEqual(201)
    expect(waiting[0]).toMatchObject({ id: awaited!.id, priority: 1 })
    expect(waiting.slice(1, 51).map(({ line }) => line)).toEqual(from(500, 550))
  })

  test('holds at most two windows after many new castings', async () => {
    for (let n = 0; n < 4; n += 1) {
      const script = scriptOf(1_000, n % 2 === 0 ? 'test:two' : 'test:one')
      for (const line of script.lines) line.text += ` ${n}`
      on.script('s1', { ...script, castingVersion: n + 2 })
      await plan()
    }
    expect((await order()).length).toBeLessThanOrEqual(200)
  })

  test('omits permanently failed clips from the window', async () => {
    await plan()
    await on.fail((await order()).map(({ id }) => id))
    expect(await plan({ reason: 'reconcile' })).toMatchObject({ queued: 100 })
    expect(await lines()).toEqual(from(100, 200))
  })
})

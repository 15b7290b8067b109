import { beforeEach, describe, expect, test } from 'vitest'
import { clearText } from '../clips/clear-clips.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { plannerHarness } from '../testing/planner-harness.ts'
import { Backlog } from './backlog.ts'
import { windowRank } from './priorities.ts'

const on = plannerHarness()
const { plan, listen, order, lines } = on

/** Stores the clip of the first job. */
async function storeFirst() {
  const { data, id } = (await order())[0]!
  await on.store(data)
  return { id, textHash: data.textHash, again: () => on.store(data) }
}
const from = (start: number, end: number) => Array.from({ length: end - start }, (_, n) => start + n)

describe('architecture §7: the order of clips', () => {
  test('starts at the listener, or else at the first line; lines before it come last', async () => {
    on.script('s1', 120)
    await plan()
    expect(await lines()).toEqual(from(0, 120))
    on.script('s2', 120)
    await plan({ scriptId: 's2', reason: 'position', fromLineIndex: 100 })
    const all = await order()
    // A script that is played ranks before one that is not.
    expect(all.slice(0, 120).every(({ script }) => script === 's2')).toBe(true)
    expect(all.slice(0, 120).map(({ line }) => line)).toEqual([...from(100, 120), ...from(0, 100)])
    expect(all.every(({ priority }) => priority > 0)).toBe(true)
  })

  test('product §3: has no clip for a line that is struck out', async () => {
    const script = scriptOf(3, 'test:one')
    script.lines[1] = { ...script.lines[1]!, styles: [{ start: 0, end: 100, struck: true }] }
    on.script('s1', script)
    await plan()
    expect(await lines()).toEqual([0, 2])
  })

  test('a jump moves the next 50 clips to the front and those of the previous window back', async () => {
    on.script('s1', 300)
    await listen(0)
    await listen(200)
    expect((await lines()).slice(0, 50)).toEqual(from(200, 250))
    const left = (await order()).filter(({ line }) => line! < 50)
    expect(left.every(({ priority }) => priority >= 100)).toBe(true)
    await listen(190)
    expect((await lines()).slice(0, 50)).toEqual(from(190, 240))
  })

  test('an awaited clip ranks before every window', async () => {
    on.script('s1', 100)
    await listen(0)
    const job = (await order())[70]!
    await on.parts.backlog.rank([{ jobId: job.id, priority: 1 }])
    await listen(30)
    expect((await lines()).slice(0, 3)).toEqual([job.line, 30, 31])
  })

  test('a clip that becomes awaited during a plan ranks before every window', async () => {
    on.script('s1', 300)
    await listen(0)
    const awaited = (await order())[40]!
    on.parts.backlog = new (class extends Backlog {
      override async states(ids: readonly string[]) {
        const states = await super.states(ids)
        await this.rank([{ jobId: awaited.id, priority: 1 }])
        return states
      }
    })(on.harness.lineAudio)
    await listen(1)
    expect((await lines()).slice(0, 3)).toEqual([awaited.line, 1, 2])
    // Even if a jump has left it behind.
    const { waiting } = Backlog.prototype
    on.parts.backlog.waiting = async (ids) => {
      const found = await waiting.call(on.parts.backlog, ids)
      await on.parts.backlog.rank([{ jobId: awaited.id, priority: 2 }])
      return found.set(awaited.id, windowRank(0))
    }
    await listen(200)
    expect((await lines()).slice(0, 3)).toEqual([awaited.line, 200, 201])
  })

  test('a saved casting keeps the position of the listener', async () => {
    on.script('s1', 100)
    await listen(60)
    on.script('s1', recast(scriptOf(100, 'test:one'), 'test:two'))
    await plan()
    const recastJobs = (await order()).filter(({ data }) => data.voiceId === 'test:two')
    expect(recastJobs.slice(0, 40).map(({ line }) => line)).toEqual(from(60, 100))
  })
})

describe('architecture §7: planning', () => {
  test('queues distinct clips that are not stored, each once', async () => {
    const script = scriptOf(5, 'test:one')
    for (let n = 0; n < 300; n += 1) script.lines.push({ _id: `cue-${n}`, type: 'Character', text: 'BLOOM' })
    on.script('s1', script)
    expect(await plan()).toEqual({ outcome: 'planned', wanted: 6, missing: 6, queued: 6 })
    expect(await plan()).toEqual({ outcome: 'planned', wanted: 6, missing: 6, queued: 0 })
    expect(await on.jobs('prioritized')).toBe(6)
    await storeFirst()
    expect(await plan()).toMatchObject({ missing: 5, queued: 0 })
  })

  test('replaces a removed heading voice by the narration voice', async () => {
    const script = scriptOf(0, 'test:one')
    script.casting.sceneHeadingVoiceId = 'gone:one'
    script.lines.push({ _id: 'h', type: 'Scene Heading', text: 'INT. KITCHEN - DAY' })
    on.script('s1', script)
    await plan()
    expect((await order())[0]!.data.voiceId).toBe('test:one')
  })

  test('skips a complete script at positions until its casting or its clips change', async () => {
    on.script('s1', 1)
    await plan()
    const { textHash, again } = await storeFirst()
    expect(await listen(0)).toMatchObject({ outcome: 'complete', wanted: 1 })
    const asked = on.harness.scripts.asked()
    expect(await listen(0)).toMatchObject({ outcome: 'complete', wanted: 0 })
    expect(on.harness.scripts.asked()).toBe(asked)
    await clearText({ ...on.harness, notes: on.parts.notes }, 's1', textHash)
    expect(await listen(0)).toMatchObject({ missing: 1 })
    await again()
    await listen(0)
    on.script('s1', recast(scriptOf(1, 'test:one'), 'test:two'))
    expect(await plan()).toMatchObject({ outcome: 'planned', missing: 1 })
    expect(await listen(0)).toMatchObject({ missing: 1 })
  })

  test('skips a script whose only missing clip has failed until a retry is due', async () => {
    on.script('s1', 2)
    await plan()
    const { id } = await storeFirst()
    await on.parts.backlog.drop([id])
    const failedAt = Date.now()
    await on.fail([(await order())[0]!.id], failedAt)
    on.parts.now = () => failedAt + 1_000
    expect(await listen(0)).toMatchObject({ outcome: 'planned', wanted: 2, missing: 1, queued: 0 })
    const asked = on.harness.scripts.asked()
    expect(await listen(1)).toMatchObject({ outcome: 'complete', wanted: 0 })
    expect(on.harness.scripts.asked()).toBe(asked)
    // At that time the note has expired.
    expect(await on.inRedis((redis) => redis.pttl(on.key('complete:s1')))).toBeLessThanOrEqual(59_000)
    await on.parts.notes.unsetComplete('s1')
    on.parts.now = () => failedAt + 60_001
    expect(await listen(0)).toMatchObject({ missing: 1, queued: 1 })
  })

  test('does not note a script as complete when one of its lines was cleared during the plan', async () => {
    on.script('s1', 1)
    await plan()
    const { textHash } = await storeFirst()
    const { index } = on.parts
    on.parts.index = {
      ...index,
      async *pathsOf(id) {
        yield* index.pathsOf(id)
        await clearText({ ...on.harness, notes: on.parts.notes }, 's1', textHash)
      },
    }
    expect(await listen(0)).toMatchObject({ outcome: 'complete' })
    on.parts.index = index
    expect(await listen(0)).toMatchObject({ outcome: 'planned', missing: 1 })
  })

  test('closes the narration of a deleted script', async () => {
    expect(await plan()).toMatchObject({ outcome: 'gone' })
    expect(await on.harness.index.claimNarrations(Date.now() + 1, 1, 10)).toEqual([])
  })

  test('while the scripts service is unavailable, fails and keeps the narration open', async () => {
    on.script('s1', 2)
    await on.harness.scripts.close()
    await expect(plan()).rejects.toMatchObject({ code: 'AWAY' })
    expect(await on.harness.index.claimNarrations(Date.now() + 1, 1, 10)).toEqual(['s1'])
  })

  describe('when the script is cleared during the plan', () => {
    beforeEach(() => {
      on.script('s1', 20)
      const { pathsOf } = on.harness.index
      on.parts.index = {
        ...on.harness.index,
        async *pathsOf(id) {
          await on.harness.index.raiseEpoch('s1', { erased: false })
          yield* pathsOf(id)
        },
      }
    })

    test('no job remains', async () => {
      expect(await plan()).toMatchObject({ outcome: 'gone' })
      expect(await on.jobs('prioritized')).toBe(0)
    })

    test('nothing is made the next day either when the allowance is used up', async () => {
      const { today, renewedAt } = on.parts.allowance
      await on.harness.index.addUsage({ ownerId: 'owner', day: today }, 24 * 3_600_000)
      expect(await plan()).toMatchObject({ outcome: 'gone' })
      expect(await on.harness.index.claimNarrations(renewedAt + 1, renewedAt + 2, 10)).toEqual([])
    })
  })
})

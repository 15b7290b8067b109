import { beforeEach, describe, expect, test } from 'vitest'
import { clearText } from '../clips/clear-clips.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { plannerHarness } from '../testing/planner-harness.ts'
import { Backlog } from './backlog.ts'
import { windowRank } from './priorities.ts'

const on = plannerHarness()
const { plan, listen, order, lines } = on

const ROW = {
  contentType: 'audio/mpeg',
  voiceId: 'test:one',
  durationMs: 1,
  bytes: 1,
  lastUpdated: '2026-01-01T00:00:00.000Z',
}
const from = (start: number, end: number) => Array.from({ length: end - start }, (_, n) => start + n)

describe('architecture §7: the order of clips', () => {
  test('from the first line on when nobody listens, from the listener on otherwise, then what is before', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(120, 'test:one'))
    await plan()
    expect(await lines()).toEqual(from(0, 120))
    on.harness.scripts.scripts.set('s2', scriptOf(120, 'test:one'))
    await plan({ scriptId: 's2', reason: 'position', fromLineIndex: 100 })
    const all = await order()
    // The script that is played ranks before the one that nobody plays, though it came later.
    expect(all.slice(0, 120).every(({ script }) => script === 's2')).toBe(true)
    expect(all.slice(0, 120).map(({ line }) => line)).toEqual([...from(100, 120), ...from(0, 100)])
    expect(all.every(({ priority }) => priority > 0)).toBe(true)
  })

  test('a jump moves the next 50 to the front and those of the window before back', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(300, 'test:one'))
    await listen(0)
    await listen(200)
    expect((await lines()).slice(0, 50)).toEqual(from(200, 250))
    const left = (await order()).filter(({ line }) => line! < 50)
    expect(left.every(({ priority }) => priority >= 100)).toBe(true)
    await listen(190)
    expect((await lines()).slice(0, 50)).toEqual(from(190, 240))
  })

  test('what somebody waits for stays in front of every window', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(100, 'test:one'))
    await listen(0)
    const [job] = await on.harness.lineAudio.queue.getPrioritized(70, 70)
    await on.parts.backlog.rank([{ jobId: job!.id!, priority: 1 }])
    await listen(30)
    expect((await lines()).slice(0, 3)).toEqual([job!.data.lineIndex, 30, 31])
  })

  test('so does what somebody begins to wait for while it is planned', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(300, 'test:one'))
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
    // Also when a jump leaves it behind.
    const { waiting } = Backlog.prototype
    on.parts.backlog.waiting = async (ids) => {
      const found = await waiting.call(on.parts.backlog, ids)
      await on.parts.backlog.rank([{ jobId: awaited.id, priority: 2 }])
      return found.set(awaited.id, windowRank(0))
    }
    await listen(200)
    expect((await lines()).slice(0, 3)).toEqual([awaited.line, 200, 201])
  })

  test('a saved casting keeps to where somebody listens', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(100, 'test:one'))
    await listen(60)
    on.harness.scripts.scripts.set('s1', recast(scriptOf(100, 'test:one'), 'test:two'))
    await plan()
    const recastJobs = (await on.harness.lineAudio.queue.getPrioritized(0, -1)).filter(
      (job) => job.data.voiceId === 'test:two',
    )
    expect(recastJobs.slice(0, 40).map((job) => job.data.lineIndex)).toEqual(from(60, 100))
  })
})

describe('architecture §7: what is queued', () => {
  test('distinct clips, not lines; only what is not stored; nothing twice', async () => {
    const script = scriptOf(5, 'test:one')
    for (let n = 0; n < 300; n += 1) script.lines.push({ _id: `cue-${n}`, type: 'Character', text: 'BLOOM' })
    on.harness.scripts.scripts.set('s1', script)
    expect(await plan()).toEqual({ outcome: 'planned', wanted: 6, missing: 6, queued: 6 })
    expect(await plan()).toEqual({ outcome: 'planned', wanted: 6, missing: 6, queued: 0 })
    expect(await on.harness.lineAudio.queue.getJobCountByTypes('prioritized')).toBe(6)
    const [job] = await on.harness.lineAudio.queue.getPrioritized(0, 0)
    await on.harness.index.put({ ...ROW, path: job!.data.path, textHash: job!.data.textHash, scriptId: 's1' })
    expect(await plan()).toMatchObject({ missing: 5, queued: 0 })
  })

  test('uncast lines, lines in which nothing can be spoken, and voices that do not exist, want nothing', async () => {
    const script = scriptOf(2, 'test:one')
    script.lines.push(
      { _id: 'empty', type: 'Action', text: '  ' },
      { _id: 'sign', type: 'Action', text: '+' },
      { _id: 'control', type: 'Dialogue', text: '\u0007', character: 'Ann' },
      { _id: 'uncast', type: 'Dialogue', text: 'Hello.', character: 'Ann' },
      { _id: 'gone', type: 'Dialogue', text: 'Hello.', character: 'Bob' },
    )
    script.casting.characterAssignments['Bob'] = 'test:gone'
    on.harness.scripts.scripts.set('s1', script)
    expect(await plan()).toMatchObject({ wanted: 2 })
  })

  test('a heading voice that does not exist any more falls back to the narration', async () => {
    const script = scriptOf(0, 'test:one')
    script.casting.sceneHeadingVoiceId = 'nobody:one'
    script.lines.push({ _id: 'h', type: 'Scene Heading', text: 'INT. KITCHEN - DAY' })
    on.harness.scripts.scripts.set('s1', script)
    await plan()
    expect((await on.harness.lineAudio.queue.getPrioritized(0, 0))[0]!.data.voiceId).toBe('test:one')
  })

  test('a complete script is not planned at each position, until its casting or its clips change', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(1, 'test:one'))
    await plan()
    const [job] = await on.harness.lineAudio.queue.getPrioritized(0, 0)
    const { path, textHash } = job!.data
    await on.harness.index.put({ ...ROW, path, textHash, scriptId: 's1' })
    expect(await listen(0)).toMatchObject({ outcome: 'complete', wanted: 1 })
    const asked = on.harness.scripts.asked()
    expect(await listen(0)).toMatchObject({ outcome: 'complete', wanted: 0 })
    expect(on.harness.scripts.asked()).toBe(asked)
    await clearText({ ...on.harness, notes: on.parts.notes }, 's1', textHash)
    expect(await listen(0)).toMatchObject({ missing: 1 })
    await on.harness.index.put({ ...ROW, path, textHash, scriptId: 's1' })
    await listen(0)
    on.harness.scripts.scripts.set('s1', recast(scriptOf(1, 'test:one'), 'test:two'))
    expect(await plan()).toMatchObject({ outcome: 'planned', missing: 1 })
    expect(await listen(0)).toMatchObject({ missing: 1 })
  })

  test('a script of which all but what failed for good is stored is not planned at each position, until that is due', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(2, 'test:one'))
    await plan()
    const [stored, failed] = await on.harness.lineAudio.queue.getPrioritized(0, 1)
    const { path, textHash } = stored!.data
    await on.harness.index.put({ ...ROW, path, textHash, scriptId: 's1' })
    await on.parts.backlog.drop([stored!.id!])
    const failedAt = Date.now()
    await on.harness.lineAudio.ask(async (queue, redis) => {
      await redis.zrem(queue.toKey('prioritized'), failed!.id!)
      await redis.zadd(queue.toKey('failed'), failedAt, failed!.id!)
    })
    on.parts.now = () => failedAt + 1_000
    expect(await listen(0)).toMatchObject({ outcome: 'planned', wanted: 2, missing: 1, queued: 0 })
    const asked = on.harness.scripts.asked()
    expect(await listen(1)).toMatchObject({ outcome: 'complete', wanted: 0 })
    expect(on.harness.scripts.asked()).toBe(asked)
    // The note will be gone by then.
    const left = await on.harness.lineAudio.ask((_queue, redis) =>
      redis.pttl(`${on.harness.environment.QUEUE_PREFIX}:tts:complete:s1`),
    )
    expect(left).toBeLessThanOrEqual(59_000)
    await on.parts.notes.unsetComplete('s1')
    on.parts.now = () => failedAt + 60_001
    expect(await listen(0)).toMatchObject({ missing: 1, queued: 1 })
  })

  test('a script is not complete when one of its lines was cleared while it was planned', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(1, 'test:one'))
    await plan()
    const [job] = await on.harness.lineAudio.queue.getPrioritized(0, 0)
    const { path, textHash } = job!.data
    await on.harness.index.put({ ...ROW, path, textHash, scriptId: 's1' })
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

  test('a script that is gone closes its narration', async () => {
    expect(await plan()).toMatchObject({ outcome: 'gone' })
    expect(await on.harness.index.claimNarrations(Date.now() + 1, 1, 10)).toEqual([])
  })

  test('while the scripts service is away the plan fails and the narration stays under way', async () => {
    on.harness.scripts.scripts.set('s1', scriptOf(2, 'test:one'))
    await on.harness.scripts.close()
    await expect(plan()).rejects.toMatchObject({ code: 'AWAY' })
    expect(await on.harness.index.claimNarrations(Date.now() + 1, 1, 10)).toEqual(['s1'])
  })

  describe('cleared while it was planned', () => {
    beforeEach(() => {
      on.harness.scripts.scripts.set('s1', scriptOf(20, 'test:one'))
      const { pathsOf } = on.harness.index
      on.parts.index = {
        ...on.harness.index,
        async *pathsOf(id) {
          await on.harness.index.raiseEpoch('s1', { erased: false })
          yield* pathsOf(id)
        },
      }
    })

    test('nothing stays queued', async () => {
      expect(await plan()).toMatchObject({ outcome: 'gone' })
      expect(await on.harness.lineAudio.queue.getJobCountByTypes('prioritized')).toBe(0)
    })

    test('nothing is made tomorrow either when the allowance is used up', async () => {
      const { today, renewedAt } = on.parts.allowance
      await on.harness.index.addUsage({ ownerId: 'owner', day: today }, 24 * 3_600_000)
      expect(await plan()).toMatchObject({ outcome: 'gone' })
      expect(await on.harness.index.claimNarrations(renewedAt + 1, renewedAt + 2, 10)).toEqual([])
    })
  })
})

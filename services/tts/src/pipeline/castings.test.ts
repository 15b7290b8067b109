import { describe, expect, test } from 'vitest'
import { plannerHarness } from '../testing/planner-harness.ts'
import { recast, scriptOf } from '../testing/scripts-stub.ts'
import { planNarration } from './planner.ts'

const on = plannerHarness()
const { plan, order } = on

describe('architecture §7: concurrent plans', () => {
  test('a plan of an older casting continues with the newer casting that another plan has noted', async () => {
    const old = scriptOf(2, 'test:one')
    on.script('s1', old)
    const { scriptClips } = on.parts
    const [hasRead, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const overtaken = planNarration(
      {
        ...on.parts,
        scriptClips: {
          head: (id) => scriptClips.head(id),
          async of(head) {
            const script = await scriptClips.of(head)
            hasRead.resolve()
            await mayGoOn.promise
            return script
          },
        },
      },
      { scriptId: 's1', reason: 'casting' },
    )
    await hasRead.promise
    on.script('s1', recast(old, 'test:two'))
    expect(await plan()).toMatchObject({ queued: 2 })
    mayGoOn.resolve()
    expect(await overtaken).toMatchObject({ wanted: 2, queued: 0 })
    expect(await on.parts.notes.casting('s1')).toBe(2)
    expect((await order()).map(({ data }) => data.voiceId)).toEqual(['test:two', 'test:two'])
  })

  test('the noted casting never goes back to an older one, and an older one cannot be noted as complete', async () => {
    const { notes } = on.parts
    const plans = [1, 2].map(async () => ({ seen: await notes.casting('s1') }))
    const [first, second] = await Promise.all(plans)
    expect(await notes.setCasting('s1', { ...second!, version: 20 })).toBe(true)
    expect(await notes.setCasting('s1', { ...first!, version: 10 })).toBe(false)
    // Another plan may note the same version, even if it started earlier.
    expect(await notes.setCasting('s1', { ...first!, version: 20 })).toBe(true)
    await notes.setComplete('s1', 10)
    expect(await notes.isComplete('s1')).toBe(false)
    await notes.setComplete('s1', 20)
    expect(await notes.isComplete('s1')).toBe(true)
    // Versions may decrease, because a database may be restored.
    expect(await notes.setCasting('s1', { seen: 20, version: 5 })).toBe(true)
    expect([await notes.casting('s1'), await notes.isComplete('s1')]).toEqual([5, false])
  })
})

import type { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { scriptOf } from '../testing/scripts-stub.ts'
import { plannerHarness } from '../testing/planner-harness.ts'

const on = plannerHarness({ ownRedis: true })

const redis = <T>(ask: (client: Redis) => Promise<T>) => on.inRedis((client) => ask(client))

/** Counts the commands that Redis runs for `work`, by name, and the bytes that it sends. */
async function costOf(work: () => Promise<unknown>) {
  await redis((client) => client.config('RESETSTAT'))
  await work()
  const [stats, commands] = await redis((client) =>
    Promise.all([client.info('stats'), client.info('commandstats')]),
  )
  const counts = [...commands.matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm)].map(
    ([, name, calls]) => [name!, Number(calls)] as const,
  )
  const ours = counts.filter(([name]) => name !== 'config|resetstat' && name !== 'info')
  return {
    commands: Object.fromEntries(ours),
    sent: Number(/^total_net_output_bytes:(\d+)/m.exec(stats)![1]),
  }
}

const cast = async (from: number, to: number) => {
  for (let n = from; n < to; n += 1) {
    on.script(`other-${n}`, scriptOf(100, 'test:one', `owner-${n}`))
    await on.listen(0, `other-${n}`)
  }
}

const costs = async (name: string) => {
  on.script(name, scriptOf(100, 'test:one', name))
  return [
    await costOf(() => on.plan({ scriptId: name })),
    await costOf(() => on.listen(0, name)),
    await costOf(() => on.listen(1, name)),
  ]
}

describe('decision 0061: plans never scan the queue', () => {
  test('plans and positions cost Redis the same, regardless of the number of other users', async () => {
    await cast(0, 2)
    // The first plan also loads scripts.
    await costs('first')
    const few = await costs('one')
    await cast(2, 40)
    const many = await costs('two')
    expect(many.map(({ commands }) => commands)).toEqual(few.map(({ commands }) => commands))
    for (const [n, { sent }] of many.entries()) expect(sent / few[n]!.sent).toBeLessThan(1.1)
  })

  test('the notes of queued jobs are removed when a narration has no jobs left', async () => {
    on.script()
    await on.listen(0)
    expect(await on.parts.notes.queued.of('s1')).toHaveLength(3)
    await on.make(3)
    await on.plan({ reason: 'reconcile' })
    const left = [await on.parts.notes.queued.of('s1'), await on.parts.notes.front.of('s1')]
    expect(left).toEqual([[], []])
  })
})

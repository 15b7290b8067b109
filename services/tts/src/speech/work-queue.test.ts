import { describe, expect, test } from 'vitest'
import { Urgency } from './urgency.ts'
import { Crowded, WorkQueue, type WorkQueueOptions } from './work-queue.ts'

/** Works by name that run until they are ended; `started` lists them in order. */
function worksOn(options: WorkQueueOptions) {
  const queue = new WorkQueue(options)
  const started: string[] = []
  const gates = new Map<string, PromiseWithResolvers<void>>()
  const add = (
    name: string,
    { priority = 1, isAwaited = true, long = false, signal = new AbortController().signal } = {},
  ) => {
    const urgency = new Urgency({ priority, isAwaited })
    const gate = Promise.withResolvers<void>()
    gates.set(name, gate)
    const run = (ended: AbortSignal) => {
      started.push(name)
      ended.addEventListener('abort', () => gate.reject(ended.reason as Error))
      return gate.promise
    }
    const over = queue.add({ urgency, long, signal, run })
    over.catch(() => {})
    return { urgency, over }
  }
  return {
    queue,
    started,
    add,
    long: (name: string, priority = 1) => add(name, { priority, long: true }),
    ahead: (name: string, priority = 50, long = false) => add(name, { priority, isAwaited: false, long }),
    end: (name: string) => gates.get(name)!.resolve(),
    endAll: () => gates.forEach(({ resolve }) => resolve()),
  }
}

describe('architecture §7: the texts of a provider', () => {
  test('runs at most the limit; the most urgent next, equal ones in order', async () => {
    const { started, add, end } = worksOn({ limit: 2 })
    for (const [name, priority] of [
      ['a', 5],
      ['b', 5],
      ['late', 9],
      ['soon', 3],
      ['soon-2', 3],
      ['now', 1],
    ] as const)
      add(name, { priority })
    await expect.poll(() => started).toEqual(['a', 'b'])
    for (let count = 3; count <= 6; count += 1) {
      end(started.at(-2)!)
      await expect.poll(() => started.length).toBe(count)
    }
    expect(started).toEqual(['a', 'b', 'now', 'soon', 'soon-2', 'late'])
  })

  test('one whose urgency changes takes its new place immediately', async () => {
    const { started, add, ahead, end } = worksOn({ limit: 1 })
    add('running')
    const [planned, awaited] = [ahead('planned'), add('awaited', { priority: 3 })]
    planned.urgency.set({ priority: 2, isAwaited: true })
    awaited.urgency.set({ priority: 56, isAwaited: false })
    ahead('next')
    end('running')
    await expect.poll(() => started).toEqual(['running', 'planned'])
    end('planned')
    await expect.poll(() => started.length).toBe(3)
    expect(started).toEqual(['running', 'planned', 'next'])
  })

  test('one that is cancelled leaves, and a failure frees its place', async () => {
    const { started, add, queue } = worksOn({ limit: 1 })
    const failing = Promise.withResolvers<void>()
    const first = queue.add({
      urgency: new Urgency({ priority: 1, isAwaited: true }),
      long: false,
      signal: new AbortController().signal,
      run: () => failing.promise,
    })
    const leaving = new AbortController()
    const second = add('never', { signal: leaving.signal })
    leaving.abort(new Error('left'))
    await expect(second.over).rejects.toThrow('left')
    add('next')
    failing.reject(new Error('failed'))
    await expect(first).rejects.toThrow('failed')
    await expect.poll(() => started).toEqual(['next'])
  })

  test('one that was cancelled before never starts', async () => {
    const { started, add, queue } = worksOn({ limit: 2 })
    const { over, urgency } = add('never', { signal: AbortSignal.abort(new Error('left')) })
    await expect(over).rejects.toThrow('left')
    expect([started, queue.running]).toEqual([[], 0])
    expect(urgency.listenerCount('change')).toBe(0)
  })

  test('one that is over is followed no longer', async () => {
    const { add, end } = worksOn({ limit: 1 })
    const { over, urgency } = add('one')
    expect(urgency.listenerCount('change')).toBe(1)
    end('one')
    await over
    expect(urgency.listenerCount('change')).toBe(0)
  })

  test('with a single place a long one runs, and a short one waits for it', async () => {
    const { started, add, long, end } = worksOn({ limit: 1 })
    long('long')
    add('short')
    await expect.poll(() => started.length).toBe(1)
    end('long')
    await expect.poll(() => started.length).toBe(2)
    expect(started).toEqual(['long', 'short'])
  })

  test('a place whose work continues after an abort is not free before it ends', async () => {
    const { queue, add, started } = worksOn({ limit: 1 })
    const leaving = new AbortController()
    const gate = Promise.withResolvers<string>()
    const first = queue.add({
      urgency: new Urgency({ priority: 1, isAwaited: true }),
      long: false,
      signal: leaving.signal,
      run: () => gate.promise,
    })
    add('second')
    leaving.abort(new Error('left'))
    await new Promise(setImmediate)
    expect(started).toEqual([])
    gate.resolve('ended')
    expect(await first).toBe('ended')
    await expect.poll(() => started).toEqual(['second'])
  })

  test('long ones leave a place to short ones, whatever their urgency', async () => {
    const { started, add, long, end } = worksOn({ limit: 3 })
    long('l1')
    long('l2')
    long('l3')
    add('short', { priority: 900 })
    await expect.poll(() => started).toEqual(['l1', 'l2', 'short'])
    end('l1')
    await expect.poll(() => started.length).toBe(4)
    expect(started).toEqual(['l1', 'l2', 'short', 'l3'])
  })

  test('next to a single place a long one has a spare one, where that is asked for', async () => {
    const { queue, started, add, long, end } = worksOn({ limit: 1, spareForLong: true })
    expect(queue.capacity).toBe(2)
    long('l1')
    long('l2')
    add('s1')
    add('s2')
    await expect.poll(() => started).toEqual(['l1', 's1'])
    end('s1')
    await expect.poll(() => started).toEqual(['l1', 's1', 's2'])
    end('l1')
    await expect.poll(() => started).toEqual(['l1', 's1', 's2', 'l2'])
    expect(new WorkQueue({ limit: 1 }).capacity).toBe(1)
    expect(new WorkQueue({ limit: 4, spareForLong: true }).capacity).toBe(4)
  })

  test('the spare place of long ones is not for short ones', async () => {
    const { started, add, end } = worksOn({ limit: 1, spareForLong: true })
    add('s1')
    add('s2')
    await expect.poll(() => started.length).toBe(1)
    end('s1')
    await expect.poll(() => started.length).toBe(2)
    expect(started).toEqual(['s1', 's2'])
  })

  test('of long ones one waits, the one that is needed soonest', async () => {
    const { started, long, end } = worksOn({ limit: 2 })
    long('running')
    const planned = long('planned', 500)
    await expect(long('as late', 500).over).rejects.toThrow(Crowded)
    long('awaited', 1)
    await expect(planned.over).rejects.toThrow(Crowded)
    end('running')
    await expect.poll(() => started).toEqual(['running', 'awaited'])
  })

  test('awaited ones have places of their own, long ones too: what is made ahead never takes them', async () => {
    const { queue, started, add, long, ahead, end } = worksOn({ limit: 2, forAwaited: 2 })
    expect(queue.capacity).toBe(4)
    ahead('a')
    ahead('b', 50, true)
    ahead('c')
    await expect.poll(() => started).toEqual(['a', 'b'])
    long('awaited, long')
    long('awaited, long too')
    add('awaited, short')
    add('awaited, short too')
    await expect.poll(() => started).toEqual(['a', 'b', 'awaited, long', 'awaited, short'])
    end('awaited, short')
    await expect.poll(() => started.at(-1)).toBe('awaited, short too')
    end('a')
    await expect.poll(() => started.at(-1)).toBe('c')
  })

  test('where the provider orders them itself, a more urgent one needs no place of those that it has', async () => {
    const { started, add, long, ahead, end } = worksOn({ limit: 1, forAwaited: 2 })
    add('a', { priority: 4 })
    add('b', { priority: 5 })
    add('as urgent', { priority: 5 })
    long('long', 6)
    ahead('planned', 100)
    ahead('planned, sooner', 90)
    add('now', { priority: 1 })
    await expect.poll(() => started).toEqual(['a', 'b', 'planned', 'now'])
    end('a')
    end('now')
    await expect.poll(() => started.at(-1)).toBe('as urgent')
    end('b')
    await expect.poll(() => started.at(-1)).toBe('long')
    expect(started).not.toContain('planned, sooner')
  })

  test('one that is awaited no longer frees its place for awaited ones; above the limit of the others the last one leaves', async () => {
    const { started, add, ahead } = worksOn({ limit: 1, forAwaited: 1 })
    const planned = ahead('planned', 300)
    const left = add('left')
    add('next')
    await expect.poll(() => started).toEqual(['planned', 'left'])
    left.urgency.set({ priority: 56, isAwaited: false })
    await expect.poll(() => started).toEqual(['planned', 'left', 'next'])
    await expect(planned.over).rejects.toThrow(Crowded)
  })

  test('where its place is needed, the last one that waits leaves, and none that is as urgent', async () => {
    const { queue, add, ahead } = worksOn({ limit: 1 })
    add('running')
    add('awaited', { priority: 2 })
    const planned = ahead('planned')
    queue.lastBehind({ priority: 1 })!.leave(new Error('needed'))
    await expect(planned.over).rejects.toThrow('needed')
    expect(queue.lastBehind({ priority: 1 })!.urgency.priority).toBe(2)
    expect(queue.lastBehind({ priority: 2 })).toBeUndefined()
  })
})

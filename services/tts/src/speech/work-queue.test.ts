import { describe, expect, test } from 'vitest'
import { Urgency } from './urgency.ts'
import { Crowded, WorkQueue, type WorkQueueOptions } from './work-queue.ts'

/** Adds work by name that runs until it is ended; `started` lists it in order. */
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
    ahead: (name: string, priority = 50) => add(name, { priority, isAwaited: false }),
    end: (name: string) => gates.get(name)!.resolve(),
    /** Work that continues after its signal aborts. */
    addOwn: <T>(run: () => Promise<T>, signal = new AbortController().signal) =>
      queue.add({ urgency: new Urgency({ priority: 1, isAwaited: true }), long: false, signal, run }),
  }
}

const spare = { limit: 1, spareForLong: true }

describe('architecture §7: the texts of a provider', () => {
  // `+name` adds an awaited text, `~name` a low-priority one, `!` is long, `@5` its priority; `-name` ends it, `=` is the order.
  test.each<[string, WorkQueueOptions, string]>([
    [
      'start by urgency, then in order of arrival',
      { limit: 2 },
      '+a@5 +b@5 +late@9 +soon@3 +sure@3 +now =a,b -a =a,b,now -b =a,b,now,soon -now =a,b,now,soon,sure ' +
        '-soon =a,b,now,soon,sure,late',
    ],
    ['take a single place even if they are long', { limit: 1 }, '+long! +short =long -long =long,short'],
    [
      'leave a place to short ones if they are long',
      { limit: 3 },
      '+l1! +l2! +l3! +short@900 =l1,l2,short -l1 =l1,l2,short,l3',
    ],
    ['get a spare place if they are long', spare, '+l1! +l2! +s1 +s2 =l1,s1 -s1 =l1,s1,s2 -l1 =l1,s1,s2,l2'],
    ['do not get the spare place if they are short', spare, '+s1 +s2 =s1 -s1 =s1,s2'],
    [
      'take no place of awaited ones if they have a low priority',
      { limit: 2, forAwaited: 2 },
      '~a@50 ~b!@50 ~c@50 =a,b +long! +next! +short +last =a,b,long,short -short =a,b,long,short,last ' +
        '-a =a,b,long,short,last,c',
    ],
    [
      'start without a free place if they are more urgent and the provider orders its texts',
      { limit: 1, forAwaited: 2 },
      '+a@4 +b@5 +same@5 +long!@6 ~planned@100 ~sooner@90 +now =a,b,planned,now -a -now =a,b,planned,now,same ' +
        '-b =a,b,planned,now,same,long',
    ],
  ])('%s', async (_, options, steps) => {
    const { started, add, end } = worksOn(options)
    const orders: string[] = []
    for (const step of steps.split(' ')) {
      const [, kind, name = '', long, priority = 1] = /^([+~=-])([\w,]+)(!)?(?:@(\d+))?$/.exec(step)!
      if (kind === '=') {
        await new Promise(setImmediate)
        orders.push(`=${started.join()}`)
      } else if (kind === '-') end(name)
      else add(name, { priority: Number(priority), isAwaited: kind === '+', long: long === '!' })
    }
    expect(orders).toEqual(steps.match(/=\S+/g))
  })

  test.each<[number, WorkQueueOptions]>([
    [1, { limit: 1 }],
    [2, spare],
    [4, { limit: 4, spareForLong: true }],
    [4, { limit: 2, forAwaited: 2 }],
  ])('have %i places with %j', (capacity, options) => {
    expect(new WorkQueue(options).capacity).toBe(capacity)
  })

  test('are reordered immediately when their urgency changes', async () => {
    const { started, add, ahead, end } = worksOn({ limit: 1 })
    add('running')
    const [planned, awaited] = [ahead('planned'), add('awaited', { priority: 3 })]
    planned.urgency.set({ priority: 2, isAwaited: true })
    awaited.urgency.set({ priority: 56, isAwaited: false })
    ahead('next')
    end('running')
    await expect.poll(() => started).toEqual(['running', 'planned'])
    end('planned')
    await expect.poll(() => started).toEqual(['running', 'planned', 'next'])
  })

  test('leave the queue when canceled, and free their place when they fail', async () => {
    const { started, add, addOwn } = worksOn({ limit: 1 })
    const failing = Promise.withResolvers<void>()
    const first = addOwn(() => failing.promise)
    const leaving = new AbortController()
    const second = add('never', { signal: leaving.signal })
    leaving.abort(new Error('left'))
    await expect(second.over).rejects.toThrow('left')
    add('next')
    failing.reject(new Error('failed'))
    await expect(first).rejects.toThrow('failed')
    await expect.poll(() => started).toEqual(['next'])
  })

  test('never start with an aborted signal', async () => {
    const { started, add, queue } = worksOn({ limit: 2 })
    const { over, urgency } = add('never', { signal: AbortSignal.abort(new Error('left')) })
    await expect(over).rejects.toThrow('left')
    expect([started, queue.running, urgency.listenerCount('change')]).toEqual([[], 0, 0])
  })

  test('have a listener for urgency until they are over', async () => {
    const { add, end } = worksOn({ limit: 1 })
    const { over, urgency } = add('one')
    expect(urgency.listenerCount('change')).toBe(1)
    end('one')
    await over
    expect(urgency.listenerCount('change')).toBe(0)
  })

  test('keep their place after an abort until the work ends', async () => {
    const { addOwn, add, started } = worksOn({ limit: 1 })
    const leaving = new AbortController()
    const gate = Promise.withResolvers<string>()
    const first = addOwn(() => gate.promise, leaving.signal)
    add('second')
    leaving.abort(new Error('left'))
    await new Promise(setImmediate)
    expect(started).toEqual([])
    gate.resolve('ended')
    expect(await first).toBe('ended')
    await expect.poll(() => started).toEqual(['second'])
  })

  test('are crowded out if they are long: only the most urgent long one waits', async () => {
    const { started, long, end } = worksOn({ limit: 2 })
    long('running')
    const planned = long('planned', 500)
    await expect(long('as late', 500).over).rejects.toThrow(Crowded)
    long('awaited', 1)
    await expect(planned.over).rejects.toThrow(Crowded)
    end('running')
    await expect.poll(() => started).toEqual(['running', 'awaited'])
  })

  test('take the place of the last low-priority text when they are no longer awaited', async () => {
    const { started, add, ahead } = worksOn({ limit: 1, forAwaited: 1 })
    const planned = ahead('planned', 300)
    const left = add('left')
    add('next')
    await expect.poll(() => started).toEqual(['planned', 'left'])
    left.urgency.set({ priority: 56, isAwaited: false })
    await expect.poll(() => started).toEqual(['planned', 'left', 'next'])
    await expect(planned.over).rejects.toThrow(Crowded)
  })

  test('of lower urgency are returned by lastBehind, last one first', async () => {
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

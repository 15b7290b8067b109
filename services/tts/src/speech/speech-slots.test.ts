import { describe, expect, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { Crowded, SpeechSlots } from './speech-slots.ts'

/** Jobs by name that run until they are let go; `started` lists them in order. */
function jobsOn(slots: SpeechSlots) {
  const started: string[] = []
  const gates = new Map<string, () => void>()
  const job = (name: string, priority: number, long = false) =>
    slots.run({ priority, long }, () => {
      started.push(name)
      return new Promise<void>((resolve) => gates.set(name, resolve))
    })
  return {
    started,
    short: (name: string, priority = 1) => job(name, priority),
    long: (name: string, priority = 1) => job(name, priority, true),
    end: (name: string) => gates.get(name)!(),
    endAll: () => gates.forEach((open) => open()),
  }
}

describe('speech slots', () => {
  test('at most the limit at once; the best priority next, equal ones in order', async () => {
    const { started, short, end, endAll } = jobsOn(new SpeechSlots(2))
    const jobs = [
      short('a', 5),
      short('b', 5),
      short('late', 9),
      short('soon', 3),
      short('soon-2', 3),
      short('now', 1),
    ]
    await Promise.resolve()
    expect(started).toEqual(['a', 'b'])
    for (const expected of ['now', 'soon', 'soon-2', 'late']) {
      end(started.at(-2)!)
      await eventually(() => started.at(-1)).toBe(expected)
    }
    endAll()
    await Promise.all(jobs)
  })

  test('who gives up waiting leaves, and a failure frees its slot', async () => {
    const slots = new SpeechSlots(1)
    const gate = Promise.withResolvers<void>()
    const first = slots.run({ priority: 1, long: false }, () => gate.promise)
    const leaving = new AbortController()
    const second = slots.run({ priority: 1, long: false, signal: leaving.signal }, async () => 'never')
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    gate.reject(new Error('failed'))
    await expect(first).rejects.toThrow('failed')
    expect(await slots.run({ priority: 1, long: false }, async () => 'free')).toBe('free')
  })

  test('a slot whose work goes on after an abort is not free before it ends', async () => {
    const slots = new SpeechSlots(1)
    const leaving = new AbortController()
    const gate = Promise.withResolvers<string>()
    const first = slots.run({ priority: 1, long: false, signal: leaving.signal }, () => gate.promise)
    let started = false
    const second = slots.run({ priority: 1, long: false }, async () => {
      started = true
    })
    leaving.abort(new Error('left'))
    await new Promise(setImmediate)
    expect(started).toBe(false)
    gate.resolve('ended')
    expect(await first).toBe('ended')
    await second
  })

  test('architecture §7: long texts leave one slot for short ones, whatever their priority', async () => {
    const { started, short, long, end, endAll } = jobsOn(new SpeechSlots(3))
    const jobs = [long('l1'), long('l2'), long('l3'), short('s', 900)]
    await eventually(() => started).toEqual(['l1', 'l2', 's'])
    end('l1')
    await eventually(() => started.length).toBe(4)
    expect(started).toEqual(['l1', 'l2', 's', 'l3'])
    endAll()
    await Promise.all(jobs)
  })

  test('architecture §7: beside a single slot one long text has a spare one', async () => {
    const slots = new SpeechSlots(1, { spareForLong: true })
    expect(slots.capacity).toBe(2)
    const { started, short, long, end, endAll } = jobsOn(slots)
    const jobs = [long('l1'), long('l2'), short('s1'), short('s2')]
    await eventually(() => started).toEqual(['l1', 's1'])
    end('s1')
    await eventually(() => started).toEqual(['l1', 's1', 's2'])
    end('l1')
    await eventually(() => started).toEqual(['l1', 's1', 's2', 'l2'])
    endAll()
    await Promise.all(jobs)
    // No spare one where somebody else's limit counts.
    expect(new SpeechSlots(1).capacity).toBe(1)
  })

  test('of long texts one waits, the one that is needed soonest', async () => {
    const { started, long, end, endAll } = jobsOn(new SpeechSlots(2))
    const running = long('running')
    const planned = long('planned', 500)
    await expect(long('as late', 500)).rejects.toThrow(Crowded)
    const awaited = long('awaited', 1)
    await expect(planned).rejects.toThrow(Crowded)
    end('running')
    await eventually(() => started).toEqual(['running', 'awaited'])
    endAll()
    await Promise.all([running, awaited])
  })

  test('architecture §7: what somebody waits for has a slot that what is made ahead never takes', async () => {
    const slots = new SpeechSlots(2, { forAwaited: 1 })
    expect(slots.capacity).toBe(3)
    const started: string[] = []
    const gates = new Map<string, () => void>()
    const job = (name: string, priority: number, awaited: boolean, long = false) =>
      slots.run({ priority, long, awaited }, () => {
        started.push(name)
        return new Promise<void>((resolve) => gates.set(name, resolve))
      })
    const jobs = [job('a', 50, false), job('b', 50, false), job('c', 50, false)]
    await eventually(() => started).toEqual(['a', 'b'])
    jobs.push(job('awaited', 1, true), job('awaited too', 1, true))
    await eventually(() => started).toEqual(['a', 'b', 'awaited'])
    gates.get('a')!()
    // Of the free slot: who is awaited goes before who is next.
    await eventually(() => started).toEqual(['a', 'b', 'awaited', 'awaited too'])
    gates.get('awaited')!()
    await eventually(() => started).toEqual(['a', 'b', 'awaited', 'awaited too', 'c'])
    for (const open of gates.values()) open()
    await Promise.all(jobs)
  })

  test('architecture §7: a long text that somebody waits for is not behind a long one that is made ahead', async () => {
    const slots = new SpeechSlots(2, { forAwaited: 1 })
    const started: string[] = []
    const gate = Promise.withResolvers<void>()
    const job = (name: string, awaited: boolean, long: boolean) =>
      slots.run({ priority: awaited ? 1 : 50, long, awaited }, () => {
        started.push(name)
        return gate.promise
      })
    const jobs = [job('planned', false, true), job('awaited', true, true)]
    await eventually(() => started).toEqual(['planned', 'awaited'])
    // Two long texts still leave a slot to a short one.
    jobs.push(job('short', true, false))
    await eventually(() => started).toEqual(['planned', 'awaited', 'short'])
    gate.resolve()
    await Promise.all(jobs)
    expect(slots.capacity).toBe(3)
  })
})

import { describe, expect, test } from 'vitest'
import { SpeechSlots } from './speech-slots.ts'
import { eventually } from '../testing/eventually.ts'

const never = new AbortController().signal

describe('speech slots', () => {
  test('at most the limit at once; the best priority next, equal ones in order', async () => {
    const slots = new SpeechSlots(2)
    const started: string[] = []
    const gates = new Map<string, () => void>()
    const job = (name: string, priority: number) =>
      slots.run(priority, never, () => {
        started.push(name)
        return new Promise<void>((resolve) => gates.set(name, resolve))
      })
    const jobs = [job('a', 5), job('b', 5), job('late', 9), job('soon', 3), job('soon-2', 3), job('now', 1)]
    await Promise.resolve()
    expect(started).toEqual(['a', 'b'])
    for (const expected of ['now', 'soon', 'soon-2', 'late']) {
      gates.get(started.at(-2)!)!()
      await eventually(() => started.at(-1)).toBe(expected)
    }
    for (const open of gates.values()) open()
    await Promise.all(jobs)
  })

  test('who gives up waiting leaves, and a failure frees its slot', async () => {
    const slots = new SpeechSlots(1)
    const gate = Promise.withResolvers<void>()
    const first = slots.run(1, never, () => gate.promise)
    const leaving = new AbortController()
    const second = slots.run(1, leaving.signal, async () => 'never')
    leaving.abort(new Error('left'))
    await expect(second).rejects.toThrow('left')
    gate.reject(new Error('failed'))
    await expect(first).rejects.toThrow('failed')
    expect(await slots.run(1, never, async () => 'free')).toBe('free')
  })
})

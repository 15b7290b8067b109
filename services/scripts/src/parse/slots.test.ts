import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

const BUSY = new Error('busy')
const open = (count: number, waiting: number) => {
  const slots = createSlots({ count, waiting, busy: () => BUSY })
  const started: string[] = []
  const end: Record<string, () => void> = {}
  /** Takes a slot until its end is called. */
  const hold = (name: string, giveUp?: AbortSignal) =>
    slots.run(() => {
      started.push(name)
      return new Promise<string>((resolve) => (end[name] = () => resolve(name)))
    }, giveUp)
  return { hold, started, end }
}

test('as many run as there are slots, others wait in order, and a full queue rejects', async () => {
  const { hold, started, end } = open(1, 2)
  const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) => hold(name))
  await expect(fourth).rejects.toBe(BUSY)
  expect(started).toEqual(['first'])
  end.first!()
  expect(await first).toBe('first')
  await expect.poll(() => started).toEqual(['first', 'second'])
  end.second!()
  expect(await second).toBe('second')
  await expect.poll(() => started).toEqual(['first', 'second', 'third'])
  end.third!()
  expect(await third).toBe('third')
})

test('who gives up leaves the queue and takes no slot', async () => {
  const { hold, started, end } = open(1, 1)
  const first = hold('first')
  const patience = new AbortController()
  const second = hold('second', patience.signal)
  patience.abort(BUSY)
  await expect(second).rejects.toBe(BUSY)
  const third = hold('third')
  end.first!()
  await first
  await expect.poll(() => started).toEqual(['first', 'third'])
  end.third!()
  await third
})

test('work that fails gives its slot back', async () => {
  const slots = createSlots({ count: 1, waiting: 0, busy: () => BUSY })
  await expect(slots.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await slots.run(async () => 'fine')).toBe('fine')
})

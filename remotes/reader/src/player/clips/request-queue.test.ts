import { expect, test } from 'vitest'
import { createRequestQueue } from './request-queue.ts'
import { settle } from '../testing/fake-clock.ts'

/** A queue whose tasks record their start, and end when the test ends them. */
function createTasks(slots: number) {
  const queue = createRequestQueue(slots)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const { signal: staying } = new AbortController()
  return {
    begun,
    async end(name: string) {
      await settle()
      ends.get(name)!()
      await settle()
    },
    run: (name: string, { signal = staying, urgent = false } = {}) =>
      queue.run(
        () => {
          begun.push(name)
          return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
        },
        { signal, urgent },
      ),
    fail: () => queue.run(() => Promise.reject(new Error('no')), { signal: staying }),
  }
}

test('product §9 runs five tasks at a time; the sixth waits', async () => {
  const { begun, end, run } = createTasks(5)
  const all = ['1', '2', '3', '4', '5', '6'].map((name) => run(name))
  await settle()
  expect(begun).toEqual(['1', '2', '3', '4', '5'])
  await end('3')
  expect(begun.at(-1)).toBe('6')
  expect(await all[2]).toBe('3')
})

test('runs urgent tasks before prefetching', async () => {
  const { begun, end, run } = createTasks(1)
  for (const name of ['first', 'ahead', 'wanted']) void run(name, { urgent: name === 'wanted' })
  await end('first')
  expect(begun).toEqual(['first', 'wanted'])
})

test('product §8 an aborted task never runs, and neither it nor a failed one holds a slot', async () => {
  const { begun, end, run, fail } = createTasks(1)
  await expect(fail()).rejects.toThrow('no')
  const leaving = new AbortController()
  void run('first')
  const second = run('second', { signal: leaving.signal })
  leaving.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError', message: 'Request aborted' })
  void run('third')
  await end('first')
  expect(begun).toEqual(['first', 'third'])
})

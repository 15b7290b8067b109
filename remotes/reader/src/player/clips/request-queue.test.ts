import { expect, test } from 'vitest'
import { createRequestQueue } from './request-queue.ts'
import { settle } from '../testing/fake-clock.ts'

function createTasks() {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  return {
    begun,
    end: (name: string) => ends.get(name)!(),
    task: (name: string) => () => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    },
  }
}

test('product §9 runs five at a time; the sixth waits its turn', async () => {
  const queue = createRequestQueue(5)
  const { begun, end, task } = createTasks()
  const { signal } = new AbortController()
  const names = ['1', '2', '3', '4', '5', '6']
  const all = names.map((name) => queue.run(task(name), { signal }))
  await settle()
  expect(begun).toEqual(['1', '2', '3', '4', '5'])
  end('3')
  await settle()
  expect(begun.at(-1)).toBe('6')
  for (const name of names) if (name !== '3') end(name)
  expect(await Promise.all(all)).toEqual(names)
})

test('what the listener waits for goes before what is fetched ahead', async () => {
  const queue = createRequestQueue(1)
  const { begun, end, task } = createTasks()
  const { signal } = new AbortController()
  void queue.run(task('first'), { signal })
  void queue.run(task('ahead'), { signal })
  void queue.run(task('wanted'), { signal, urgent: true })
  await settle()
  end('first')
  await settle()
  expect(begun).toEqual(['first', 'wanted'])
})

test('product §8 a request aborted while it waits never runs', async () => {
  const queue = createRequestQueue(1)
  const { begun, end, task } = createTasks()
  const staying = new AbortController()
  const leaving = new AbortController()
  void queue.run(task('first'), { signal: staying.signal })
  const second = queue.run(task('second'), { signal: leaving.signal })
  leaving.abort()
  await expect(second).rejects.toMatchObject({ name: 'AbortError', message: 'Request aborted' })
  end('first')
  await settle()
  expect(begun).toEqual(['first'])
  // Nor does it hold a slot.
  void queue.run(task('third'), { signal: staying.signal })
  await settle()
  expect(begun).toEqual(['first', 'third'])
})

test('a task that fails gives its slot back', async () => {
  const queue = createRequestQueue(1)
  const { signal } = new AbortController()
  await expect(queue.run(() => Promise.reject(new Error('no')), { signal })).rejects.toThrow('no')
  expect(await queue.run(async () => 'fine', { signal })).toBe('fine')
})

import { expect, test } from 'vitest'
import { LatestFirst } from './latest-first.ts'

test('one work after the other; of those that wait only the newest is done', async () => {
  const works = new LatestFirst()
  const gate = Promise.withResolvers<void>()
  const last = Promise.withResolvers<void>()
  const done: string[] = []
  const work = (name: string, wait?: Promise<void>) => async () => {
    await wait
    done.push(name)
  }
  works.run(work('first', gate.promise))
  works.run(work('overtaken'))
  works.run(async () => {
    done.push('newest')
    last.resolve()
  })
  expect(done).toEqual([])
  gate.resolve()
  await last.promise
  expect(done).toEqual(['first', 'newest'])
})

test('ignores a task that fails', async () => {
  const works = new LatestFirst()
  const next = Promise.withResolvers<void>()
  works.run(() => Promise.reject(new Error('lost')))
  works.run(async () => next.resolve())
  await expect(next.promise).resolves.toBeUndefined()
})

test('stopped, it leaves what waits undone', async () => {
  const works = new LatestFirst()
  const gate = Promise.withResolvers<void>()
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  works.run(async () => {
    await gate.promise
    first.resolve()
  })
  works.run(async () => void done.push('waiting'))
  works.stop()
  gate.resolve()
  await first.promise
  const after = Promise.withResolvers<void>()
  works.run(async () => after.resolve())
  await after.promise
  expect(done).toEqual([])
})

import { expect, test } from 'vitest'
import { createSlots } from './slots.ts'

test('as many hold a slot as there are, others wait in order, and who finds the queue full is told', async () => {
  const slots = createSlots(1, 2)
  const first = await slots.take()
  const order: string[] = []
  const second = slots.take().then((release) => (order.push('second'), release))
  const third = slots.take().then((release) => (order.push('third'), release))
  expect(await slots.take()).toBeUndefined()
  first!()
  const release = await second
  expect(order).toEqual(['second'])
  release!()
  await third
  expect(order).toEqual(['second', 'third'])
})

test('who gives up leaves the queue and takes no slot', async () => {
  const slots = createSlots(1, 1)
  const first = await slots.take()
  const patience = new AbortController()
  const second = slots.take(patience.signal)
  patience.abort()
  expect(await second).toBeUndefined()
  const third = slots.take()
  first!()
  const release = await third
  expect(release).toBeTypeOf('function')
  release!()
  expect(await slots.take(patience.signal)).toBeUndefined()
  expect(await slots.take()).toBeTypeOf('function')
})

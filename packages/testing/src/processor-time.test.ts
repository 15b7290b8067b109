import { expect, test } from 'vitest'
import { processorMs } from './processor-time.ts'

const multiply = (times: number) => {
  let value = 1
  for (let count = 0; count < times; count += 1) value = Math.imul(value, 48_271) + 11
  return value
}

test('counts what a calculation takes, and not what it waits', () => {
  const waits = processorMs(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300))
  expect(waits).toBeLessThan(20)
  expect(processorMs(() => multiply(1e7))).toBeGreaterThan(10)
})

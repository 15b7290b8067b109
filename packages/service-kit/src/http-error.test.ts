import { expect, test } from 'vitest'
import { HttpError } from './http-error.ts'

const frames = (error: Error) => (error.stack ?? '').split('\n    at ').length - 1

test('a refusal carries no stack, because a flood of them must be cheap; a fault of ours has one, and so has what comes next', () => {
  expect(frames(new HttpError('TOO_MANY_REQUESTS', 'Wait.'))).toBe(0)
  expect(frames(new HttpError('INTERNAL', 'Ours.'))).toBeGreaterThan(0)
  expect(frames(new Error('Next.'))).toBeGreaterThan(0)
})

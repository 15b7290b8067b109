import { expect, test } from 'vitest'
import { HttpError } from './http-error.ts'

const frames = (error: Error) => (error.stack ?? '').split('\n    at ').length - 1

test('a 4xx error has no stack, because a flood of them must be cheap; a 5xx error has one, and so has the next error', () => {
  expect(frames(new HttpError('TOO_MANY_REQUESTS', 'Wait.'))).toBe(0)
  expect(frames(new HttpError('INTERNAL', 'Ours.'))).toBeGreaterThan(0)
  expect(frames(new Error('Next.'))).toBeGreaterThan(0)
})

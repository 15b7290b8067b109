import { DELIVERIES } from '@andscene/contracts/voices/delivery'
import { expect, test } from 'vitest'
import { BY_PACE_AND_LEVEL, directionOf, paceOf, possible } from './delivery.ts'

test('product §4: a whispered or quiet line is softer, a shouted one louder', () => {
  expect(directionOf({ name: 'whispering' }).level).toBe(-9)
  expect(directionOf({ name: 'quiet' }).level).toBeLessThan(0)
  expect(directionOf({ name: 'shouting' }).level).toBe(4)
  expect([directionOf().level, directionOf({ name: 'slow' }).level]).toEqual([0, 0])
})

test('multiplies the chosen pace by that of the delivery', () => {
  expect(paceOf({})).toBe(1)
  expect(paceOf({ name: 'slow', pace: 0.5 })).toBeCloseTo(0.4)
})

test('a delivery that the voice cannot do is read plainly, but with its pace, pitch and pauses', () => {
  const delivery = { name: 'angry', pace: 1.2, pauseAfterMs: 100 } as const
  expect(possible(delivery, BY_PACE_AND_LEVEL)).toEqual({ pace: 1.2, pauseAfterMs: 100 })
  expect(possible(delivery, DELIVERIES)).toEqual(delivery)
  expect(possible(undefined, DELIVERIES)).toEqual({})
})

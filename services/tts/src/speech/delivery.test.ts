import { DELIVERIES, type DeliveryName } from '@andscene/contracts/voices/delivery'
import { expect, test } from 'vitest'
import { BY_PACE_AND_LEVEL, directionOf, paceOf, possible } from './delivery.ts'

test('product §4: a whispered or quiet line is softer, a shouted one louder', () => {
  expect(directionOf({ name: 'whispering' }).level).toBe(-9)
  expect(directionOf({ name: 'quiet' }).level).toBeLessThan(0)
  expect(directionOf({ name: 'shouting' }).level).toBe(4)
  expect([directionOf().level, directionOf({ name: 'slow' }).level]).toEqual([0, 0])
})

test.each<[DeliveryName, number, number]>([
  ['whispering', -1, -1],
  ['quiet', -1, 0],
  ['shouting', 1, 1],
  ['calling', 1, -1],
  ['sad', -1, -1],
  ['angry', 1, 1],
  ['excited', 1, 1],
  ['slow', 0, -1],
  ['fast', 0, 1],
])('product §4: %s changes the level (%i) and the pace (%i)', (name, louder, faster) => {
  expect([directionOf({ name }).level, paceOf({ name }) - 1].map(Math.sign)).toEqual([louder, faster])
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

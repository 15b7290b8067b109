import { isSameDelivery, tidyDelivery } from './tidy-delivery.ts'
import { describe, expect, test } from 'vitest'
import { fits } from '../schema/fits.ts'
import { Delivery } from './delivery.ts'

describe('product §4: a delivery', () => {
  test.each([
    {},
    { name: 'whispering' },
    { name: 'sad', pace: 0.5, pitch: -6, emphasis: [[0, 5]], pauseBeforeMs: 0, pauseAfterMs: 5_000 },
  ])('may be %j', (delivery) => {
    expect(fits(Delivery, delivery)).toBe(true)
  })

  test.each([
    { name: 'singing' },
    { pace: 2.1 },
    { pitch: 7 },
    { emphasis: [[0]] },
    { emphasis: [[-1, 2]] },
    { emphasis: Array.from({ length: 21 }, () => [0, 1]) },
    { pauseBeforeMs: 5_001 },
    { pauseAfterMs: 0.5 },
  ])('must not be %j', (delivery) => {
    expect(fits(Delivery, delivery)).toBe(false)
  })
})

const melodyOf = (height: number) => [{ at: 0, length: 4, ms: 300, pauseMs: 0, semitones: [height] }]

test('pitches of a recording are equal if they differ by less than a tenth of a semitone', () => {
  expect(tidyDelivery({ melody: melodyOf(1.2345) })).toEqual({ melody: melodyOf(1.2) })
  expect(isSameDelivery({ melody: melodyOf(-1.21) }, { melody: melodyOf(-1.2) })).toBe(true)
  expect(isSameDelivery({ melody: melodyOf(-1.3) }, { melody: melodyOf(-1.2) })).toBe(false)
})

test('a delivery without neutral values keeps the melody of a recording, and two melodies differ', () => {
  const melody = melodyOf(1)
  expect(tidyDelivery({ pace: 1, melody })).toEqual({ melody })
  expect(tidyDelivery({ melody: [] })).toEqual({})
  expect(isSameDelivery({ melody }, {})).toBe(false)
  expect(isSameDelivery({ melody }, { melody: [{ ...melody[0]!, ms: 301 }] })).toBe(false)
})

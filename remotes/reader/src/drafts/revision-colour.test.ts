import { expect, test } from 'vitest'
import { revisionColour } from './revision-colour.ts'

test('product §16 each draft that is compared with has a color, in the order of production', () => {
  expect([1, 2, 3, 4, 5, 9].map((number) => revisionColour({ number }))).toEqual([
    'blue',
    'pink',
    'yellow',
    'green',
    'goldenrod',
    'blue',
  ])
})

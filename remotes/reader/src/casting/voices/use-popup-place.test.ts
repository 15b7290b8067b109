import { expect, it } from 'vitest'
import { placePopup } from './use-popup-place.ts'

const view = { width: 1440, height: 900 }

it('product §9 a list is at most 300 px high, below its field', () => {
  const place = placePopup({ left: 100, top: 200, bottom: 244, width: 480 }, view)
  expect(place).toEqual({ left: 100, width: 480, top: 248, maxHeight: 300 })
})

it('goes above where there is more room', () => {
  const place = placePopup({ left: 100, top: 700, bottom: 744, width: 480 }, view)
  expect(place).toEqual({ left: 100, width: 480, bottom: 204, maxHeight: 300 })
})

it('stays inside a small window', () => {
  const place = placePopup({ left: 300, top: 40, bottom: 84, width: 200 }, { width: 390, height: 320 })
  expect(place.left).toBeGreaterThanOrEqual(8)
  expect(place.left + place.width).toBeLessThanOrEqual(382)
  expect(place.maxHeight).toBe(320 - 84 - 12)
})

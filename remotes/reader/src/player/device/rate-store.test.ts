import { RATE_KEY } from '@andscene/web-kit/storage-keys'
import { beforeEach, expect, test } from 'vitest'
import { readRate, saveRate } from './rate-store.ts'

beforeEach(() => localStorage.clear())

test('the speed is kept on the device', () => {
  expect(readRate()).toBe(1)
  saveRate(1.25)
  expect(readRate()).toBe(1.25)
})

test.each(['fast', '0', '17', '1.3', ''])('a kept speed of %j counts as none', (kept) => {
  localStorage.setItem(RATE_KEY, kept)
  expect(readRate()).toBe(1)
})

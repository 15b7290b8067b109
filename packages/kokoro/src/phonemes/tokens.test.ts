import { expect, test } from 'vitest'
import { tokensOf } from './tokens.ts'

test("returns the model's ids, with 0 at both ends", () => {
  expect(tokensOf('həlˈO ðɛɹ.')).toEqual([0, 50, 83, 54, 156, 31, 16, 81, 86, 123, 4, 0])
  expect(tokensOf('ᵻʲ↘ɔ̃')).toEqual([0, 177, 164, 173, 76, 17, 0])
})

test('leaves out unknown characters', () => {
  expect(tokensOf('a7가b')).toEqual([0, 43, 44, 0])
  expect(tokensOf('')).toEqual([0, 0])
})

test('returns at most as many as the model accepts', () => {
  expect(tokensOf('a'.repeat(2_000))).toHaveLength(512)
})

import { castingKey } from '@andscene/web-kit/storage-keys'
import { afterEach, expect, test } from 'vitest'
import { readLocalCasting, writeLocalCasting } from './local-casting.ts'

afterEach(() => localStorage.clear())

const casting = { characterAssignments: { MIRA: 'a' }, narrationVoiceId: 'n' }
const NOW = 1_800_000_000_000
const FIVE_MINUTES = 5 * 60_000

test('product §9 a copy on this device is valid for 5 min, then removed', () => {
  writeLocalCasting('s1', casting, NOW)
  expect(readLocalCasting('s1', NOW + FIVE_MINUTES - 1)).toEqual({ casting, at: NOW })
  expect(readLocalCasting('s2', NOW)).toBeUndefined()
  expect(readLocalCasting('s1', NOW + FIVE_MINUTES)).toBeUndefined()
  expect(localStorage.getItem(castingKey('s1'))).toBeNull()
})

test.each([
  'not JSON',
  'null',
  '[]',
  '{}',
  JSON.stringify({ ...casting, timestamp: 'soon' }),
  JSON.stringify({ characterAssignments: { MIRA: 7 }, timestamp: NOW }),
  JSON.stringify({ ...casting, narrationVoiceId: 7, timestamp: NOW }),
  JSON.stringify({ ...casting, timestamp: NOW + 60_000 }),
])('what is no casting of ours is removed: %s', (stored) => {
  localStorage.setItem(castingKey('s1'), stored)
  expect(readLocalCasting('s1', NOW)).toBeUndefined()
  expect(localStorage.getItem(castingKey('s1'))).toBeNull()
})

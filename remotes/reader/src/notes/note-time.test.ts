import { expect, test } from 'vitest'
import { shortAgoText } from './note-time.ts'

const NOW = Date.parse('2026-11-25T12:00:00Z')
const MINUTE_MS = 60_000

test.each([
  [0, 'Just now'],
  [1, '1 min ago'],
  [59, '59 min ago'],
  [60, '1 h ago'],
  [48 * 60, '2 d ago'],
  [8 * 24 * 60, '17 Nov 2026'],
])('in a narrow list, %i minutes ago leaves room for the name: %s', (minutes, text) => {
  expect(shortAgoText(new Date(NOW - minutes * MINUTE_MS).toISOString(), NOW)).toBe(text)
})

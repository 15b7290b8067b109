import { expect, test } from 'vitest'
import { formatDuration, cacheStatus, cacheText, durationText } from './line-status.ts'

const server = (voiceId: string) => ({
  path: 'p',
  contentType: 'audio/mpeg',
  voiceId,
  lastUpdated: '2026-11-20T12:00:00.000Z',
  durationMs: 2_340,
})
const text = (...[clip]: Parameters<typeof cacheStatus>) => cacheText(cacheStatus(clip))

test('product §4 the cache status says where the clip is stored, and whether it is valid', () => {
  expect(text({ voiceId: 'ruth', localMs: 900, server: undefined })).toBe('Local ✓')
  expect(text({ voiceId: 'ruth', localMs: 900, server: server('ruth') })).toBe('Local ✓')
  expect(text({ voiceId: 'ruth', localMs: null, server: server('ruth') })).toBe('Server ✓')
  expect(text({ voiceId: 'ruth', localMs: null, server: server('magnus') })).toBe('Server ✗')
  expect(text({ voiceId: undefined, localMs: null, server: server('magnus') })).toBe('Server ✗')
})

test("product §2 the duration is the clip's length, 'Loading...' or 'No Duration'", () => {
  const valid = cacheStatus({ voiceId: 'ruth', localMs: null, server: server('ruth') })
  expect(durationText(valid, false)).toBe('2.3s')
  expect(durationText(valid, true)).toBe('Loading...')
  const stale = cacheStatus({ voiceId: 'ruth', localMs: null, server: server('magnus') })
  expect(durationText(stale, false)).toBe('No Duration')
})

test.each([
  [0, '0.0s'],
  [940, '0.9s'],
  [59_940, '59.9s'],
  [59_960, '1:00.0'],
  [61_250, '1:01.3'],
  [600_000, '10:00.0'],
])('product §9 formats %i ms as %s', (milliseconds, expected) =>
  expect(formatDuration(milliseconds)).toBe(expected),
)

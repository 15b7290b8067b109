import { ApiError, type ApiErrorCode } from '@andscene/web-kit/api-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { awayOf } from './errors.ts'

const failed = (status: number, code: ApiErrorCode, serverMessage?: string) =>
  new ApiError('It failed.', { status, code, serverMessage })
const PART_AWAY = 'This part of And Scene is unavailable right now. Please try again in a moment.'
const browserSays = (onLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
afterEach(() => vi.restoreAllMocks())

describe('product §4 detection of an outage', () => {
  test("distinguishes a lost network from an unreachable server with the browser's online status", () => {
    browserSays(false)
    expect(awayOf(failed(0, 'NETWORK'))).toBe('offline')
    expect(awayOf(failed(0, 'TIMEOUT'))).toBe('offline')
    browserSays(true)
    expect(awayOf(failed(0, 'NETWORK'))).toBe('unreachable')
  })

  test.each([
    ['a stopped gateway behind the edge', 502, 'UNAVAILABLE', 'The server does not respond.'],
    ['another proxy', 502, 'UNAVAILABLE', undefined],
    ['a proxy timeout', 504, 'UNAVAILABLE', undefined],
    ['a proxy without an upstream', 503, 'UNAVAILABLE', undefined],
    ['a gateway whose speech service has stopped', 503, 'AWAY', PART_AWAY],
    ['a gateway without its identity service', 503, 'AWAY', 'Sign-in cannot be checked right now'],
    [
      'a service without its storage',
      503,
      'AWAY',
      'The storage is unavailable right now. Please try again in a moment.',
    ],
  ] as const)('reports an unavailable server for %s', (_who, status, code, sentence) => {
    expect(awayOf(failed(status, code, sentence))).toBe('server')
  })

  test.each([
    ['a voice that cannot speak the line', 502, 'SPEECH_FAILED', 'The speech of this text failed'],
    ['a clip that is not ready in time', 503, 'UNAVAILABLE', 'The audio is not ready yet'],
    ['a paused provider', 503, 'UNAVAILABLE', 'The audio cannot be generated right now'],
    ['an internal error', 500, 'INTERNAL', 'Something went wrong'],
    ['a request timeout', 0, 'TIMEOUT', undefined],
    ['a rate limit', 429, 'TOO_MANY_REQUESTS', 'Too many requests'],
  ] as const)('reports no outage for %s', (_what, status, code, sentence) => {
    browserSays(true)
    expect(awayOf(failed(status, code, sentence))).toBeUndefined()
  })
})

import { ApiError, type ApiErrorCode } from '@andscene/web-kit/api-client'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { awayOf } from './errors.ts'

const failed = (status: number, code: ApiErrorCode, serverMessage?: string) =>
  new ApiError('It failed.', { status, code, serverMessage })
const PART_AWAY = 'This part of And Scene is unavailable right now. Please try again in a moment.'
const browserSays = (onLine: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
afterEach(() => vi.restoreAllMocks())

describe('product §4 whether the backend is unavailable', () => {
  test('the browser tells a lost network from a server that is not reached', () => {
    browserSays(false)
    expect(awayOf(failed(0, 'NETWORK'))).toBe('offline')
    expect(awayOf(failed(0, 'TIMEOUT'))).toBe('offline')
    browserSays(true)
    expect(awayOf(failed(0, 'NETWORK'))).toBe('unreachable')
  })

  test.each([
    ['a gateway that has stopped, as the edge says', 502, 'UNAVAILABLE', 'The server does not respond.'],
    ['a foreign proxy', 502, 'UNAVAILABLE', undefined],
    ['a proxy that has waited', 504, 'UNAVAILABLE', undefined],
    ['a proxy without anything behind it', 503, 'UNAVAILABLE', undefined],
    ['a gateway whose speech service has stopped', 503, 'AWAY', PART_AWAY],
    ['a gateway that cannot ask the identity service', 503, 'AWAY', 'Sign-in cannot be checked right now'],
    [
      'a service without its store',
      503,
      'AWAY',
      'The storage is unavailable right now. Please try again in a moment.',
    ],
  ] as const)('%s: the server is unavailable', (_who, status, code, sentence) => {
    expect(awayOf(failed(status, code, sentence))).toBe('server')
  })

  test.each([
    ['a voice that cannot speak the line', 502, 'SPEECH_FAILED', 'This text could not be spoken'],
    ['a clip that is not ready in time', 503, 'UNAVAILABLE', 'The audio is not ready yet'],
    ['a provider that pauses', 503, 'UNAVAILABLE', 'The audio cannot be made right now'],
    ['a fault of a service', 500, 'INTERNAL', 'Something went wrong'],
    ['a request that took too long', 0, 'TIMEOUT', undefined],
    ['too many requests', 429, 'TOO_MANY_REQUESTS', 'Too many requests'],
  ] as const)('%s: that is the line', (_what, status, code, sentence) => {
    browserSays(true)
    expect(awayOf(failed(status, code, sentence))).toBeUndefined()
  })
})

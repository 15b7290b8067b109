import { describe, expect, test } from 'vitest'
import { azureFailure } from './azure-failure.ts'

describe('what the SDK says of a failure', () => {
  test.each([
    ['Unable to contact server. StatusCode: 1006, wss://x Reason:  Unexpected server response: 401', 'auth'],
    [
      'Unable to contact server. StatusCode: 1006, wss://x Reason:  Unexpected server response: 429',
      'throttled',
    ],
    [
      'Unable to contact server. StatusCode: 1006, wss://x Reason:  Unexpected server response: 503',
      'server',
    ],
    [
      'Unable to contact server. StatusCode: 1006, wss://x Reason:  connect ECONNREFUSED 127.0.0.1:1',
      'network',
    ],
    ['Unable to contact server. StatusCode: 1006, wss://x Reason:  getaddrinfo ENOTFOUND x', 'network'],
    ['Unsupported voice en-US-Unknown. websocket error code: 1007', 'unknown-voice'],
    ['Ssml parsing error. websocket error code: 1007', 'bad-input'],
    ['Out of call volume quota. websocket error code: 1007', 'quota'],
    ['Too many requests websocket error code: 4429', 'throttled'],
    ['Internal server error websocket error code: 1011', 'server'],
    [' websocket error code: 1006', 'network'],
  ])('%j means %s', (details, kind) => {
    const failure = azureFailure(details)
    expect(failure.kind).toBe(kind)
    expect(failure.message).not.toContain('wss:')
  })
})

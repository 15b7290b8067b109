import { describe, expect, test } from 'vitest'
import { azureFailure } from './azure-failure.ts'

const NOT_CONNECTED = 'Unable to contact server. StatusCode: 1006, wss://x Reason: '

describe('errors of the SDK', () => {
  test.each([
    [`${NOT_CONNECTED} Unexpected server response: 401`, 'auth'],
    [`${NOT_CONNECTED} Unexpected server response: 429`, 'throttled'],
    [`${NOT_CONNECTED} Unexpected server response: 503`, 'server'],
    [`${NOT_CONNECTED} connect ECONNREFUSED 127.0.0.1:1`, 'network'],
    [`${NOT_CONNECTED} getaddrinfo ENOTFOUND x`, 'network'],
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

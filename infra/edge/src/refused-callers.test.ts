import { REFUSED_HEADER } from '@andscene/contracts/platform'
import { rawRequest, requestBytes } from '@andscene/testing/raw-http'
import { recordingServer } from '@andscene/testing/recording-server'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { edgeFixture } from './testing/edge-fixture.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  return () => void vi.useRealTimers()
})

/** An edge whose gateway refuses every request with these headers. */
async function edgeWithRefusingGateway(headers: Record<string, string>) {
  const gateway = await recordingServer({ status: 429, headers })
  onTestFinished(gateway.close)
  const edge = await edgeFixture({ gatewayUrl: gateway.url })
  const ask = (path = '/api/scripts', token = 'mallory') =>
    fetch(edge.origin + path, { headers: { authorization: `Bearer ${token}` } })
  return { origin: edge.origin, ask, asked: () => gateway.seen.length }
}

describe('decision 0063: repeated requests of a refused client do not reach the gateway', () => {
  test('the edge refuses a client until Retry-After is over, on that route with that token', async () => {
    const { ask, asked } = await edgeWithRefusingGateway({ [REFUSED_HEADER]: 'true', 'retry-after': '30' })
    expect((await ask()).headers.get(REFUSED_HEADER)).toBe(null)
    vi.setSystemTime(Date.now() + 10_000)
    const again = await ask()
    expect([again.status, again.headers.get('retry-after'), asked()]).toEqual([429, '20', 1])
    expect(await again.json()).toMatchObject({ success: false, code: 'TOO_MANY_REQUESTS' })
    await ask('/api/voices/default')
    await ask('/api/scripts', 'ada')
    expect(asked()).toBe(3)
    vi.setSystemTime(Date.now() + 20_001)
    await ask()
    expect(asked()).toBe(4)
  })

  test.each([
    ['without a token', 'POST', '/api/invitations/open', {}],
    ['with the same token', 'GET', '/api/scripts', { authorization: 'Bearer shared' }],
  ])('refusing a client does not affect another address: %s', async (_how, method, path, more) => {
    const { origin, asked } = await edgeWithRefusingGateway({ [REFUSED_HEADER]: 'true', 'retry-after': '30' })
    const bytes = requestBytes(method, path, { host: 'localhost', connection: 'close', ...more })
    for (const localAddress of ['127.0.0.2', '127.0.0.2', '127.0.0.3', '127.0.0.3'])
      expect((await rawRequest(origin, bytes, { localAddress })).status).toBe(429)
    expect(asked()).toBe(2)
  })

  test.each([
    // The next request of the same route may have different content.
    ['a service refuses', { 'retry-after': '30' }],
    // Capacity may be free sooner.
    ['a concurrency limit applies', { [REFUSED_HEADER]: 'true', 'retry-after': '1' }],
  ])('forwards each request when %s', async (_when, headers) => {
    const { ask, asked } = await edgeWithRefusingGateway(headers)
    for (let n = 0; n < 3; n += 1) expect((await ask()).status).toBe(429)
    expect(asked()).toBe(3)
  })
})

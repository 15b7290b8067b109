import { startOtlpReceiver } from '@andscene/testing/otlp-receiver'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { gatewayFixture, type Gateway } from './testing/gateway-fixture.ts'

const TRACE = '0123456789abcdef0123456789abcdef'
const SENT = { traceparent: `00-${TRACE}-0123456789abcdef-01`, authorization: 'Bearer ada-token' }
const BY_THE_EDGE = { 'x-forwarded-for': '203.0.113.7' }

let gateway: Gateway
beforeEach(async () => {
  const receiver = await startOtlpReceiver()
  onTestFinished(receiver.close)
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'parentbased_always_off')
})
afterEach(() => void vi.unstubAllEnvs())
const traceSeenBy = async (headers: Record<string, string>) => {
  await fetch(`${gateway.origin}/api/scripts`, { headers })
  return gateway.behind.seen.at(-1)?.headers['traceparent']
}

describe('decision 0056: the gateway continues only traces of the edge', () => {
  test('continues a trace from a trusted proxy', async () => {
    gateway = await gatewayFixture()
    expect(await traceSeenBy({ ...SENT, ...BY_THE_EDGE })).toMatch(new RegExp(`^00-${TRACE}-.*-01$`))
  })

  test('a client that reaches the gateway directly cannot force sampling', async () => {
    gateway = await gatewayFixture({ TRUSTED_PROXIES: '10.0.0.1' })
    for (const headers of [SENT, { ...SENT, ...BY_THE_EDGE }]) {
      const seen = await traceSeenBy(headers)
      expect(seen).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
      expect(seen).not.toContain(TRACE)
    }
  })
})

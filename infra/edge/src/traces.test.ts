import { startOtlpReceiver } from '@andscene/testing/otlp-receiver'
import { recordingServer } from '@andscene/testing/recording-server'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { edgeFixture } from './testing/edge-fixture.ts'

const FORGED = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01'

afterEach(() => void vi.unstubAllEnvs())
/** An edge, and the requests that its gateway receives. */
async function edgeAndGateway() {
  const gateway = await recordingServer()
  onTestFinished(gateway.close)
  return { edge: await edgeFixture({ gatewayUrl: gateway.url }), seen: gateway.seen }
}

test.each([
  ['parentbased_always_on', '01'],
  ['parentbased_always_off', '00'],
])(
  'decision 0056: the edge starts each trace, and with %s sets the flags %s, whatever a client sends',
  async (sampler, flags) => {
    const receiver = await startOtlpReceiver()
    onTestFinished(receiver.close)
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
    vi.stubEnv('OTEL_TRACES_SAMPLER', sampler)
    const { edge, seen: requests } = await edgeAndGateway()
    const headers = { traceparent: FORGED, tracestate: 'theirs=1', baggage: 'user=ada' }
    expect((await fetch(`${edge.origin}/api/scripts`, { headers })).status).toBe(200)
    const [{ headers: seen }] = requests as [(typeof requests)[number]]
    expect(seen['traceparent']).toMatch(new RegExp(`^00-[0-9a-f]{32}-[0-9a-f]{16}-${flags}$`))
    expect(seen['traceparent']).not.toContain(FORGED.slice(3, 35))
    expect([seen['tracestate'], seen['baggage']]).toEqual([undefined, undefined])
  },
)

test('decision 0056: while tracing is off, the edge sends no trace header', async () => {
  const { edge, seen } = await edgeAndGateway()
  await fetch(`${edge.origin}/api/scripts`, { headers: { traceparent: FORGED } })
  expect(seen.map(({ headers }) => headers['traceparent'])).toEqual([undefined])
})

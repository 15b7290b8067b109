import type { Platform } from '@andscene/local/platform'
import { temporaryPlatform } from '@andscene/local/testing/temporary-platform'
import { fdxFile } from '@andscene/testing/fdx-file'
import { startOtlpReceiver, type ReceivedSpan } from '@andscene/testing/otlp-receiver'
import { expect, test } from '@playwright/test'
import { createAccount } from '@andscene/platform-client/accounts'
import { PlatformClient } from '@andscene/platform-client/platform-client'

/* A platform that exports traces to a collector, with the product's own processes. No browser. */
test.describe.configure({ timeout: 180_000 })

const TEXT = 'A lamp is lit in the tower.'
const FORGED = '0123456789abcdef0123456789abcdef'

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
let platform: Platform
const log: string[] = []

test.beforeAll(async () => {
  receiver = await startOtlpReceiver()
  platform = await temporaryPlatform({
    log: (line) => void log.push(line),
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
  })
})
test.afterAll(async () => {
  await platform?.stop()
  await receiver.close()
})

const lineage = (span: ReceivedSpan): string[] => {
  const parent = receiver.spans.find(({ spanId }) => spanId === span.parentSpanId)
  return [...(parent ? lineage(parent) : []), `${span.service}: ${span.name}`]
}

test('decision 0056: synthesis of a line is one trace, from the edge to the database row of its clip', async () => {
  const account = await createAccount(platform.origin)
  const api = new PlatformClient(platform.origin, account.token)
  const script = await api.upload('The secret title.fdx', fdxFile([{ type: 'Action', text: TEXT }]))
  const [voice] = await api.voices()
  const response = await fetch(`${platform.origin}/api/voices/generate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${account.token}`,
      traceparent: `00-${FORGED}-0123456789abcdef-01`,
    },
    body: JSON.stringify({
      voiceId: voice!.voiceId,
      scriptId: script._id,
      lineId: script.content.lines[0]!._id,
      text: TEXT,
    }),
  })
  expect(response.status).toBe(200)

  const rows = () => receiver.spans.filter(({ name }) => name === 'store row')
  const edgeOf = ({ traceId }: ReceivedSpan) =>
    receiver.spans.find((span) => span.traceId === traceId && span.service === 'edge')
  await expect.poll(() => rows().some((row) => edgeOf(row) !== undefined), { timeout: 30_000 }).toBe(true)
  const [row] = rows() as [ReceivedSpan]
  await expect
    .poll(() => lineage(row), { timeout: 30_000 })
    .toEqual([
      'edge: POST /api/voices/generate',
      'gateway: POST /api/voices/generate',
      'tts: POST /api/voices/generate',
      'tts: wait for the clip',
      'tts: line-audio publish',
      'tts-worker: line-audio process',
      'tts-worker: store row',
    ])
  const trace = receiver.spans.filter(({ traceId }) => traceId === row.traceId)
  expect(trace.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'line-audio wait',
      'wait for a slot',
      'speak',
      'synthesise',
      'encode',
      'store object',
    ]),
  )
  expect(trace.filter(({ parentSpanId }) => parentSpanId === undefined)).toHaveLength(1)
  // Each span is within its parent, except for clock differences of a few milliseconds between processes.
  for (const name of ['synthesise', 'encode']) {
    const [span] = trace.filter((one) => one.name === name) as [ReceivedSpan]
    expect(lineage(span).slice(-3)).toEqual([
      'tts-worker: line-audio process',
      'tts-worker: speak',
      `tts-worker: ${name}`,
    ])
  }
  expect(
    receiver.spans.some(({ traceId }) => traceId === FORGED),
    'a trace of the client',
  ).toBe(false)

  // Everything exported since the platform started.
  const sent = receiver.bodies.join()
  for (const secret of [TEXT, 'secret title', account.email, account.token])
    expect(sent.includes(secret), secret).toBe(false)
  expect(log.some((line) => /worker-1.*trace_id=[0-9a-f]{32}/.test(line))).toBe(true)
})

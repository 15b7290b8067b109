import { startOtlpReceiver, type ReceivedSpan } from '@andscene/testing/otlp-receiver'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { apiHarness, lineOf } from '../testing/api-harness.ts'
import { untilIdle } from '../testing/expectations.ts'

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
beforeEach(async () => {
  receiver = await startOtlpReceiver()
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
})
const on = apiHarness()
afterEach(async () => {
  vi.unstubAllEnvs()
  await receiver.close()
})

const TRACE = '0123456789abcdef0123456789abcdef'
const TRACEPARENT = `00-${TRACE}-0123456789abcdef-01`
const generate = (payload: object) =>
  on.app.inject({
    method: 'POST',
    url: '/api/voices/generate',
    payload,
    headers: { ...on.harness.person(), traceparent: TRACEPARENT },
  })
const of = (name: string) => receiver.spans.filter((span) => span.name === name)
const arrived = (name: string, count = 1) => expect.poll(() => of(name).length).toBeGreaterThanOrEqual(count)
const parentOf = (span: ReceivedSpan | undefined) =>
  receiver.spans.find(({ spanId }) => spanId === span?.parentSpanId)

describe('decision 0056: jobs carry the trace context', () => {
  test('an awaited clip is made in the trace of its request', async () => {
    on.script('s1', 1)
    await on.withWorker()
    expect((await generate(lineOf(0))).statusCode).toBe(200)
    await arrived('line-audio process')
    await arrived('POST /api/voices/generate')
    const [run] = of('line-audio process')
    expect(run).toMatchObject({ traceId: TRACE, attributes: { 'andscene.job.outcome': 'made' } })
    expect(parentOf(run)?.name).toBe('line-audio publish')
    expect(parentOf(of('line-audio wait')[0])?.spanId).toBe(run?.parentSpanId)
    for (const step of ['wait for a slot', 'speak', 'store object', 'store row'])
      expect(of(step)).toMatchObject([{ traceId: TRACE, parentSpanId: run?.spanId }])
    expect(receiver.bodies.join()).not.toContain('Text number')
  })

  test('a planned clip moves into the trace of a later request', async () => {
    on.script('s1', 1)
    const planner = await on.withWorker()
    on.provider.state = { later: 'not yet' }
    await on.harness.plan('s1')
    await expect.poll(async () => (await on.harness.lineAudio.queue.getDelayedCount()) > 0).toBe(true)
    await planner.close()

    on.provider.state = 'ready'
    const response = generate(lineOf(0))
    await expect
      .poll(async () => {
        const [job] = await on.harness.lineAudio.queue.getJobs(['prioritized', 'waiting', 'delayed'])
        return job?.data.traceparent?.slice(3, 35)
      })
      .toBe(TRACE)
    await on.withWorker()
    expect((await response).statusCode).toBe(200)
    await expect.poll(() => of('line-audio process').some(({ traceId }) => traceId === TRACE)).toBe(true)
  })

  test('planned clips have their own traces with a link to the plan', async () => {
    on.script()
    await on.withWorker()
    await on.harness.narration.add({ scriptId: 's1', reason: 'casting', traceparent: TRACEPARENT })
    await untilIdle(on.harness)
    await arrived('line-audio process', 3)
    const runs = of('line-audio process')
    expect(new Set([TRACE, ...runs.map(({ traceId }) => traceId)]).size).toBe(4)
    for (const run of runs) expect(run).toMatchObject({ links: [{ traceId: TRACE }] })
    for (const run of runs) expect(run.parentSpanId).toBeUndefined()
  })
})

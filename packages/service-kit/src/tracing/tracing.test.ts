import { listening } from '@andscene/testing/listening'
import { startOtlpReceiver } from '@andscene/testing/otlp-receiver'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createApp, type App } from '../create-app.ts'
import { HttpError } from '../http-error.ts'
import { openTelemetry } from './open-telemetry.ts'
import { beginSpan, isTracing, traced, type Tracer } from './spans.ts'
import { isTracingEnabled } from './start-tracing.ts'

const SOURCES = path.resolve(import.meta.dirname, '..')
const silent = { warn: () => {}, info: () => {} }

async function modulesLoadedWith(env: Record<string, string>): Promise<string[]> {
  const script = path.join(import.meta.dirname, 'loaded-modules.ts')
  // What every service loads; the tracing's own modules only as they load each other.
  const modules = globSync('*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  const files = modules.map((file) => path.join(SOURCES, file))
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, ...files],
    { env: { PATH: process.env['PATH'], ...env } },
  )
  return JSON.parse(stdout) as string[]
}

describe('decision 0056: traces are off until an operator configures a collector', () => {
  // Two processes that load every module start slowly on a busy machine.
  const slow = { timeout: 60_000 }
  test('OpenTelemetry is not loaded while they are off, and its SDK is when they are on', slow, async () => {
    expect(await modulesLoadedWith({})).toEqual([])
    const on = await modulesLoadedWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    expect(on.some((url) => url.includes('/@opentelemetry/sdk-trace/'))).toBe(true)
  })

  test('one variable turns them on, and the standard switch turns them off again', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }
    for (const env of [endpoint, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }])
      expect(isTracingEnabled(env)).toBe(true)
    for (const env of [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: '' }, { ...endpoint, OTEL_SDK_DISABLED: 'true' }])
      expect(isTracingEnabled(env)).toBe(false)
  })

  test('work inside a span runs unchanged while they are off', async () => {
    expect(isTracing()).toBe(false)
    expect(beginSpan('nothing')).toBeUndefined()
    expect(await traced('nothing', {}, async (span) => [span, 'done'])).toEqual([undefined, 'done'])
  })
})

const nowhere = () => ({
  export: (_spans: unknown, done: (result: { code: number }) => void) => done({ code: 0 }),
  shutdown: async () => {},
})

const rootOf = (env: Record<string, string>, parent: string | null = null) => {
  const tracer = openTelemetry({ name: 'test', log: silent, env, exporter: nowhere() })
  return tracer.begin('root', { parent }).traceparent.slice(-2)
}

describe('decision 0056: sampling by the standard variables', () => {
  const SAMPLED = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01'
  const UNSAMPLED = SAMPLED.replace(/01$/, '00')

  test.each([
    [{}, null, '01'],
    [{}, UNSAMPLED, '00'],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, null, '00'],
    [{ OTEL_TRACES_SAMPLER: 'always_on' }, UNSAMPLED, '01'],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, null, '00'],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' }, SAMPLED, '01'],
    [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, null, '00'],
  ])('%o with parent %s: flags %s', (env, parent, flags) => {
    expect(rootOf(env as Record<string, string>, parent)).toBe(flags)
  })

  test.each([
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /^OTEL_TRACES_SAMPLER: must be one of always_on/],
    [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG:/],
  ])('rejects %o at the start, in one sentence', (env, sentence) => {
    expect(() => rootOf(env as never)).toThrow(sentence)
  })

  test('starts a new trace for an invalid traceparent', () => {
    const tracer = openTelemetry({ name: 'test', log: silent, env: {}, exporter: nowhere() })
    const { traceparent } = tracer.begin('root', { parent: 'hello' })
    expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
  })
})

const collectorOf = async (listener: RequestListener) => {
  const { url, close } = await listening(createServer(listener))
  onTestFinished(close)
  return url
}

describe('decision 0056: an unavailable collector blocks nothing', () => {
  let tracer: Tracer
  const lines: string[] = []
  const log = {
    warn: (_fields: object, message: string) => void lines.push(message),
    info: (_fields: object, message: string) => void lines.push(message),
  }
  beforeEach(() => void (lines.length = 0))
  afterEach(() => vi.unstubAllEnvs())
  const open = (endpoint: string) => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint)
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '200')
    tracer = openTelemetry({ name: 'test', log: log as never, env: {} })
  }
  const spans = (count: number) => {
    for (let n = 0; n < count; n += 1) tracer.begin('work', { parent: null }).end()
  }

  test('logs once that spans cannot be delivered, however many batches fail, and once that they can again', async () => {
    let [status, refused] = [400, 0]
    open(
      await collectorOf((_request, response) => {
        if (status === 400) refused += 1
        response.writeHead(status).end('{}')
      }),
    )
    onTestFinished(() => tracer.close())
    spans(3_000)
    await expect.poll(() => refused, { timeout: 20_000 }).toBeGreaterThanOrEqual(3)
    await expect.poll(() => lines).toEqual(['traces are not delivered'])
    // Spans over the limit are dropped: at most 2,048 wait, in batches of 512.
    expect(refused).toBeLessThanOrEqual(6)
    status = 200
    spans(600)
    await expect
      .poll(() => lines, { timeout: 20_000 })
      .toEqual(['traces are not delivered', 'traces are delivered again'])
  })

  test('delays neither work nor shutdown when it accepts spans and never responds', async () => {
    open(await collectorOf(() => {}))
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '60000')
    const begun = performance.now()
    spans(1_000)
    await tracer.close()
    // Its own limit is 0.4 s; a service has 4.5 s to exit.
    expect(performance.now() - begun).toBeLessThan(4_000)
  })
})

describe('decision 0056: a request of a service', () => {
  let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>
  let app: App
  let log = ''
  beforeEach(async () => {
    log = ''
    receiver = await startOtlpReceiver()
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url)
    const logStream = new PassThrough().on('data', (chunk: Buffer) => (log += chunk.toString()))
    app = await createApp({ name: 'reader', logLevel: 'info', logStream })
    app.get('/things/:id', async (request) => {
      request.log.info('looked')
      return {}
    })
    app.post('/things', async (request) => {
      request.log.info({ got: request.body }, 'stored')
      return traced('inner', {}, async () => ({}))
    })
    app.get('/broken', async () => {
      throw new HttpError('AWAY', 'The store of Ada Lovelace is unavailable')
    })
  })
  afterEach(async () => {
    await app.close()
    vi.unstubAllEnvs()
    await receiver.close()
  })
  const PARENT = '00-0123456789abcdef0123456789abcdef-0123456789abcdef-01'
  /** Closes the service, and waits until the collector has its spans: the service itself waits 0.4 s at most. */
  async function delivered(count: number) {
    await app.close()
    await expect.poll(() => receiver.spans).toHaveLength(count)
  }

  test("has a span in the caller's trace, named after its route and without its address", async () => {
    await app.inject({ url: '/things/my-secret?token=t0ken', headers: { traceparent: PARENT } })
    await delivered(1)
    expect(receiver.spans).toMatchObject([
      {
        service: 'reader',
        name: 'GET /things/:id',
        traceId: '0123456789abcdef0123456789abcdef',
        parentSpanId: '0123456789abcdef',
        attributes: { 'http.route': '/things/:id', 'http.response.status_code': 200 },
      },
    ])
    expect(receiver.bodies.join()).not.toMatch(/my-secret|t0ken/)
  })

  test('adds the trace to log lines, also after a body was read', async () => {
    const origin = await app.listen({ port: 0, host: '127.0.0.1' })
    const body = JSON.stringify({ big: 'x'.repeat(200_000) })
    const headers = { 'content-type': 'application/json', traceparent: PARENT }
    await fetch(`${origin}/things`, { method: 'POST', body, headers })
    await delivered(2)
    const line = log.split('\n').find((text) => text.includes('"stored"'))!
    const [outer, inner] = ['POST /things', 'inner'].map((name) =>
      receiver.spans.find((span) => span.name === name),
    )
    expect(JSON.parse(line)).toMatchObject({
      trace_id: '0123456789abcdef0123456789abcdef',
      span_id: outer?.spanId,
    })
    expect(inner?.parentSpanId).toBe(outer?.spanId)
  })

  test('records the code of an error, without its sentence', async () => {
    await app.inject({ url: '/broken' })
    await delivered(1)
    expect(receiver.spans).toMatchObject([{ name: 'GET /broken', failed: true }])
    expect(receiver.bodies.join()).not.toContain('Ada')
  })

  test('has no span if it is a probe or a scrape', async () => {
    for (const url of ['/healthz', '/readyz', '/metrics']) await app.inject({ url })
    await app.close()
    expect(receiver.spans).toEqual([])
  })
})

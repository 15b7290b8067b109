import type { FastifyBaseLogger } from 'fastify'
import { useTracer, type Tracer } from './spans.ts'

/** The standard variables that turn traces on; the second is for an endpoint of traces alone. */
const ENDPOINTS = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']

type Environment = Record<string, string | undefined>

/** Whether an operator has named a collector (and not switched the SDK off, `OTEL_SDK_DISABLED`). */
export const isTracingEnabled = (env: Environment = process.env): boolean =>
  ENDPOINTS.some((name) => !!env[name]) && env['OTEL_SDK_DISABLED']?.toLowerCase() !== 'true'

export type Tracing = { close(): Promise<void> }

let running: { tracer: Promise<Tracer>; users: number } | undefined

/**
 * Starts tracing once per process, with the `name` of the first caller unless OTEL_SERVICE_NAME sets another; it ends
 * with the last `close`. Throws OperatorError for an unknown sampler.
 */
export async function startTracing(options: { name: string; log: FastifyBaseLogger }): Promise<Tracing> {
  const here = (running ??= { tracer: begin(options), users: 0 })
  here.users += 1
  const close = async () => {
    here.users -= 1
    if (here.users > 0) return
    running = undefined
    useTracer(undefined)
    await (await here.tracer).close()
  }
  try {
    await here.tracer
  } catch (error) {
    running = undefined
    throw error
  }
  return { close }
}

async function begin(options: { name: string; log: FastifyBaseLogger }): Promise<Tracer> {
  const { openTelemetry } = await import('./open-telemetry.ts')
  const tracer = openTelemetry({ env: process.env, ...options })
  useTracer(tracer)
  return tracer
}

import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { listening } from './listening.ts'

type Value = { stringValue?: string; intValue?: number | string; boolValue?: boolean; doubleValue?: number }
type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes?: { key: string; value: Value }[]
  links?: { traceId: string; spanId: string }[]
  status?: { code?: number }
}
type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

export type ReceivedSpan = Pick<SentSpan, 'traceId' | 'spanId' | 'parentSpanId' | 'name' | 'kind'> & {
  service: string
  startedAt: number
  endedAt: number
  attributes: Record<string, string | number | boolean | undefined>
  links: { traceId: string; spanId: string }[]
  failed: boolean
}

/** A collector that receives traces as OTLP in JSON over HTTP, as the product exports them. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = []
  const bodies: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') return void response.writeHead(404).end()
    // A killed process leaves its request unfinished.
    const body = await text(request).catch(() => undefined)
    if (body === undefined) return
    bodies.push(body)
    headers.push(request.headers)
    spans.push(...received(JSON.parse(body) as Sent))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  // Set OTEL_EXPORTER_OTLP_ENDPOINT to `url`; `bodies` contains everything received, as text.
  return { ...(await listening(server)), spans, bodies, headers }
}

const received = ({ resourceSpans }: Sent): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, kind, ...span }) => ({
        traceId,
        spanId,
        ...(parentSpanId && { parentSpanId }),
        name,
        kind,
        service: String(valuesOf(resource.attributes)['service.name']),
        startedAt: Number(span.startTimeUnixNano) / 1e6,
        endedAt: Number(span.endTimeUnixNano) / 1e6,
        attributes: valuesOf(span.attributes ?? []),
        links: (span.links ?? []).map((link) => ({ traceId: link.traceId, spanId: link.spanId })),
        failed: span.status?.code === 2,
      })),
  )

const valuesOf = (attributes: { key: string; value: Value }[]) =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ??
        value.boolValue ??
        (value.intValue === undefined ? value.doubleValue : Number(value.intValue)),
    ]),
  )

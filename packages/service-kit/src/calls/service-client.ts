import { requestOf } from '@andscene/contracts/call'
import { ERROR_STATUS, type Failure } from '@andscene/contracts/schema/envelope'
import type { Route, RouteInput, RouteResponse } from '@andscene/contracts/define-route'
import type { Audience } from '@andscene/contracts/internal'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { IncomingMessage } from 'node:http'
import { REQUEST_ID_HEADER } from '../create-app.ts'
import { HttpError, dependencyUnavailable } from '../http-error.ts'
import { isOk, jsonOf, sendRequest } from './send-request.ts'
import { TRACE_HEADER, traced } from '../tracing/spans.ts'

/** A service that responds with another status is available: a retry does not help against a bug. */
const AWAY_STATUSES = new Set([404, 429, 502, 503, 504])

type CallOptions = {
  requestId?: string | undefined
  /** Overrides the timeout of the route. */
  timeoutMs?: number | undefined
}

/**
 * Calls the internal routes of another service, each once: the caller or its job retries. A refusal that the route
 * declares is passed on unchanged; no readable response, one that reports the service as unavailable, or a 404 that the route
 * does not declare, as a service of another release has no such route → AWAY; any other refusal → INTERNAL.
 */
export type ServiceClient = {
  call<R extends Route>(route: R, input: RouteInput<R>, options?: CallOptions): Promise<RouteResponse<R>>
}

/** Calls the /internal routes of another service with our own token (architecture §5). */
export function createServiceClient(
  app: Pick<FastifyInstance, 'signInternal'>,
  audience: Audience,
  baseUrl: string,
): ServiceClient {
  const ask = async <R extends Route>(
    route: R,
    input: RouteInput<R>,
    options: CallOptions & { traceparent: string | undefined },
  ): Promise<RouteResponse<R>> => {
    const { requestId = randomUUID() as string, timeoutMs = route.limits.timeoutMs, traceparent } = options
    const { method, path, headers, body } = requestOf(route, input)
    try {
      const response = await sendRequest(new URL(path, baseUrl), {
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${app.signInternal(audience)}`,
          [REQUEST_ID_HEADER]: requestId,
          ...(traceparent !== undefined && { [TRACE_HEADER]: traceparent }),
        },
        // Only browsers send forms.
        body: body as string | undefined,
        signal: AbortSignal.timeout(timeoutMs),
      })
      if (isOk(response)) return (await jsonOf(response)) as never
      const refusal = await declaredRefusal(route, response)
      if (refusal) throw refusal
      response.resume()
      const { statusCode = 0 } = response
      if (statusCode === 404 && route.errors?.includes('NOT_FOUND'))
        throw new HttpError('NOT_FOUND', 'Not found')
      const cause = new Error(`${audience} responded to ${route.id} with ${statusCode}`)
      if (!AWAY_STATUSES.has(statusCode))
        throw new HttpError('INTERNAL', 'An internal error occurred', { cause })
      throw cause
    } catch (cause) {
      throw cause instanceof HttpError ? cause : dependencyUnavailable('service', cause)
    }
  }
  return {
    call: (route, input, options) =>
      traced(
        `${route.method} ${route.id}`,
        {
          kind: 'client',
          attributes: {
            'http.request.method': route.method,
            'url.template': route.path,
            'peer.service': audience,
          },
        },
        (span) => ask(route, input, { ...options, traceparent: span?.traceparent }),
      ),
  }
}

/** With the sentence and Retry-After of the other service. */
async function declaredRefusal(route: Route, response: IncomingMessage): Promise<HttpError | undefined> {
  const declared = route.errors?.filter((code) => ERROR_STATUS[code] === response.statusCode) ?? []
  if (declared.length === 0) return undefined
  const { code, error = '' } = (await jsonOf(response).catch(() => ({}))) as Partial<Failure>
  if (code === undefined || code === 'NOT_FOUND' || !declared.includes(code)) return undefined
  const retryAfter = Number(response.headers['retry-after'])
  return new HttpError(code, error, retryAfter > 0 ? { retryAfter } : {})
}

import { requestOf, type CallRequest } from '@andscene/contracts/call'
import type { Route, RouteInput, RouteResponse } from '@andscene/contracts/define-route'
import type { ServiceName } from '@andscene/contracts/internal'
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { REQUEST_ID_HEADER } from './create-app.ts'
import { HttpError, notFound, unavailable } from './http-error.ts'

type CallOptions = { requestId?: string | undefined; timeoutMs?: number | undefined }

export type Tagged<T> = { value: T; etag: string | undefined }

/** Calls of another service's internal routes. 404 → NOT_FOUND; anything else that fails → UNAVAILABLE. */
export type ServiceClient = {
  call<R extends Route>(route: R, input: RouteInput<R>, options?: CallOptions): Promise<RouteResponse<R>>
  /** The same, with the ETag of the response; undefined when that is still `etag`. */
  callIfChanged<R extends Route>(
    route: R,
    input: RouteInput<R>,
    etag: string | undefined,
    options?: CallOptions,
  ): Promise<Tagged<RouteResponse<R>> | undefined>
}

const DEFAULT_TIMEOUT_MS = 5_000

/** Asks another service's /internal routes with a token of our own (architecture §5). */
export function createServiceClient(
  app: Pick<FastifyInstance, 'signInternal'>,
  audience: ServiceName,
  baseUrl: string,
): ServiceClient {
  const send = async ({ method, path, headers, body }: CallRequest, options: CallOptions = {}) => {
    const { requestId = randomUUID() as string, timeoutMs = DEFAULT_TIMEOUT_MS } = options
    let response: Response
    try {
      response = await fetch(new URL(path, baseUrl), {
        method,
        headers: {
          ...headers,
          authorization: `Bearer ${app.signInternal(audience, requestId)}`,
          [REQUEST_ID_HEADER]: requestId,
        },
        body: body ?? null,
        // Our token goes to the service that was named and nowhere else.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      const etag = response.headers.get('etag') ?? undefined
      if (response.ok) return { value: (await response.json()) as unknown, etag }
      if (response.status === 304) return undefined
    } catch (cause) {
      throw unavailable(`The ${audience} service does not respond`, cause)
    }
    await response.body?.cancel()
    if (response.status === 404) throw notFound(`${audience}: ${path}`)
    throw new HttpError('UNAVAILABLE', `The ${audience} service responded with ${response.status}`)
  }
  return {
    call: async (route, input, options) => (await send(requestOf(route, input), options))?.value as never,
    callIfChanged: (route, input, etag, options) => {
      const request = requestOf(route, input)
      if (etag !== undefined) request.headers['if-none-match'] = etag
      return send(request, options) as never
    },
  }
}

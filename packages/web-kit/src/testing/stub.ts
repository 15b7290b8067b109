import type {
  Route,
  RouteBody,
  RouteParams,
  RoutePresent,
  RouteResponse,
} from '@andscene/contracts/define-route'
import { isFile } from '@andscene/contracts/define-route'
import { ERROR_STATUS, type ErrorCode, type Failure } from '@andscene/contracts/schema/envelope'
import { http, HttpResponse, type HttpHandler } from 'msw'

/** The request that a stub receives. For an upload, read the file from `request`. */
type Asked<R> = {
  params: RouteParams<R>
  query: URLSearchParams
  body: RouteBody<R> extends FormData ? undefined : RouteBody<R>
  request: Request
}

type DeepReadonly<T> = { readonly [K in keyof T]: DeepReadonly<T[K]> }

const HANDLERS = {
  GET: http.get,
  POST: http.post,
  PUT: http.put,
  PATCH: http.patch,
  DELETE: http.delete,
} as const

/** Handles a route in MSW; the contract types its request and response. */
export const stub = <R extends Route, const T extends Response | DeepReadonly<RouteResponse<R>>>(
  route: R,
  resolve: (asked: Asked<R>) => T | Promise<T>,
  options: { once?: boolean } = {},
): HttpHandler =>
  HANDLERS[route.method](
    route.path,
    async ({ request, params: { 0: rest, ...named } }) => {
      const params = rest === undefined ? named : { '*': rest }
      const query = new URL(request.url).searchParams
      const body: unknown = route.body && !isFile(route.body) ? await request.clone().json() : undefined
      const response: unknown = await resolve({ params, query, body, request } as Asked<R>)
      return response instanceof Response ? response : HttpResponse.json(response as object)
    },
    options,
  )

/** Holds the responses of a route until `respond` is called; `arrived` resolves with its first request. */
export function holdRoute<R extends Route, const T extends Response | DeepReadonly<RouteResponse<R>>>(
  server: { use(...handlers: HttpHandler[]): void },
  route: R,
  responseTo: (asked: Asked<R>) => T,
  options?: { once?: boolean },
) {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const resolve = async (asked: Asked<R>) => {
    arrived.resolve()
    await released.promise
    return responseTo(asked)
  }
  server.use(stub(route, resolve, options))
  return { arrived: arrived.promise, respond: released.resolve }
}

const response = (failure: Omit<Failure, 'success' | 'requestId'>, headers: Record<string, string> = {}) =>
  HttpResponse.json(
    { success: false, requestId: 'r', ...failure },
    { status: ERROR_STATUS[failure.code], headers },
  )

/** A failure in the format of the gateway and every service. */
export const failed = (code: ErrorCode, error: string, headers?: Record<string, string>): Response =>
  response({ code, error }, headers)

/** A CONFLICT response of a route that declares `present`. */
export const conflicting = <R extends Route>(
  _route: R,
  present: DeepReadonly<RoutePresent<R>>,
  error = 'Changed meanwhile',
): Response => response({ code: 'CONFLICT', error, present })

import { requestOf, type CallRequest } from '@andscene/contracts/call'
import {
  isClip,
  isFile,
  type Route,
  type RouteInput,
  type RouteResponse,
} from '@andscene/contracts/define-route'
import type { ErrorCode, Failure } from '@andscene/contracts/envelope'
import { checkResponse } from './check-response.ts'
import { getConfig } from './config.ts'
import { keepEarly, takeEarly } from './early-requests.ts'
import { sessionStore } from './identity.ts'

/** Replaced by the bundler, so that what only development needs is left out of production builds. */
declare const process: { env: { NODE_ENV?: string } }

/** Codes of the backend, and of what can go wrong before it responds. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'TOO_MANY_CONCURRENT'

/** A call that failed. `message` is a sentence for people; `status` is 0 when there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ApiErrorCode
  readonly requestId: string | undefined
  /** Seconds the backend asks to wait, when it does. */
  readonly retryAfter: number | undefined
  /** The backend's own sentence, when it gave one. */
  readonly serverMessage: string | undefined

  constructor(
    message: string,
    details: {
      status: number
      code: ApiErrorCode
      requestId?: string | undefined
      retryAfter?: number | undefined
      serverMessage?: string | undefined
    },
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.serverMessage = details.serverMessage
  }
}

/** Audio requests at once (product §9). */
export const AUDIO_CONCURRENCY = 5

export type CallOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** For an upload: the share of the body that has left, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
}

/**
 * Calls a route of the contract below `apiBaseUrl`, with the session's token. Resolves with the JSON of the response, or
 * for a clip with a `Response` whose body has arrived whole; rejects with ApiError only. It waits as long as the route
 * allows (product §9); an upload has no limit, because a slow line is no failure.
 */
export async function call<R extends Route>(
  route: R,
  request: RouteInput<R> & CallOptions,
): Promise<RouteResponse<R>> {
  const { signal, headers, onProgress } = request
  const options = { signal, headers, onProgress }
  const send = () => receive(route, requestOf(route, request), options)
  const value: unknown = await (isClip(route.response) ? limited(send) : send())
  assertResponse(route, value)
  return value
}

/** The one place where a response becomes typed: checked in development, trusted in production. */
function assertResponse<R extends Route>(route: R, value: unknown): asserts value is RouteResponse<R> {
  if (process.env.NODE_ENV !== 'production') checkResponse(route, value)
}

let audioRequests = 0

/** More than five audio requests at once are refused with 'Too many concurrent requests' (product §9). */
async function limited<T>(send: () => Promise<T>): Promise<T> {
  if (audioRequests >= AUDIO_CONCURRENCY) {
    throw new ApiError('Too many concurrent requests', { status: 0, code: 'TOO_MANY_CONCURRENT' })
  }
  audioRequests += 1
  try {
    return await send()
  } finally {
    audioRequests -= 1
  }
}

/** One request, its response's body included. */
async function receive(route: Route, request: CallRequest, options: CallOptions): Promise<unknown> {
  const { signal: givenUp, onProgress } = options
  const timeout = isFile(route.body) ? undefined : AbortSignal.timeout(route.limits.timeoutMs)
  const signal = AbortSignal.any([givenUp, timeout].filter((one) => one !== undefined))
  const session = sessionStore.current
  const { isAssumed } = sessionStore
  try {
    const headers = { ...request.headers, ...(await authorization()), ...options.headers }
    signal.throwIfAborted()
    const { method, body } = request
    const address = addressOf(request.path)
    const early = method === 'GET' ? await takeEarly(address, session, signal) : undefined
    const response =
      early ??
      (await (body instanceof FormData
        ? upload(address, { method, headers, body, signal, onProgress })
        : fetch(address, { method, headers, signal, body: body ?? null })))
    const bytes = await response.arrayBuffer()
    // What belongs to a session that has ended meanwhile must not be kept again.
    if (response.ok && session !== sessionStore.current) throw aborted()
    if (response.ok && isClip(route.response)) return new Response(bytes, { headers: response.headers })
    // A stored token that is refused may only be old: the identity service has a new one, or ends the session.
    if (response.status === 401 && isAssumed) {
      const isKnown = await sessionStore.confirm().catch(() => undefined)
      // Only who could be asked can say that there is nobody: until then the session stays, with all that is kept of it.
      if (isKnown === undefined) throw unreachable()
      if (isKnown && session === sessionStore.current) return await receive(route, request, options)
    }
    const text = new TextDecoder().decode(bytes)
    if (!response.ok) throw failure(session, response, text)
    // Something between us and the backend responded, such as the login page of a hotel's network.
    const value = parse(text)
    if (!value) throw unreachable()
    return value
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (givenUp?.aborted) throw aborted()
    if (timeout?.aborted) throw timedOut()
    throw unreachable()
  }
}

/** `path` as the contract has it, below `/api`. */
const addressOf = (path: string) => getConfig().apiBaseUrl.replace(/\/$/, '') + path.replace(/^\/api/, '')

/**
 * Asks a path of the API for what a page will call for as soon as its code is there: the first call of it gets the response.
 * Failures are left to the call.
 */
export function askEarly(path: string): void {
  const address = addressOf(path)
  keepEarly(address, sessionStore.current, async (signal) =>
    fetch(address, { headers: await authorization(), signal }),
  )
}

/** Loaded with the first upload, so that the landing page goes without. */
const upload: (typeof import('./fetch-upload.ts'))['fetchUpload'] = async (address, request) => {
  const { fetchUpload } = await import('./fetch-upload.ts')
  return fetchUpload(address, request)
}

/**
 * The Authorization header, if there is a session. A call of a session that has ended meanwhile, here or in another tab,
 * is given up: without its token it would only be refused.
 */
async function authorization(): Promise<Record<string, string>> {
  const session = sessionStore.current
  const token = await sessionStore.token()
  if (session !== sessionStore.current || sessionStore.getState().status === 'leaving') throw aborted()
  return token ? { authorization: `Bearer ${token}` } : {}
}

const parse = (text: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  408: 'TIMEOUT',
  413: 'TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
}

/** Reads a failure; a 401 also ends the session that the call was made in (product §6), not one begun meanwhile. */
function failure(session: number, { status, headers }: Response, text: string): ApiError {
  if (status === 401 && session === sessionStore.current) void sessionStore.end().catch(() => undefined)
  const { error, code, requestId }: Partial<Record<keyof Failure, unknown>> = parse(text) ?? {}
  const retryAfter = Number(headers.get('retry-after') ?? Number.NaN)
  const serverMessage = typeof error === 'string' && error ? error : undefined
  return new ApiError(serverMessage ?? `Request failed (${status})`, {
    status,
    code:
      typeof code === 'string'
        ? (code as ErrorCode)
        : (CODE_OF_STATUS[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'VALIDATION')),
    serverMessage,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    retryAfter: Number.isFinite(retryAfter) ? retryAfter : undefined,
  })
}

const aborted = () => new ApiError('Request aborted', { status: 0, code: 'ABORTED' })
const timedOut = () =>
  new ApiError('The request took too long. Please try again.', { status: 0, code: 'TIMEOUT' })
const unreachable = () =>
  new ApiError('Network error. Please check your connection and try again.', { status: 0, code: 'NETWORK' })

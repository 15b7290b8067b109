import { requestOf, type CallRequest } from '@andscene/contracts/call'
import {
  isClip,
  isDownload,
  isFile,
  type Route,
  type RouteInput,
  type RoutePresent,
  type RouteResponse,
} from '@andscene/contracts/define-route'
import type { ErrorCode, Failure } from '@andscene/contracts/envelope'
import { callerNow, type Caller } from './caller.ts'
import { checkResponse } from './check-response.ts'
import { getConfig } from '../config.ts'
import { keepEarly, takeEarly } from './early-requests.ts'
import { EXPIRED } from '../session/stored-session.ts'
import { shownPath } from '../navigation/wanted-page.ts'

export { callerNow, isGuest } from './caller.ts'

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
  /** What the failure carries of the present state; `presentIn` gives it its type. */
  readonly present: unknown

  constructor(
    message: string,
    details: {
      status: number
      code: ApiErrorCode
      requestId?: string | undefined
      retryAfter?: number | undefined
      serverMessage?: string | undefined
      present?: unknown
    },
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
    this.retryAfter = details.retryAfter
    this.serverMessage = details.serverMessage
    this.present = details.present
  }
}

/** The present state that a call of the route was refused with; undefined for any other failure. */
export const presentIn = <R extends Route>(_route: R, error: unknown): RoutePresent<R> | undefined =>
  error instanceof ApiError && error.code === 'CONFLICT'
    ? (error.present as RoutePresent<R> | undefined)
    : undefined

/** Audio requests at once (product §9). */
export const AUDIO_CONCURRENCY = 5

export type CallOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** For an upload: the share of the body that has left, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  /** Whose call it is, when it is not the page's present one. */
  as?: Caller | undefined
}
type Receiving = CallOptions & { isStream?: boolean }

/**
 * Calls a route of the contract below `apiBaseUrl`, with the session's token. Resolves with the JSON of the response, or
 * for a clip or a file with a `Response` whose body has arrived whole; rejects with ApiError only. It waits as long as the route
 * allows (product §9); an upload has no limit, because a slow line is no failure.
 */
export async function call<R extends Route>(
  route: R,
  request: RouteInput<R> & CallOptions,
): Promise<RouteResponse<R>> {
  const { signal, headers, onProgress, as } = request
  const options = { signal, headers, onProgress, as }
  const send = () => receive(route, requestOf(route, request), options)
  const value: unknown = await (isClip(route.response) ? limited(send) : send())
  assertResponse(route, value)
  return value
}

/**
 * Opens a stream of events: resolves with the response, its body unread. It has no time limit; `signal` ends it, and whoever
 * reads it gives it up with the session. Rejects with ApiError only.
 */
export async function openEvents<R extends Route>(
  route: R,
  request: RouteInput<R> & { signal: AbortSignal },
): Promise<Response> {
  const { signal } = request
  return (await receive(route, requestOf(route, request), { signal, isStream: true })) as Response
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

/** One request, its response's body included, unless that is a stream. */
async function receive(route: Route, request: CallRequest, options: Receiving): Promise<unknown> {
  const { signal: givenUp, onProgress, as: caller = callerNow(), isStream } = options
  const isLong = isStream || isFile(route.body)
  const timeout = isLong ? undefined : AbortSignal.timeout(route.limits.timeoutMs)
  const signal = AbortSignal.any([givenUp, timeout].filter((one) => one !== undefined))
  const session = caller.current
  const { isAssumed } = caller
  const isOver = () => session !== (options.as ?? callerNow()).current
  try {
    const headers = { ...request.headers, ...(await authorization(caller)), ...options.headers }
    signal.throwIfAborted()
    const { method, body } = request
    const address = addressOf(request.path)
    const early = await takeEarly(`${method} ${address}`, session, signal)
    const response =
      early ??
      (await (body instanceof FormData
        ? upload(address, { method, headers, body, signal, onProgress })
        : fetch(address, { method, headers, signal, body: body ?? null })))
    if (response.ok && isStream) {
      if (!isOver()) return response
      void response.body?.cancel().catch(() => undefined)
      throw aborted()
    }
    const bytes = await response.arrayBuffer()
    // What belongs to a session that has ended meanwhile must not be kept again.
    if (response.ok && isOver()) throw aborted()
    if (response.ok && (isClip(route.response) || isDownload(route.response)))
      return new Response(bytes, { headers: response.headers })
    // A stored token that is refused may only be old: the identity service has a new one, or ends the session.
    if (response.status === 401 && isAssumed) {
      const isKnown = await caller.confirm().catch(() => undefined)
      // Only who could be asked can say that there is nobody: until then the session stays, with all that is kept of it.
      if (isKnown === undefined) throw unreachable()
      if (isKnown && !isOver()) return await receive(route, request, options)
    }
    const text = new TextDecoder().decode(bytes)
    if (!response.ok) {
      // A 401 also ends the session that the call was made in (product §6), not one begun meanwhile.
      if (response.status === 401 && !isOver()) void caller.end(shownPath(), EXPIRED).catch(() => undefined)
      throw failure(response, text)
    }
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
export function askEarly(path: string, caller: Caller = callerNow()): void {
  const address = addressOf(path)
  keepEarly(`GET ${address}`, caller.current, async (signal) =>
    fetch(address, { headers: await authorization(caller), signal }),
  )
}

/** The same of a request that was sent before any of this code was there; `send` gives it up with its signal. */
export const keepSent = (
  { method, path }: Pick<Route, 'method' | 'path'>,
  { current }: Caller,
  send: (signal: AbortSignal) => Promise<Response>,
): void => keepEarly(`${method} ${addressOf(path)}`, current, send)

/** Loaded with the first upload, so that the landing page goes without. */
const upload: (typeof import('./fetch-upload.ts'))['fetchUpload'] = async (address, request) => {
  const { fetchUpload } = await import('./fetch-upload.ts')
  return fetchUpload(address, request)
}

/**
 * The Authorization header, if there is a session. A call of a session that has ended meanwhile, here or in another tab,
 * is given up: without its token it would only be refused.
 */
async function authorization(caller: Caller): Promise<Record<string, string>> {
  const session = caller.current
  const token = await caller.token()
  if (session !== caller.current || caller.isLeaving) throw aborted()
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

function failure({ status, headers }: Response, text: string): ApiError {
  const { error, code, requestId, present }: Partial<Record<keyof Failure, unknown>> = parse(text) ?? {}
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
    present,
  })
}

const aborted = () => new ApiError('Request aborted', { status: 0, code: 'ABORTED' })
const timedOut = () =>
  new ApiError('The request took too long. Please try again.', { status: 0, code: 'TIMEOUT' })
const unreachable = () =>
  new ApiError('Network error. Please check your connection and try again.', { status: 0, code: 'NETWORK' })

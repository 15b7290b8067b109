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
import type { ErrorCode, Failure } from '@andscene/contracts/schema/envelope'
import { checkResponse } from './check-response.ts'
import { getConfig } from '../config.ts'
import { keepEarly, takeEarly } from './early-requests.ts'
import { EXPIRED } from '../session/stored-session.ts'
import { shownPath } from '../navigation/wanted-page.ts'
import { sessionStore } from '../session/identity.ts'
import type { SessionStore } from '../session/session-store.ts'

/** Replaced by the bundler, so that production builds omit development code. */
declare const process: { env: { NODE_ENV?: string } }

/** Codes of the backend, and of failures without a response. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'TOO_MANY_CONCURRENT'

/** A call that failed. `message` is shown to users; `status` is 0 when there was no response. */
export class ApiError extends Error {
  declare readonly status: number
  declare readonly code: ApiErrorCode
  declare readonly requestId: string | undefined
  /** Seconds until a retry, from Retry-After. */
  declare readonly retryAfter: number | undefined
  /** The message of the backend's error response. */
  declare readonly serverMessage: string | undefined
  /** The current state in a CONFLICT response; `presentIn` adds its type. */
  declare readonly present: unknown

  constructor(message: string, details: ApiErrorDetails) {
    super(message)
    this.name = 'ApiError'
    Object.assign(this, details)
  }
}
type Optional = 'requestId' | 'retryAfter' | 'serverMessage' | 'present'
type ApiErrorDetails = Pick<ApiError, 'status' | 'code'> & Partial<Pick<ApiError, Optional>>

/** Returns the current state from a CONFLICT response of the route; undefined for other failures. */
export const presentIn = <R extends Route>(_route: R, error: unknown): RoutePresent<R> | undefined =>
  error instanceof ApiError && error.code === 'CONFLICT'
    ? (error.present as RoutePresent<R> | undefined)
    : undefined

/** product §9. */
export const AUDIO_CONCURRENCY = 5

export type CallOptions = {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** For an upload: the share of the body that was sent, 0 to 1. */
  onProgress?: ((share: number) => void) | undefined
  /** The caller; by default the current one of the page. */
  as?: Caller | undefined
}
type Receiving = CallOptions & { isStream?: boolean }

/**
 * Calls a route of the contract below `apiBaseUrl`, with the session's token and the route's timeout (product §9; none for
 * uploads). Resolves with the JSON, or for a clip or a file with a buffered `Response`; rejects with ApiError only.
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
 * Opens an event stream: resolves with the response, its body unread. No timeout: `signal` closes it, and the reader
 * closes it when the session ends. Rejects with ApiError only.
 */
export async function openEvents<R extends Route>(
  route: R,
  request: RouteInput<R> & { signal: AbortSignal },
): Promise<Response> {
  const { signal } = request
  return (await receive(route, requestOf(route, request), { signal, isStream: true })) as Response
}

function assertResponse<R extends Route>(route: R, value: unknown): asserts value is RouteResponse<R> {
  if (process.env.NODE_ENV !== 'production') checkResponse(route, value)
}

let audioRequests = 0

/** Rejects the sixth concurrent audio request with 'Too many concurrent requests' (product §9). */
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
    // Do not cache data of a session that has ended.
    if (response.ok && isOver()) throw aborted()
    if (response.ok && (isClip(route.response) || isDownload(route.response)))
      return new Response(bytes, { headers: response.headers })
    // The stored token may be outdated: the identity service issues a new one, or ends the session.
    if (response.status === 401 && isAssumed) {
      const isKnown = await caller.confirm().catch(() => undefined)
      // While the identity service is unavailable, the session and its data are kept.
      if (isKnown === undefined) throw unreachable()
      if (isKnown && !isOver()) return await receive(route, request, options)
    }
    const text = new TextDecoder().decode(bytes)
    if (!response.ok) {
      const error = failure(response, text)
      // A 401 also ends the session in which the call was made (product §6), but not a later one.
      if (response.status === 401 && !isOver())
        void caller.end(shownPath(), EXPIRED, error.code).catch(() => undefined)
      throw error
    }
    // Another server has responded, such as the login page of a hotel's network.
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

/** The URL of a contract path, which begins with `/api`. */
const addressOf = (path: string) => getConfig().apiBaseUrl.replace(/\/$/, '') + path.replace(/^\/api/, '')

/**
 * Requests an API path before the code of the page has loaded. The page's first call of the path receives the response;
 * after a failure it sends its own request.
 */
export function askEarly(path: string, caller: Caller = callerNow()): void {
  const address = addressOf(path)
  keepEarly(`GET ${address}`, caller.current, async (signal) =>
    fetch(address, { headers: await authorization(caller), signal }),
  )
}

/** Adds a request that was sent before this code had loaded; its `send` aborts it with `signal`. */
export const keepSent = (
  { method, path }: Pick<Route, 'method' | 'path'>,
  { current }: Caller,
  send: (signal: AbortSignal) => Promise<Response>,
): void => keepEarly(`${method} ${addressOf(path)}`, current, send)

/** Loaded with the first upload, because the landing page does not need it. */
const upload: (typeof import('./fetch-upload.ts'))['fetchUpload'] = async (address, request) => {
  const { fetchUpload } = await import('./fetch-upload.ts')
  return fetchUpload(address, request)
}

/**
 * Returns the Authorization header, if there is a session. Rejects as aborted when the session has ended meanwhile,
 * here or in another tab: the call would get a 401.
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

export type Caller = Pick<SessionStore, 'current' | 'isAssumed' | 'isLeaving' | 'token' | 'confirm' | 'end'>

let guest: Caller | undefined

/** The guest whose page is open, otherwise this browser's session, signed in or not. */
export const callerNow = (): Caller => guest ?? sessionStore

/** Whether the page is a guest's. Data of guests and accounts is kept apart. */
export const isGuest = (): boolean => guest !== undefined

/** Sends all calls as a guest, even while an account is signed in. Returns a function that restores the account. */
export function callAs(caller: Caller): () => void {
  guest = caller
  return () => {
    if (guest === caller) guest = undefined
  }
}

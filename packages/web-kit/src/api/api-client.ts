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

/** Replaced by the bundler, so that production builds omit what only development needs. */
declare const process: { env: { NODE_ENV?: string } }

/** Codes of the backend, and of failures without a response. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'TOO_MANY_CONCURRENT'

/** A call that failed. `message` is shown to users; `status` is 0 when there was no response. */
export class ApiError extends Error {
  declare readonly status: number
  declare readonly code: ApiErrorCode
  declare readonly requestId: string | undefined
  /** Seconds the backend asks to wait, when it does. */
  declare readonly retryAfter: number | undefined
  /** The backend's sentence, if its response had one. */
  declare readonly serverMessage: string | undefined
  /** The present state that a conflict carries; `presentIn` types it. */
  declare readonly present: unknown

  constructor(message: string, details: ApiErrorDetails) {
    super(message)
    this.name = 'ApiError'
    Object.assign(this, details)
  }
}
type Optional = 'requestId' | 'retryAfter' | 'serverMessage' | 'present'
type ApiErrorDetails = Pick<ApiError, 'status' | 'code'> & Partial<Pick<ApiError, Optional>>

/** The present state in a CONFLICT of the route; undefined for any other failure. */
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
  /** The caller, if it is not the current one of the page. */
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
 * Opens a stream of events: resolves with the response, its body unread. It has no timeout: `signal` closes it, and the
 * reader closes it when the session ends. Rejects with ApiError only.
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

/** Rejects a sixth concurrent audio request with 'Too many concurrent requests' (product §9). */
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
    // Data of a session that has ended must not be cached again.
    if (response.ok && isOver()) throw aborted()
    if (response.ok && (isClip(route.response) || isDownload(route.response)))
      return new Response(bytes, { headers: response.headers })
    // A rejected stored token may only be old: the identity service has a new one, or ends the session.
    if (response.status === 401 && isAssumed) {
      const isKnown = await caller.confirm().catch(() => undefined)
      // While the identity service is unavailable the session and its data stay.
      if (isKnown === undefined) throw unreachable()
      if (isKnown && !isOver()) return await receive(route, request, options)
    }
    const text = new TextDecoder().decode(bytes)
    if (!response.ok) {
      // A 401 also ends the session that the call was made in (product §6), but no later one.
      if (response.status === 401 && !isOver()) void caller.end(shownPath(), EXPIRED).catch(() => undefined)
      throw failure(response, text)
    }
    // The response came from something else, such as the login page of a hotel's network.
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

/** The address of a contract path, which begins with `/api`. */
const addressOf = (path: string) => getConfig().apiBaseUrl.replace(/\/$/, '') + path.replace(/^\/api/, '')

/**
 * Requests a path of the API before the code of the page has loaded. The page's first call of it gets the response, or
 * requests it again after a failure.
 */
export function askEarly(path: string, caller: Caller = callerNow()): void {
  const address = addressOf(path)
  keepEarly(`GET ${address}`, caller.current, async (signal) =>
    fetch(address, { headers: await authorization(caller), signal }),
  )
}

/** The same for a request that was sent before this code had loaded; `send` aborts it with its signal. */
export const keepSent = (
  { method, path }: Pick<Route, 'method' | 'path'>,
  { current }: Caller,
  send: (signal: AbortSignal) => Promise<Response>,
): void => keepEarly(`${method} ${addressOf(path)}`, current, send)

/** Loaded with the first upload: the landing page does not need it. */
const upload: (typeof import('./fetch-upload.ts'))['fetchUpload'] = async (address, request) => {
  const { fetchUpload } = await import('./fetch-upload.ts')
  return fetchUpload(address, request)
}

/**
 * The Authorization header, if there is a session. Aborts when the session has ended meanwhile, here or in another tab:
 * the call would get a 401.
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

/** The guest whose page is open, else the session of this browser, signed in or not. */
export const callerNow = (): Caller => guest ?? sessionStore

/** Whether the page is a guest's. Data of guests and accounts never mix. */
export const isGuest = (): boolean => guest !== undefined

/** Makes all calls those of a guest, even while an account is signed in. Returns a function that ends it. */
export function callAs(caller: Caller): () => void {
  guest = caller
  return () => {
    if (guest === caller) guest = undefined
  }
}

import type { ErrorCode } from '@andscene/contracts/envelope'
import { getConfig } from './config.ts'
import { sessionStore } from './identity.ts'

/** Codes of the backend, and of what can go wrong before it answers. */
export type ApiErrorCode = ErrorCode | 'NETWORK' | 'TIMEOUT' | 'ABORTED' | 'TOO_MANY_CONCURRENT'

/** A call that failed. `message` is a sentence for people; `status` is 0 when no answer came. */
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
      requestId?: string
      retryAfter?: number
      serverMessage?: string
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

/** Default of every call (product §9 names others per call). */
export const DEFAULT_TIMEOUT_MS = 30_000
/** Audio requests at once (product §9). */
export const AUDIO_CONCURRENCY = 5

export type CallOptions = { signal?: AbortSignal; timeoutMs?: number; headers?: Record<string, string> }
export type UploadOptions = {
  /** Share of the body that has left, 0 to 1. */
  onProgress?: (share: number) => void
  /** The same for every retry of one upload (product §7). */
  idempotencyKey?: string
  signal?: AbortSignal
}

const addressOf = (path: string) => getConfig().apiBaseUrl.replace(/\/$/, '') + path

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

const parse = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
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

/** Reads a failure; a 401 also ends the session that the call was made in (product §8), not one begun meanwhile. */
function failure(
  session: number,
  status: number,
  text: string,
  header: (name: string) => string | null,
): ApiError {
  if (status === 401 && session === sessionStore.current) void sessionStore.end().catch(() => undefined)
  const { error, code, requestId } = parse(text) ?? {}
  const retryAfter = Number(header('retry-after') ?? Number.NaN)
  const serverMessage = typeof error === 'string' && error ? error : undefined
  return new ApiError(serverMessage ?? `Request failed (${status})`, {
    status,
    code:
      typeof code === 'string'
        ? (code as ErrorCode)
        : (CODE_OF_STATUS[status] ?? (status >= 500 ? 'UNAVAILABLE' : 'VALIDATION')),
    ...(serverMessage && { serverMessage }),
    ...(typeof requestId === 'string' && { requestId }),
    ...(Number.isFinite(retryAfter) && { retryAfter }),
  })
}

const aborted = () => new ApiError('Request aborted', { status: 0, code: 'ABORTED' })
const timedOut = () =>
  new ApiError('The request took too long. Please try again.', { status: 0, code: 'TIMEOUT' })
const unreachable = () =>
  new ApiError('Network error. Please check your connection and try again.', { status: 0, code: 'NETWORK' })

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Answer = { response: Response; body: ArrayBuffer }

/** One call, body included, within its time. Rejects with ApiError only. */
async function send(method: Method, path: string, body: unknown, options: CallOptions = {}): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const session = sessionStore.current
  try {
    const headers = { ...(await authorization()), ...options.headers }
    signal.throwIfAborted()
    const response = await fetch(addressOf(path), {
      method,
      signal,
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const bytes = await response.arrayBuffer()
    if (response.ok) return { response, body: bytes }
    const text = new TextDecoder().decode(bytes)
    throw failure(session, response.status, text, (name) => response.headers.get(name))
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (options.signal?.aborted) throw aborted()
    if (timeout.aborted) throw timedOut()
    throw unreachable()
  }
}

async function json<T>(method: Method, path: string, body: unknown, options?: CallOptions): Promise<T> {
  const answer = await send(method, path, body, options)
  const text = new TextDecoder().decode(answer.body)
  const value = text === '' ? {} : parse(text)
  // Something between us and the backend answered, such as the login page of a hotel's network.
  if (!value) throw unreachable()
  return value as T
}

let audioRequests = 0

/** Calls below the product backend (product §7); paths start with `/` and stand below `apiBaseUrl`. */
export const api = {
  get: <T>(path: string, options?: CallOptions) => json<T>('GET', path, undefined, options),
  post: <T>(path: string, body?: unknown, options?: CallOptions) => json<T>('POST', path, body, options),
  put: <T>(path: string, body?: unknown, options?: CallOptions) => json<T>('PUT', path, body, options),
  patch: <T>(path: string, body?: unknown, options?: CallOptions) => json<T>('PATCH', path, body, options),
  delete: <T>(path: string, options?: CallOptions) => json<T>('DELETE', path, undefined, options),

  /**
   * A sound: POST with a body, GET without. The whole clip has arrived when it resolves. More than five at
   * once are refused with 'Too many concurrent requests' (product §9).
   */
  async blob(path: string, body?: unknown, options?: CallOptions): Promise<Response> {
    if (audioRequests >= AUDIO_CONCURRENCY) {
      throw new ApiError('Too many concurrent requests', { status: 0, code: 'TOO_MANY_CONCURRENT' })
    }
    audioRequests += 1
    try {
      const answer = await send(body === undefined ? 'GET' : 'POST', path, body, options)
      return new Response(answer.body, { status: 200, headers: answer.response.headers })
    } finally {
      audioRequests -= 1
    }
  },

  /** A multipart upload that tells how much has really left. No time limit: a slow line is no failure. */
  async upload<T>(path: string, form: FormData, options: UploadOptions = {}): Promise<T> {
    const session = sessionStore.current
    const headers = await authorization()
    if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey
    return new Promise<T>((resolve, reject) => {
      if (options.signal?.aborted) return reject(aborted())
      const request = new XMLHttpRequest()
      const abort = () => request.abort()
      options.signal?.addEventListener('abort', abort, { once: true })
      request.open('POST', addressOf(path))
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', (event) => {
        if (event.lengthComputable && event.total > 0) options.onProgress?.(event.loaded / event.total)
      })
      request.addEventListener('load', () => {
        const answer = parse(request.responseText)
        if (request.status >= 200 && request.status < 300) {
          if (answer) resolve(answer as T)
          else reject(unreachable())
        } else {
          const header = (name: string) => request.getResponseHeader(name)
          reject(failure(session, request.status, request.responseText, header))
        }
      })
      request.addEventListener('error', () => reject(unreachable()))
      request.addEventListener('abort', () => reject(aborted()))
      request.addEventListener('loadend', () => options.signal?.removeEventListener('abort', abort))
      request.send(form)
    })
  },
}

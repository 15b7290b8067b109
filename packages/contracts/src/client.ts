import { requestOf } from './call.ts'
import { isClip, isFile, type Route, type RouteInput, type RouteResponse } from './define-route.ts'
import type { Failure } from './schema/envelope.ts'

/** A response other than success. `failure` is undefined if a proxy responded in another format. */
export class CallError extends Error {
  override readonly name = 'CallError'
  readonly status: number
  readonly failure: Failure | undefined

  constructor(status: number, failure: Failure | undefined) {
    super(`${status} ${failure?.code ?? ''} ${failure?.error ?? ''}`.trim())
    this.status = status
    this.failure = failure
  }
}

export type ClientOptions = {
  baseUrl: string
  /** Headers of every request, such as authorization; called once per request. */
  headers?: () => Record<string, string> | Promise<Record<string, string>>
}
export type CallOptions = { signal?: AbortSignal | undefined; headers?: Record<string, string> }
export type Call = <R extends Route>(
  route: R,
  input: RouteInput<R>,
  options?: CallOptions,
) => Promise<RouteResponse<R>>

/**
 * Returns a function that calls routes with fetch; uploads have no timeout. Rejects with CallError or fetch's error.
 */
export function createClient({ baseUrl, headers }: ClientOptions): Call {
  return async (route, input, options = {}) => {
    const { path, ...request } = requestOf(route, input)
    const timeout = isFile(route.body) ? undefined : AbortSignal.timeout(route.limits.timeoutMs)
    const response = await fetch(new URL(path, baseUrl), {
      ...request,
      headers: { ...request.headers, ...(await headers?.()), ...options.headers },
      signal: AbortSignal.any([options.signal, timeout].filter((one) => one !== undefined)),
    })
    if (response.ok && isClip(route.response)) return response as never
    const text = await response.text()
    if (response.ok) return JSON.parse(text) as never
    throw new CallError(response.status, failureOf(text))
  }
}

function failureOf(text: string): Failure | undefined {
  try {
    return JSON.parse(text) as Failure
  } catch {
    return undefined
  }
}

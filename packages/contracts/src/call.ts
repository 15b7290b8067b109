import type { Route, RouteInput } from './define-route.ts'

type Input = {
  params?: Readonly<Record<string, unknown>>
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
}

/** Path and query of a call, encoded; a `*` keeps the slashes of its value. */
export function addressOf<R extends Route>(route: R, input: RouteInput<R>): string {
  const { params = {}, query = {} } = input as Input
  const path = route.path.replaceAll(/:(\w+)|\*/g, (_all, name?: string) =>
    name === undefined
      ? String(params['*']).split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

export type CallRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | FormData
}

/** The request of a call, without origin and token, in a form that fetch, XMLHttpRequest and Playwright accept. */
export function requestOf<R extends Route>(route: R, input: RouteInput<R>): CallRequest {
  const { body } = input as Input
  const request = { method: route.method, path: addressOf(route, input), headers: {} }
  if (body === undefined) return request
  if (isForm(body)) return { ...request, body }
  return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
}

/** `instanceof FormData` would load `fetch` into services, which send no forms. */
const isForm = (body: unknown): body is FormData =>
  Object.prototype.toString.call(body) === '[object FormData]'

/** Requests only the list item of a script, without its lines (RFC 7240, product §7). */
export const PREFER_MINIMAL = { prefer: 'return=minimal' } as const

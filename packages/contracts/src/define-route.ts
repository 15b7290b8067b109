import type { Static, TObject, TSchema } from './schema/schema.ts'
import { closedSchema } from './schema/closed-schema.ts'
import type { ErrorCode } from './schema/envelope.ts'
import type { Audience, ServiceName } from './internal.ts'
import type { Right } from './sharing/roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: everybody (`visitor`), a signed-in person (`user`), one of those or the guest of a link (`guest`), or the
 * services of `callers` on a route that is never public (`service`).
 */
export type Access = 'visitor' | 'user' | 'guest' | 'service'

export type FileBody = { kind: 'file'; field: string }
/** Sound; its headers are CLIP_HEADERS (clip.ts). Sent by the handler itself. */
export type ClipResponse = { kind: 'clip' }
/** A file to keep, of this media type. Sent by the handler itself. */
export type DownloadResponse = { kind: 'download'; type: string }
/** Server-sent events, for as long as the handler sends them. */
export type EventsResponse = { kind: 'events' }
/** JSON of this schema that the handler has as text already, so that a long script is not walked for every reader. */
export type RenderedResponse<T extends TSchema = TSchema> = { kind: 'rendered'; schema: T }

export type RouteLink = {
  to: string
  /** Its parameters, as OpenAPI runtime expressions, e.g. `$response.body#/data/script/_id`. */
  params: Readonly<Record<string, string>>
}

export type CountsAs = 'sign-ups' | 'links' | 'notes'

/** One row of the contract: what services implement, the gateway forwards and documents, and callers call. */
export type RouteDefinition = {
  /** Unique; the operationId of the documentation. */
  id: string
  /** Method and path pattern of Fastify: `GET /api/scripts/:id`. */
  endpoint: `${Method} /${string}`
  service: ServiceName | 'gateway'
  access: Access
  /** Services that may call a route between services; none when absent. */
  callers?: readonly Audience[]
  /** What the person must be allowed with the script of the path or the body (roles.ts); absent where there is none. */
  right?: Right
  /** The person must have proved who they are within RECENT_SIGN_IN_SECONDS; else RECENT_SIGN_IN_REQUIRED. */
  recentSignIn?: boolean
  summary: string
  params?: TObject
  query?: TObject
  /** Request headers that mean something to the route, beside authorization. */
  headers?: TObject
  body?: TSchema | FileBody
  response: TSchema | ClipResponse | DownloadResponse | EventsResponse | RenderedResponse
  /** Failures of its own, beside those of every route (errorsOf). */
  errors?: readonly ErrorCode[]
  /** What CONFLICT carries: the present state of what the request would have changed. */
  present?: TSchema
  limits?: {
    bodyBytes?: number
    /** How long a caller waits, milliseconds (product §9); an upload has no limit. */
    timeoutMs?: number
    /** Counted as an upload as well: it leaves something for each request. */
    countsAsUpload?: boolean
    /**
     * Of a route for visitors: counted by address as a sign-up, and not as any request of a visitor; or beside that for the
     * link that it opens. Of any other route: counted as a note that is written, beside the request.
     */
    countsAs?: CountsAs
  }
  links?: Readonly<Record<string, RouteLink>>
}

export type Route<R extends RouteDefinition = RouteDefinition> = Omit<R, 'limits'> & {
  method: Method
  path: string
  limits: { bodyBytes: number; timeoutMs: number; countsAsUpload?: boolean; countsAs?: CountsAs }
}

/** Room for the longest text to speak, each of its characters escaped (`\u0041`), and what is around it. */
export const JSON_LIMIT_BYTES = 32 * 1024
/** product §9: the default of every call; a service that asks another has a request of its own to respond to. */
export const CALL_TIMEOUT_MS = 30_000
export const SERVICE_CALL_TIMEOUT_MS = 5_000

/** The type keeps every schema, so that handlers and callers are typed. A service drops undeclared fields. */
export const defineRoute = <const R extends RouteDefinition>(route: R): Route<R> => ({
  ...route,
  method: route.endpoint.split(' ')[0] as Method,
  path: route.endpoint.split(' ')[1]!,
  ...(route.params && { params: closedSchema(route.params) }),
  ...(route.query && { query: closedSchema(route.query) }),
  ...(route.body && !isFile(route.body) && { body: closedSchema(route.body as TSchema) }),
  limits: {
    bodyBytes: JSON_LIMIT_BYTES,
    timeoutMs: route.access === 'service' ? SERVICE_CALL_TIMEOUT_MS : CALL_TIMEOUT_MS,
    ...route.limits,
  },
})

export type RouteParams<R> = R extends { params: infer S extends TSchema } ? Static<S> : undefined
export type RouteQuery<R> = R extends { query: infer S extends TSchema } ? Static<S> : undefined
export type RouteHeaders<R> = R extends { headers: infer S extends TSchema } ? Static<S> : unknown
export type RouteBody<R> = R extends { body: infer S }
  ? S extends FileBody
    ? FormData
    : S extends TSchema
      ? Static<S>
      : never
  : undefined
export type RouteResponse<R> = R extends { response: infer S }
  ? S extends ClipResponse | DownloadResponse | EventsResponse
    ? Response
    : S extends RenderedResponse<infer T>
      ? Static<T>
      : S extends TSchema
        ? Static<S>
        : never
  : never

export type RoutePresent<R> = R extends { present: infer S extends TSchema } ? Static<S> : never

type Given<Key extends string, T> = [T] extends [undefined] ? unknown : { [K in Key]: T }
export type RouteInput<R> = Given<'params', RouteParams<R>> &
  Given<'body', RouteBody<R>> &
  ([RouteQuery<R>] extends [undefined] ? unknown : { query?: OrUndefined<RouteQuery<R>> | undefined })
type OrUndefined<T> = { [K in keyof T]?: T[K] | undefined }

export const isFile = (body: RouteDefinition['body']): body is FileBody =>
  body !== undefined && 'kind' in body && body.kind === 'file'
export const isClip = (response: RouteDefinition['response']): response is ClipResponse =>
  'kind' in response && response.kind === 'clip'
export const isDownload = (response: RouteDefinition['response']): response is DownloadResponse =>
  'kind' in response && response.kind === 'download'
export const isEvents = (response: RouteDefinition['response']): response is EventsResponse =>
  'kind' in response && response.kind === 'events'
export const isRendered = (response: RouteDefinition['response']): response is RenderedResponse =>
  'kind' in response && response.kind === 'rendered'
export const responseSchema = ({ response }: Pick<RouteDefinition, 'response'>): TSchema | undefined =>
  isClip(response) || isDownload(response) || isEvents(response)
    ? undefined
    : isRendered(response)
      ? response.schema
      : response

export function errorsOf(
  route: Pick<RouteDefinition, 'access' | 'right' | 'params' | 'query' | 'body' | 'errors'>,
): ErrorCode[] {
  const codes = new Set<ErrorCode>(['TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE', 'AWAY'])
  if (route.access !== 'visitor') codes.add('UNAUTHENTICATED').add('FORBIDDEN')
  if (route.access !== 'service' && (route.params || route.right)) codes.add('NOT_FOUND')
  if (route.params || route.query || route.body) codes.add('VALIDATION')
  if (route.body) codes.add('TIMEOUT').add('TOO_LARGE').add('UNSUPPORTED_MEDIA')
  for (const code of route.errors ?? []) codes.add(code)
  return [...codes]
}

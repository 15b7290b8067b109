import type { Static, TObject, TSchema } from './schema/schema.ts'
import { closedSchema } from './schema/closed-schema.ts'
import { SESSION_ENDS, type ErrorCode } from './schema/envelope.ts'
import type { Audience, ServiceName } from './internal.ts'
import type { Right } from './sharing/roles.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: everyone (`visitor`), a signed-in user (`user`), a user or the guest of a link (`guest`), or the
 * services in `callers` on an internal route (`service`).
 */
export type Access = 'visitor' | 'user' | 'guest' | 'service'

/** `fields`: further fields of the form, JSON of these schemas. */
export type FileBody = { kind: 'file'; field: string; fields?: Readonly<Record<string, TSchema>> }
/** Audio with the headers CLIP_HEADERS (clip.ts), sent by the handler. */
export type ClipResponse = { kind: 'clip' }
/** A file download of this media type, sent by the handler. */
export type DownloadResponse = { kind: 'download'; type: string }
/** Server-sent events, until the handler ends them. */
export type EventsResponse = { kind: 'events' }
/** JSON of this schema that the handler returns as text, so that a long script is not serialized for every reader. */
export type RenderedResponse<T extends TSchema = TSchema> = { kind: 'rendered'; schema: T }

export type RouteLink = {
  to: string
  /** Parameters as OpenAPI runtime expressions, e.g. `$response.body#/data/script/_id`. */
  params: Readonly<Record<string, string>>
}

export type CountsAs = 'sign-ups' | 'links' | 'notes'

/** One route of the contract: services implement it, the gateway forwards and documents it, and clients call it. */
export type RouteDefinition = {
  /** Unique; the operationId in the API documentation. */
  id: string
  /** Method and Fastify path pattern: `GET /api/scripts/:id`. */
  endpoint: `${Method} /${string}`
  service: ServiceName | 'gateway'
  access: Access
  /** Services that may call an internal route; none when undefined. */
  callers?: readonly Audience[]
  /** The right that the caller needs for the script in the path or body (roles.ts); undefined for other routes. */
  right?: Right
  /** Requires a sign-in within RECENT_SIGN_IN_SECONDS; otherwise RECENT_SIGN_IN_REQUIRED. */
  recentSignIn?: boolean
  summary: string
  params?: TObject
  query?: TObject
  /** Request headers that the route reads, in addition to authorization. */
  headers?: TObject
  body?: TSchema | FileBody
  response: TSchema | ClipResponse | DownloadResponse | EventsResponse | RenderedResponse
  /** Errors of this route, in addition to those of every route (errorsOf). */
  errors?: readonly ErrorCode[]
  /** Schema of the current state that CONFLICT contains. */
  present?: TSchema
  limits?: {
    bodyBytes?: number
    /** Timeout of a call in milliseconds (product §9); uploads have none. */
    timeoutMs?: number
    /** Also counts against the upload limit, because each request stores data. */
    countsAsUpload?: boolean
    /**
     * For visitor routes: counts as a sign-up instead of a visitor's request, or additionally against the link that it
     * opens. For others: additionally counts as a written note.
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

/** Fits the longest text to speak with every character escaped (`\u0041`), and the rest of the body. */
export const JSON_LIMIT_BYTES = 32 * 1024
/** product §9: default timeout of a call; shorter between services, because the caller must respond itself. */
export const CALL_TIMEOUT_MS = 30_000
export const SERVICE_CALL_TIMEOUT_MS = 5_000

/** Keeps the type of every schema, so that handlers and callers are typed. Services drop undeclared fields. */
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
  if (route.access !== 'visitor' && route.access !== 'service')
    for (const code of SESSION_ENDS) codes.add(code)
  if (route.access !== 'service' && (route.params || route.right)) codes.add('NOT_FOUND')
  if (route.params || route.query || route.body) codes.add('VALIDATION')
  if (route.body) codes.add('TIMEOUT').add('TOO_LARGE').add('UNSUPPORTED_MEDIA')
  for (const code of route.errors ?? []) codes.add(code)
  return [...codes]
}

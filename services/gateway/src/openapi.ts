import { API_ROUTES } from '@andscene/contracts/api'
import { errorsOf, isClip, isFile, responseSchema, type Route } from '@andscene/contracts/define-route'
import { ERROR_CODES, ERROR_STATUS, Failure, type ErrorCode } from '@andscene/contracts/envelope'
import { generateClip } from '@andscene/contracts/routes/speech'
import { CLIP_CONTENT_TYPE, CLIP_HEADERS } from '@andscene/contracts/clip'
import { REQUEST_ID_HEADER } from '@andscene/service-kit/create-app'
import type { TObject } from 'typebox'

type Document = Record<string, unknown>

const DESCRIPTION = `Table reads with synthetic voices.

A failure is always \`{ success: false, error, code, requestId }\`: \`error\` is a sentence for people and may change,
\`code\` is stable, \`requestId\` finds the request in the logs. HEAD is served wherever GET is; OPTIONS is the preflight
of CORS; any other method gets 405 METHOD_NOT_ALLOWED with \`Allow\`. Unknown fields of a request are ignored.`

/** Descriptions of the codes, for authors of clients. */
const MEANING: Record<ErrorCode, string> = {
  VALIDATION: 'The request is not valid; the sentence says which part of it.',
  UNAUTHENTICATED: 'There is no valid ID token: sign in again.',
  FORBIDDEN: 'This person may not do that.',
  RECENT_SIGN_IN_REQUIRED:
    'What cannot be undone needs a token of somebody who signed in within the last five minutes.',
  NOT_FOUND: 'It is not there, or it belongs to somebody else.',
  METHOD_NOT_ALLOWED: 'The address does not take this method; Allow names those that it takes.',
  TIMEOUT: 'The request took too long to arrive.',
  CONFLICT: 'The same upload is under way, or its Idempotency-Key stands for another file.',
  LIBRARY_FULL: 'The person has as many scripts as one may have.',
  TOO_LARGE: 'The request has more bytes than this operation takes.',
  URI_TOO_LONG: 'The address has more than 8 kB.',
  UNSUPPORTED_MEDIA: 'The body is of a kind that is not known here, or it is compressed.',
  MISDIRECTED: 'The request names a host that is not ours.',
  UNPARSABLE_SCRIPT: 'The file is no Final Draft script that can be read.',
  TOO_MANY_REQUESTS: 'Too many requests, a minute or at once; Retry-After says when to come back.',
  ALLOWANCE_USED_UP: 'The allowance of new audio is used up; Retry-After says when it is renewed.',
  HEADERS_TOO_LARGE: 'The request has more headers, or longer ones, than any browser sends.',
  INTERNAL: 'A fault of ours.',
  SPEECH_FAILED: 'The provider of the voice failed or refused us.',
  UNAVAILABLE: 'It cannot be done right now; Retry-After says when to try again.',
  AWAY: 'A part of the platform does not respond; Retry-After says when to try again.',
}
const WITH_RETRY_AFTER = new Set<ErrorCode>(['TOO_MANY_REQUESTS', 'ALLOWANCE_USED_UP', 'UNAVAILABLE', 'AWAY'])
/** Refused of any request, before it reaches its route. */
const OF_ANY_REQUEST: ErrorCode[] = [
  'VALIDATION',
  'TIMEOUT',
  'URI_TOO_LONG',
  'UNSUPPORTED_MEDIA',
  'MISDIRECTED',
  'HEADERS_TOO_LARGE',
]
/** What the public port responds with itself, beside the status of the code: an unknown Expect, a gateway that is away. */
const OF_THE_PUBLIC_PORT: [number, ErrorCode][] = [
  [417, 'VALIDATION'],
  [502, 'UNAVAILABLE'],
]

/** The OpenAPI 3.1 document of the public API, from the same table the gateway routes by (architecture §5). */
export function openApiDocument(version: string): Document {
  const paths: Record<string, Document> = {}
  for (const route of API_ROUTES) {
    const path = route.path.replace('*', '{path}').replaceAll(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[route.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'And Scene', version, description: DESCRIPTION },
    servers: [{ url: '/' }],
    paths,
    components: {
      schemas: { Failure },
      responses: Object.fromEntries(ERROR_CODES.map((code) => [code, failure([code])])),
      securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' } },
    },
  }
}

function operation(route: Route): Document {
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.service],
    security: route.access === 'user' ? [{ idToken: [] }] : [],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...parameters(route.headers, 'header'),
    ],
    ...(route.body && { requestBody: { required: true, content: requestContent(route.body) } }),
    responses: { ...successes(route), ...failures(route) },
  }
}

const json = (schema: unknown) => ({ 'application/json': { schema } })
const text = (description: string) => ({ description, schema: { type: 'string' } })
/** Of some responses only. */
const HEAD = {
  ...text('Milliseconds of sound, where the response is only the head of the clip'),
  required: false,
}
/** Of every response. */
const HEADERS = { [REQUEST_ID_HEADER]: text('Finds the request in the logs') }

/** The name of a parameter in the document: what a `*` of a path stands for is called `path` there. */
const documented = (name: string) => (name === '*' ? 'path' : name)

function parameters(schema: TObject | undefined, where: 'path' | 'query' | 'header') {
  const required = new Set<string>(schema?.required as string[] | undefined)
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name: documented(name),
    in: where,
    // What has a default may be left out.
    required: where === 'path' || (required.has(name) && !('default' in property)),
    ...(name === '*' && { description: 'Its slashes stay as they are.' }),
    schema: property,
  }))
}

/** A stored clip: in parts, and not again when the caller has it. */
const servesRanges = (route: Route) => isClip(route.response) && route.method === 'GET'

function requestContent(body: NonNullable<Route['body']>) {
  if (!isFile(body)) return json(body)
  const properties = { [body.field]: { type: 'string', format: 'binary' } }
  return { 'multipart/form-data': { schema: { type: 'object', required: [body.field], properties } } }
}

function successes(route: Route): Document {
  const links = linksOf(route)
  const schema = responseSchema(route)
  if (schema) return { 200: { description: 'Success', headers: HEADERS, content: json(schema), ...links } }
  const headers = {
    ...HEADERS,
    [CLIP_HEADERS.path]: text('Path of the clip: GET /api/audio/<path> serves it again'),
    [CLIP_HEADERS.duration]: text('Milliseconds'),
    ...(servesRanges(route)
      ? { etag: text('Of this clip'), 'accept-ranges': text('bytes') }
      : {
          [CLIP_HEADERS.fromCache]: text('true or false'),
          [CLIP_HEADERS.source]: text('storage, or generated for this request'),
          ...(route.id === generateClip.id && { [CLIP_HEADERS.head]: HEAD }),
        }),
  }
  const content = { [CLIP_CONTENT_TYPE]: { schema: { type: 'string', format: 'binary' } } }
  const whole = { 200: { description: 'The clip', headers, content, ...links } }
  if (!servesRanges(route)) return whole
  const range = { 'content-range': text('Which bytes of how many') }
  return {
    ...whole,
    206: { description: 'A part of the clip', headers: { ...headers, ...range }, content },
    304: { description: 'The caller has this clip', headers: HEADERS },
    416: { description: 'The clip is shorter than that', headers: { ...HEADERS, ...range } },
  }
}

function linksOf({ links }: Route): { links?: Document } {
  if (!links) return {}
  return {
    links: Object.fromEntries(
      Object.entries(links).map(([name, { to, params }]) => [
        name,
        {
          operationId: to,
          parameters: Object.fromEntries(
            Object.entries(params).map(([param, value]) => [documented(param), value]),
          ),
        },
      ]),
    ),
  }
}

/** By status; several codes may share one. */
function failures(route: Route): Document {
  const byStatus = new Map(OF_THE_PUBLIC_PORT.map(([status, code]) => [status, [code]]))
  for (const code of new Set([...errorsOf(route), ...OF_ANY_REQUEST])) {
    const status = ERROR_STATUS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      codes.length === 1 ? { $ref: `#/components/responses/${codes[0]}` } : failure(codes),
    ]),
  )
}

const failure = (codes: readonly ErrorCode[]) => ({
  description: codes.map((code) => `${code}: ${MEANING[code]}`).join(' '),
  headers: {
    ...HEADERS,
    ...(codes.some((code) => WITH_RETRY_AFTER.has(code)) && {
      'retry-after': { description: 'Seconds', schema: { type: 'integer' } },
    }),
  },
  content: json({
    allOf: [{ $ref: '#/components/schemas/Failure' }, { properties: { code: { enum: codes } } }],
  }),
})

import { API_ROUTES } from '@andscene/contracts/api'
import {
  isClip,
  isDownload,
  isEvents,
  isFile,
  responseSchema,
  type Access,
  type Route,
} from '@andscene/contracts/define-route'
import { ERROR_CODES, Failure } from '@andscene/contracts/schema/envelope'
import { UPLOAD_EXTENSION } from '@andscene/contracts/limits'
import { generateClip } from '@andscene/contracts/routes/speech'
import { CLIP_CONTENT_TYPE, CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import type { TObject } from '@andscene/contracts/schema/schema'
import { failure, failures, HEADERS, json, text } from './openapi-failures.ts'

type Document = Record<string, unknown>

const DESCRIPTION = `Table reads with synthetic voices.

A failure is always \`{ success: false, error, code, requestId }\`: \`error\` is a sentence for people and may change,
\`code\` is stable, \`requestId\` identifies the request in the logs. HEAD is served wherever GET is; OPTIONS is the preflight
of CORS; any other method gets 405 METHOD_NOT_ALLOWED with \`Allow\`. Unknown fields of a request are ignored.`

/** Returns the OpenAPI 3.1 document of the public API, from the table that the gateway routes by (architecture §5). */
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
      securitySchemes: {
        idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' },
        guestToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Token of a guest of a link, from POST /api/listen; valid for its script only.',
        },
      },
    },
  }
}

/** Any one of them suffices; an empty list means public. */
const SECURITY: Record<Access, Record<string, never[]>[]> = {
  visitor: [],
  user: [{ idToken: [] }],
  guest: [{ idToken: [] }, { guestToken: [] }],
  service: [],
}

function operation(route: Route): Document {
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.service],
    security: SECURITY[route.access],
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...parameters(route.headers, 'header'),
    ],
    ...(route.body && { requestBody: { required: true, content: requestContent(route.body) } }),
    responses: { ...successes(route), ...failures(route) },
  }
}

/** On some responses only. */
const HEAD = {
  ...text('Duration in milliseconds, if the response is only the head of the clip'),
  required: false,
}
/** Parameter name in the document: the `*` of a path is called `path`. */
const documented = (name: string) => (name === '*' ? 'path' : name)

function parameters(schema: TObject | undefined, where: 'path' | 'query' | 'header') {
  const required = new Set<string>(schema?.required as string[] | undefined)
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name: documented(name),
    in: where,
    // Optional if it has a default.
    required: where === 'path' || (required.has(name) && !('default' in property)),
    ...(name === '*' && { description: 'Slashes are not encoded.' }),
    schema: property,
  }))
}

/** Stored clips support range and conditional requests. */
const servesRanges = (route: Route) => isClip(route.response) && route.method === 'GET'

function requestContent(body: NonNullable<Route['body']>) {
  if (!isFile(body)) return json(body)
  const description = `The file; its name ends in ${UPLOAD_EXTENSION}`
  const properties = { ...body.fields, [body.field]: { type: 'string', format: 'binary', description } }
  return { 'multipart/form-data': { schema: { type: 'object', required: [body.field], properties } } }
}

function successes(route: Route): Document {
  const links = linksOf(route)
  const schema = responseSchema(route)
  if (schema) return { 200: { description: 'Success', headers: HEADERS, content: json(schema), ...links } }
  if (isDownload(route.response)) return { 200: download(route.response.type) }
  if (isEvents(route.response)) return { 200: EVENTS }
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

const download = (type: string) => ({
  description: 'The file',
  headers: { ...HEADERS, 'content-disposition': text('attachment, with the name of the file') },
  content: { [type]: { schema: { type: 'string', format: 'binary' } } },
})

const EVENTS = {
  description:
    'Server-sent events, each with JSON as its data: `role` ({ role }) first and with every change of it, `title` ({ title }) and `casting` ({ version }) next and with every change, `notes` ({ version }) with every change of the notes for roles that may read them, `narration` ({}) when the casting is fully narrated, `gone` ({}) last, when the script was deleted or is no longer shared. The stream ends after some minutes: request it again.',
  headers: HEADERS,
  content: { 'text/event-stream': { schema: { type: 'string' } } },
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

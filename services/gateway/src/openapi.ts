import { API_ROUTES, type ApiRoute } from '@andscene/contracts/api'
import { Failure } from '@andscene/contracts/envelope'
import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { CLIP_CONTENT_TYPE, CLIP_HEADERS } from '@andscene/contracts/voice'
import type { TObject } from 'typebox'

type Document = Record<string, unknown>

/** The OpenAPI 3.1 document of the public API, from the same table the gateway routes by. */
export function openApiDocument(version: string): Document {
  const paths: Record<string, Document> = {}
  for (const route of API_ROUTES) {
    const path = route.path.replace('*', '{path}').replaceAll(/:(\w+)/g, '{$1}')
    ;(paths[path] ??= {})[route.method.toLowerCase()] = operation(route)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'And Scene', version, description: 'Table reads with synthetic voices.' },
    components: {
      schemas: { Failure },
      securitySchemes: { idToken: { type: 'http', scheme: 'bearer', bearerFormat: 'Firebase ID token' } },
    },
    paths,
  }
}

function operation(route: ApiRoute): Document {
  return {
    summary: route.summary,
    tags: [route.service],
    ...(route.access === 'user' ? { security: [{ idToken: [] }] } : {}),
    parameters: [
      ...parameters(route.params as TObject | undefined, 'path'),
      ...parameters(route.query as TObject | undefined, 'query'),
    ],
    ...(route.body ? { requestBody: { required: true, content: requestContent(route) } } : {}),
    responses: {
      200: answer(route),
      default: { description: 'Failure', content: json({ $ref: '#/components/schemas/Failure' }) },
    },
  }
}

const json = (schema: unknown) => ({ 'application/json': { schema } })

function parameters(schema: TObject | undefined, where: 'path' | 'query') {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
    name: name === '*' ? 'path' : name,
    in: where,
    required: where === 'path',
    schema: property,
  }))
}

function requestContent(route: ApiRoute) {
  if (route.body !== 'script-upload') return json(route.body)
  const file = {
    type: 'object',
    required: [UPLOAD_FIELD],
    properties: { [UPLOAD_FIELD]: { type: 'string', format: 'binary' } },
  }
  return { 'multipart/form-data': { schema: file } }
}

function answer(route: ApiRoute) {
  if (route.answer !== 'clip') return { description: 'Success', content: json(route.answer) }
  return {
    description: 'The clip',
    headers: Object.fromEntries(
      Object.values(CLIP_HEADERS).map((name) => [name, { schema: { type: 'string' } }]),
    ),
    content: { [CLIP_CONTENT_TYPE]: { schema: { type: 'string', format: 'binary' } } },
  }
}

import { API_ROUTES } from '@andscene/contracts/api'
import { isFile, responseSchema, type Route } from '@andscene/contracts/define-route'
import { Failure } from '@andscene/contracts/envelope'
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

function operation(route: Route): Document {
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.service],
    ...(route.access === 'user' ? { security: [{ idToken: [] }] } : {}),
    parameters: [
      ...parameters(route.params as TObject | undefined, 'path'),
      ...parameters(route.query as TObject | undefined, 'query'),
    ],
    ...(route.body ? { requestBody: { required: true, content: requestContent(route) } } : {}),
    responses: {
      200: success(route),
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

function requestContent(route: Route) {
  if (!isFile(route.body)) return json(route.body)
  const { field } = route.body
  const file = {
    type: 'object',
    required: [field],
    properties: { [field]: { type: 'string', format: 'binary' } },
  }
  return { 'multipart/form-data': { schema: file } }
}

function success(route: Route) {
  const schema = responseSchema(route)
  if (schema) return { description: 'Success', content: json(schema) }
  return {
    description: 'The clip',
    headers: Object.fromEntries(
      Object.values(CLIP_HEADERS).map((name) => [name, { schema: { type: 'string' } }]),
    ),
    content: { [CLIP_CONTENT_TYPE]: { schema: { type: 'string', format: 'binary' } } },
  }
}

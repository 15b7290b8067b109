import { Compile } from 'typebox/schema'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
/** The part of JSON Schema 2020-12 that the document uses. */
export type Schema = {
  type?: string
  const?: Json
  enum?: Json[]
  anyOf?: Schema[]
  default?: Json
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
  items?: Schema
  maxItems?: number
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: boolean | Schema
  allOf?: Schema[]
  required?: string[]
}
export type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
type Content = Record<string, { schema: Schema }>
type Link = { operationId: string; parameters: Record<string, string> }
type ResponseObject = {
  headers?: Record<string, { required?: boolean }>
  content?: Content
  links?: Record<string, Link>
}
export type Operation = {
  id: string
  method: string
  path: string
  forPeople: boolean
  parameters: Parameter[]
  body: Content
  responses: Record<string, ResponseObject>
}

/** The operations of an OpenAPI document, with all references resolved. */
export function operationsOf(document: Json): Operation[] {
  const whole = resolved(document, document) as {
    paths: Record<string, Record<string, Omit<Operation, 'body'> & Record<string, unknown>>>
  }
  return Object.entries(whole.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: String(operation['operationId']),
      method: method.toUpperCase(),
      path,
      forPeople: (operation['security'] as unknown[]).length > 0,
      parameters: operation.parameters,
      body: (operation['requestBody'] as { content: Content } | undefined)?.content ?? {},
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, { content, ...response }]) => [
          status,
          { ...response, ...(content && { content: closedContent(content) }) },
        ]),
      ),
    })),
  )
}

function resolved(value: Json, root: Json): Json {
  if (Array.isArray(value)) return value.map((each) => resolved(each, root))
  if (typeof value !== 'object' || value === null) return value
  const { $ref: reference } = value
  if (typeof reference === 'string') return resolved(at(root, reference.slice(1)) ?? null, root)
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, root)]))
}

const at = (value: Json, pointer: string): Json | undefined =>
  pointer
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((level, part) => (level as Record<string, Json> | undefined)?.[part], value)

export type Exchange = {
  path: Readonly<Record<string, Json>>
  status: number
  headers: Headers
  body: Json | undefined
}

/** Evaluates the links of a response: parameters of following operations, by `operation parameter`. */
export function linked(operation: Operation, exchange: Exchange): [string, string][] {
  const links = Object.values(operation.responses[exchange.status]?.links ?? {})
  return links.flatMap(({ operationId, parameters }) =>
    Object.entries(parameters).flatMap(([name, expression]): [string, string][] => {
      const value = evaluated(expression, exchange)
      return typeof value === 'string' ? [[`${operationId} ${name}`, value]] : []
    }),
  )
}

function evaluated(expression: string, { path, headers, body }: Exchange): Json | undefined {
  if (expression.startsWith('$response.body#')) return at(body ?? null, expression.split('#')[1] ?? '')
  if (expression.startsWith('$response.header.'))
    return headers.get(expression.split('.')[2] ?? '') ?? undefined
  return path[expression.replace('$request.path.', '')]
}

const validators = new WeakMap<Schema, ReturnType<typeof Compile>>()

/** Returns a response schema that allows no further fields: undocumented data must not leave. */
function closed(schema: Schema): Schema {
  const { properties, patternProperties, items, anyOf, allOf } = schema
  const each = (fields: Record<string, Schema>) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, closed(field)]))
  // Parts of an allOf contain different fields of the same object.
  if (allOf) return schema
  return {
    ...schema,
    ...(properties && {
      additionalProperties: schema.additionalProperties ?? false,
      properties: each(properties),
    }),
    ...(patternProperties && { patternProperties: each(patternProperties) }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
  }
}

const closedContent = (content: Content): Content =>
  Object.fromEntries(Object.entries(content).map(([type, { schema }]) => [type, { schema: closed(schema) }]))

/** Returns why `value` does not match the schema, or undefined. */
export function mismatch(schema: Schema, value: unknown): string | undefined {
  const validator = validators.get(schema) ?? Compile(schema as never)
  validators.set(schema, validator)
  if (validator.Check(value)) return undefined
  const [, errors] = validator.Errors(value)
  return errors.map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ')
}

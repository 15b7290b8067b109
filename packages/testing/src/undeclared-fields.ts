import { API_ROUTES, INTERNAL_ROUTES } from '@andscene/contracts/api'
import { isFile, responseSchema, type Route } from '@andscene/contracts/define-route'

/** The subset of JSON Schema that requests and responses use. */
type Schema = {
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

const namesIn = ({ properties = {}, patternProperties = {}, items, anyOf = [] }: Schema): string[] => [
  ...Object.keys(properties),
  ...[
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...anyOf,
    ...(items ? [items] : []),
  ].flatMap(namesIn),
]

/** Field names of all responses of the platform. */
const FIELD_NAMES = [...API_ROUTES, ...INTERNAL_ROUTES].flatMap((route) =>
  namesIn((responseSchema(route) ?? {}) as Schema),
)
/** Names with a special meaning in JavaScript or a database. */
const SPECIAL_NAMES = [
  '_id',
  'id',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '$set',
  '$where',
  'a.b',
]

/** A value for each of these fields. */
export type Attempt = { names: readonly string[]; value: unknown }
/** Either of these marks a stored value of an attempt. */
export const MARKS = ['planted', '987654321']

/** Each of the `values` and marks, in the fields of all responses and the `stored` ones, then in special ones. */
export function attempts(values: readonly unknown[], stored: readonly string[]): Attempt[] {
  const names = [...new Set([...FIELD_NAMES, 'id', ...stored])]
  const objects = [{ planted: true, prototype: { planted: true } }]
  return [
    ...['planted', 987_654_321, ...values].map((value) => ({ names, value })),
    ...['planted', ...objects].map((value) => ({ names: SPECIAL_NAMES, value })),
  ]
}

/** Routes of a service whose requests have fields. */
export const routesWithFields = (service: Route['service']): Route[] =>
  [...API_ROUTES, ...INTERNAL_ROUTES].filter(
    (route) => route.service === service && (route.query || (route.body && !isFile(route.body))),
  )

/** The request with the attempt's value in every undeclared field, at every depth of the body and in the query. */
export function withUndeclared(
  route: Route,
  { path, body }: { path: string; body?: unknown },
  { names, value }: Attempt,
): { path: string; body?: string } {
  const others = names.filter((name) => !(name in (route.query?.properties ?? {})))
  const query = others.map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return {
    // A target may have at most 8 kB.
    path: route.query ? `${path}${path.includes('?') ? '&' : '?'}${query.join('&').slice(0, 6_000)}` : path,
    ...(body !== undefined && { body: JSON.stringify(planted(route.body as Schema, body, value, names)) }),
  }
}

function planted(schema: Schema, value: unknown, plant: unknown, names: readonly string[]): unknown {
  const { properties, patternProperties = {}, items = {}, anyOf = [] } = schema
  if (Array.isArray(value)) {
    const list = anyOf.find((one) => one.items)?.items ?? items
    return value.map((item) => planted(list, item, plant, names))
  }
  if (typeof value !== 'object' || value === null) return value
  const [others] = Object.values(patternProperties)
  const choice = anyOf.find((one) => one.properties ?? one.patternProperties)
  if (choice) return planted(choice, value, plant, names)
  const fields = Object.entries(value).map(([name, inner]) => [
    name,
    planted(properties?.[name] ?? others ?? {}, inner, plant, names),
  ])
  // A record declares every name.
  const undeclared = properties ? names.filter((name) => !Object.hasOwn(properties, name)) : []
  return Object.fromEntries([...undeclared.map((name) => [name, plant]), ...fields])
}

import { Type, type TSchema } from 'typebox'
import { describe, expect, test } from 'vitest'
import { API_ROUTES, INTERNAL_ROUTES } from '../api.ts'
import { closedSchema } from './closed-schema.ts'
import { isFile } from '../define-route.ts'

type Rule = TSchema & {
  additionalProperties?: unknown
  properties?: Record<string, Rule>
  patternProperties?: Record<string, Rule>
  anyOf?: Rule[]
  items?: Rule
}

/** Schema paths of objects that allow undeclared fields. */
const open = (rule: Rule, path = ''): string[] => [
  ...(rule.properties && rule.additionalProperties !== false ? [path || '.'] : []),
  ...Object.entries(rule.properties ?? {}).flatMap(([name, field]) => open(field, `${path}.${name}`)),
  ...Object.values(rule.patternProperties ?? {}).flatMap((other) => open(other, `${path}{}`)),
  ...(rule.items ? open(rule.items, `${path}[]`) : []),
  ...(rule.anyOf ?? []).flatMap((one) => open(one, path)),
]

test.each([...API_ROUTES, ...INTERNAL_ROUTES])(
  'product §10: $method $path allows no undeclared fields in its request',
  ({ params, query, body }) => {
    const schemas = [params, query, body].filter((part) => part !== undefined && !isFile(part))
    expect(schemas.flatMap((schema) => open(schema as unknown as Rule))).toEqual([])
  },
)

describe('closedSchema', () => {
  const Inner = Type.Object({ id: Type.String() })

  test('closes objects in fields, lists, records and unions, and leaves records open', () => {
    const record = Type.Record(Type.String(), Inner)
    const schema = Type.Object({
      inner: Inner,
      list: Type.Array(Inner),
      choice: Type.Union([record, Type.Array(Inner), Type.Null()]),
    })
    expect(open(schema)).toEqual(['.', '.inner', '.list[]', '.choice{}', '.choice[]'])
    const closed = closedSchema(schema)
    expect(open(closed)).toEqual([])
    expect(closed.properties.choice.anyOf[0]).not.toHaveProperty('additionalProperties')
    expect(open(schema), 'the schema itself is unchanged').toHaveLength(5)
  })

  test.each<[string, TSchema]>([
    ['a union of two objects', Type.Union([Inner, Type.Object({ other: Type.String() })])],
    ['a union of an object and a record', Type.Union([Inner, Type.Record(Type.String(), Type.String())])],
    ['a union of two lists', Type.Union([Type.Array(Inner), Type.Union([Type.Array(Type.Null())])])],
    ['an object with any fields', Type.Object({ any: Type.Object({}, { additionalProperties: true }) })],
    ['an object without properties', Type.Unsafe({ type: 'object' })],
    ['an intersection of objects', Type.Intersect([Inner, Type.Object({ other: Type.String() })])],
  ])('throws on %s', (_name, schema) => {
    expect(() => closedSchema(schema)).toThrow(/request schema/)
  })
})

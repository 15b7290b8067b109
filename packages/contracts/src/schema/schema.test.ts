import * as TypeBox from 'typebox'
import { expect, test } from 'vitest'
import { Type } from './schema.ts'

type Builder = typeof Type
const options = { title: 'A title', 'x-right': 'cast' }
const SCHEMAS: Record<keyof Builder, (builder: Builder) => TypeBox.TSchema[]> = {
  Array: (T) => [T.Array(T.String()), T.Array(T.Null(), { minItems: 1, ...options })],
  Boolean: (T) => [T.Boolean(), T.Boolean(options)],
  Enum: (T) => [T.Enum(['a', 'b']), T.Enum(['a'], { default: 'a' })],
  Integer: (T) => [T.Integer(), T.Integer({ minimum: 1 })],
  Literal: (T) => [T.Literal('a', options), T.Literal(1), T.Literal(false)],
  Null: (T) => [T.Null(), T.Null(options)],
  Number: (T) => [T.Number(), T.Number({ exclusiveMinimum: 0 })],
  Object: (T) => [
    T.Object({}),
    T.Object({ a: T.String(), b: T.Optional(T.String()) }, { additionalProperties: false }),
    T.Object({ b: T.Optional(T.String(options)) }),
    T.Object({ ...T.Object({ b: T.Optional(T.Null()) }).properties, c: T.Null() }),
  ],
  Optional: (T) => [T.Optional(T.String(options)), T.Optional(T.Optional(T.String()))],
  Partial: (T) => [T.Partial(T.Object({ a: T.String(), b: T.Optional(T.Null()) }, options))],
  Record: (T) => [
    T.Record(T.String(), T.Null()),
    T.Record(T.String({ pattern: '^a' }), T.Null(), { maxProperties: 2 }),
  ],
  String: (T) => [T.String(), T.String({ pattern: '^a', ...options })],
  Union: (T) => [T.Union([T.Literal('a'), T.Null()], options)],
  Unknown: (T) => [T.Unknown(), T.Unknown(options)],
  Unsafe: (T) => [T.Unsafe(T.String(options))],
}

test.each(Object.entries(SCHEMAS))('Type.%s builds the same schema as TypeBox', (_kind, schemas) => {
  expect(schemas(Type)).toEqual(schemas(TypeBox.Type))
  // Also as a property of an object: whether it is required.
  for (const [n, schema] of schemas(Type).entries())
    expect(Type.Object({ schema })).toEqual(TypeBox.Type.Object({ schema: schemas(TypeBox.Type)[n]! }))
})

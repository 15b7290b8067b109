import type { TSchema } from 'typebox'

export type { Static, TObject, TSchema } from 'typebox'

type TypeBox = typeof import('typebox').Type
type Kind =
  | 'Array'
  | 'Boolean'
  | 'Enum'
  | 'Integer'
  | 'Literal'
  | 'Null'
  | 'Number'
  | 'Object'
  | 'Optional'
  | 'Partial'
  | 'Record'
  | 'String'
  | 'Union'
  | 'Unknown'
  | 'Unsafe'

/** TypeBox marks optional properties with this non-enumerable key. */
const OPTIONAL = '~optional'
const ANY_TEXT = '^.*$'

const simple =
  (schema: object) =>
  (options?: object): object => ({ ...schema, ...options })

const object = (properties: Record<string, object>, options?: object): object => {
  const required = Object.keys(properties).filter((name) => !(OPTIONAL in properties[name]!))
  return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
}
const optional = (schema: object): object =>
  Object.defineProperty({ ...schema }, OPTIONAL, { value: true, enumerable: false })

const builders = {
  Array: (items: object, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: simple({ type: 'boolean' }),
  Enum: (values: readonly unknown[], options?: object) => ({ enum: values, ...options }),
  Integer: simple({ type: 'integer' }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Null: simple({ type: 'null' }),
  Number: simple({ type: 'number' }),
  Object: object,
  Optional: optional,
  Partial: ({ properties }: { properties: Record<string, object> }) =>
    object(Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, optional(one)]))),
  Record: (key: { pattern?: string }, value: object, options?: object) => ({
    type: 'object',
    patternProperties: { [key.pattern ?? ANY_TEXT]: value },
    ...options,
  }),
  String: simple({ type: 'string' }),
  Union: (anyOf: readonly TSchema[], options?: object) => ({ anyOf, ...options }),
  Unknown: simple({}),
  Unsafe: (schema: object) => ({ ...schema }),
} satisfies Record<Kind, unknown>

/** A builder with TypeBox's types. Loading TypeBox itself takes 10 MB and 0.2 s in each process (decision 0054). */
export const Type: Pick<TypeBox, Kind> = builders as never

import type { TSchema } from '../schema/schema.ts'
import { may, type Right } from './may.ts'
import type { Role } from './roles.ts'

/** Marks fields of a response that require a right; docs/access.md lists them. */

const KEYWORD = 'x-right'

/** Schema option: the field is omitted for callers without this right to the script. */
export const forRight = (right: Right) => ({ [KEYWORD]: right })

type Rule = {
  [KEYWORD]?: Right
  properties?: Record<string, Rule>
  patternProperties?: Record<string, Rule>
  items?: Rule
  anyOf?: Rule[]
}

export type PrivateField = { name: string; right: Right }

/** Fields of the schema that require a right, at every depth, each once. */
export function privateFields(schema: TSchema): PrivateField[] {
  const found = new Map<string, PrivateField>()
  for (const [name, { [KEYWORD]: right }] of fieldsOf(schema as Rule))
    if (right) found.set(`${name} ${right}`, { name, right })
  return [...found.values()]
}

export const hiddenFields = (schema: TSchema, role: Role): string[] =>
  privateFields(schema)
    .filter(({ right }) => !may(role, right))
    .map(({ name }) => name)

const fieldsOf = ({ properties = {}, patternProperties = {}, items, anyOf = [] }: Rule): [string, Rule][] => [
  ...Object.entries(properties),
  ...[
    ...Object.values(properties),
    ...Object.values(patternProperties),
    ...anyOf,
    ...(items ? [items] : []),
  ].flatMap(fieldsOf),
]

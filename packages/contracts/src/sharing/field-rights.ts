import type { TSchema } from '../schema/schema.ts'
import { may, type Right } from './may.ts'
import type { Role } from './roles.ts'

/** Fields of a response that need a right of their own; docs/access.md lists them. */

const KEYWORD = 'x-right'

/** An option of a field's schema: who has not this right with the script gets the response without the field. */
export const forRight = (right: Right) => ({ [KEYWORD]: right })

type Rule = {
  [KEYWORD]?: Right
  properties?: Record<string, Rule>
  patternProperties?: Record<string, Rule>
  items?: Rule
  anyOf?: Rule[]
}

export type PrivateField = { name: string; right: Right }

/** Fields of the schema that need a right, at every depth, each once. */
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

import type { TSchema } from './schema.ts'

type Rule = {
  type?: string
  properties?: Record<string, Rule>
  patternProperties?: Record<string, Rule>
  additionalProperties?: unknown
  items?: Rule
  anyOf?: Rule[]
}
/** Keywords that closedSchema does not support, so no request schema may use them. */
const UNKNOWN = ['allOf', 'oneOf', 'not', '$ref', 'if', 'prefixItems', 'unevaluatedProperties']

/**
 * Services drop undeclared fields (create-app.ts). Throws for a union of two objects, because fields of the second
 * would be dropped.
 */
export const closedSchema = <T extends TSchema>(schema: T): T => closed(schema as Rule) as unknown as T

function closed(rule: Rule): Rule {
  const unknown = UNKNOWN.find((keyword) => keyword in rule)
  if (unknown) throw new Error(`A request schema must not have ${unknown}`)
  const { properties, patternProperties, additionalProperties, items, anyOf } = rule
  if (additionalProperties !== undefined && additionalProperties !== false)
    throw new Error('A request schema must declare all its fields')
  if (rule.type === 'object' && !properties && !patternProperties)
    throw new Error('An object of a request schema must declare its fields')
  for (const kind of ['object', 'array'])
    if (anyOf && kindsOf(anyOf).filter((type) => type === kind).length > 1)
      throw new Error(`A request schema must not offer the choice of two kinds of ${kind}`)
  return {
    ...rule,
    ...(properties && { additionalProperties: false, properties: each(properties) }),
    ...(patternProperties && { patternProperties: each(patternProperties) }),
    ...(items && { items: closed(items) }),
    ...(anyOf && { anyOf: anyOf.map(closed) }),
  }
}

const kindsOf = (choices: readonly Rule[]): (string | undefined)[] =>
  choices.flatMap(({ type, anyOf }) => (anyOf ? kindsOf(anyOf) : [type]))

const each = (rules: Record<string, Rule>) =>
  Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, closed(rule)]))

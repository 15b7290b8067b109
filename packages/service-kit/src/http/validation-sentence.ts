import type { FastifySchemaValidationError } from 'fastify/types/schema.js'

/** The part of JSON Schema that the contract uses. */
type Schema = {
  title?: string
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  items?: Schema
  anyOf?: Schema[]
}
type Fault = Pick<FastifySchemaValidationError, 'keyword' | 'instancePath' | 'params'>

/**
 * Why a request does not fit `schema`, as one sentence for users (product §8): the title of the field in the schema,
 * and what is wrong with it. Names of fields, paths and terms of the schema language are not shown.
 */
export function validationSentence(faults: readonly Fault[], schema: unknown): string {
  const fault = faults.reduce(moreTelling, faults[0] ?? { keyword: '', instancePath: '', params: {} })
  const path = fault.instancePath.split('/').slice(1).map(unescape)
  const missing = fault.keyword === 'required' ? [String(fault.params['missingProperty'])] : []
  const { title, isOwn } = titleAt(schema as Schema | undefined, [...path, ...missing])
  // A fault of a part without a title is not reported for the whole.
  return `${title} ${isOwn ? complaint(fault) : UNFIT}`
}

/**
 * Which fault of a choice (anyOf) to report: the deepest, because the rest of that alternative fitted; then one of an
 * alternative whose kind fitted; then that no alternative fitted.
 */
const moreTelling = (one: Fault, next: Fault): Fault => {
  const further = depth(next) - depth(one)
  return further > 0 || (further === 0 && rank(next) > rank(one)) ? next : one
}
const depth = ({ instancePath }: Fault) => instancePath.split('/').length
const rank = ({ keyword }: Fault) => (keyword === 'anyOf' ? 1 : /^(type|const)$/.test(keyword) ? 0 : 2)
const unescape = (part: string) => part.replaceAll('~1', '/').replaceAll('~0', '~')

/** The title of the innermost titled field on the path, and whether that is the field itself. */
function titleAt(root: Schema | undefined, path: readonly string[]): { title: string; isOwn: boolean } {
  let found = { title: 'The request', isOwn: true }
  let level = root ? [root] : []
  for (const part of path) {
    level = level.flatMap(alternatives).flatMap((schema) => below(schema, part))
    // `0` may be an entry of a list or a name in a map: only their common label is shown.
    const [title, ...others] = new Set(level.map((schema) => schema.title))
    found = title === undefined || others.length > 0 ? { ...found, isOwn: false } : { title, isOwn: true }
  }
  return found
}

const alternatives = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(alternatives)]

function below(schema: Schema, part: string): Schema[] {
  const named = schema.properties?.[part]
  if (named) return [named]
  const others = Object.values(schema.patternProperties ?? {})
  if (typeof schema.additionalProperties === 'object') others.push(schema.additionalProperties)
  return schema.items && /^\d+$/.test(part) ? [...others, schema.items] : others
}

const UNFIT = 'is not valid'
const KINDS: Record<string, string> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'a group of fields',
  null: 'empty',
}

function complaint({ keyword, params }: Fault): string {
  const limit = Number(params['limit'])
  switch (keyword) {
    case 'required':
      return 'is missing'
    case 'type':
      return `must be ${[params['type']]
        .flat()
        .map((type) => KINDS[String(type)] ?? 'of another kind')
        .join(' or ')}`
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${counted(limit, 'character')}`
    case 'maxLength':
      return `must have at most ${counted(limit, 'character')}`
    case 'minItems':
    case 'minProperties':
      return `must have at least ${counted(limit, 'entry', 'entries')}`
    case 'maxItems':
    case 'maxProperties':
      return `must have at most ${counted(limit, 'entry', 'entries')}`
    case 'minimum':
      return `must be at least ${limit}`
    case 'maximum':
      return `must be at most ${limit}`
    case 'const':
      return `must be ${String(params['allowedValue'])}`
    case 'enum':
      return `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`
    default:
      return UNFIT
  }
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** A number in an address. */
const DECIMAL = /^-?\d+(\.\d+)?$/

type NumberFault = { keyword: 'type'; instancePath: string; params: { type: string }; message: string }

/**
 * Finds texts of a query or a path that are not decimal numbers although the schema requires a number. The library itself
 * accepts everything that JavaScript converts: a space as 0, `0x10` as 16.
 */
export function numberFaults(
  { properties = {} }: { properties?: Record<string, { type?: string }> },
  value: unknown,
): NumberFault[] {
  return Object.entries(properties).flatMap(([name, { type = '' }]): NumberFault[] => {
    if (type !== 'integer' && type !== 'number') return []
    const texts = [(value as Record<string, unknown> | undefined)?.[name]].flat()
    if (texts.every((text) => typeof text !== 'string' || DECIMAL.test(text))) return []
    return [{ keyword: 'type', instancePath: `/${name}`, params: { type }, message: `must be ${type}` }]
  })
}

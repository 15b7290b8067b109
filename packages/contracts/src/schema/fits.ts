import type { Static, TObject, TSchema } from './schema.ts'

/** Supported keywords. `fits.test.ts` compares the results with TypeBox's. */
type Rule = {
  anyOf?: Rule[]
  const?: unknown
  enum?: unknown[]
  type?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  items?: Rule
  minItems?: number
  maxItems?: number
  properties?: Record<string, Rule>
  patternProperties?: Record<string, Rule>
  required?: string[]
}

/** Checks a value; TypeBox's own check is a tenth of the first page's JavaScript. Throws on an unsupported type. */
export const fits = <T extends TSchema>(schema: T, value: unknown): value is Static<T> =>
  check(schema as Rule, value)

/** Name of the first property of an object that is invalid or missing; undefined when all are valid. */
export const misfit = ({ properties, required }: TObject, value: object): string | undefined =>
  Object.keys(properties).find((name) => {
    const property = (value as Record<string, unknown>)[name]
    return property === undefined
      ? (required as string[] | undefined)?.includes(name)
      : !fits(properties[name]!, property)
  })

function check(rule: Rule, value: unknown): boolean {
  if (rule.anyOf) return rule.anyOf.some((one) => check(one, value))
  if ('const' in rule) return value === rule.const
  if (rule.enum) return rule.enum.includes(value)
  switch (rule.type) {
    case undefined:
      return true
    case 'null':
      return value === null
    case 'boolean':
      return typeof value === 'boolean'
    case 'string':
      return typeof value === 'string' && checkText(rule, value)
    case 'number':
      return Number.isFinite(value) && checkNumber(rule, value as number)
    case 'integer':
      return Number.isInteger(value) && checkNumber(rule, value as number)
    case 'array':
      return Array.isArray(value) && checkList(rule, value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value) && checkFields(rule, value)
    default:
      throw new Error(`fits() does not check schemas of the type ${rule.type}`)
  }
}

/** Lengths are in code points, as in JSON Schema. */
const checkText = ({ pattern, minLength = 0, maxLength = Infinity }: Rule, value: string) =>
  (value.length <= maxLength || [...value].length <= maxLength) &&
  (minLength === 0 || [...value].length >= minLength) &&
  (!pattern || new RegExp(pattern, 'u').test(value))

const checkNumber = (rule: Rule, value: number) =>
  value >= (rule.minimum ?? -Infinity) &&
  value > (rule.exclusiveMinimum ?? -Infinity) &&
  value <= (rule.maximum ?? Infinity)

const checkList = ({ items, minItems = 0, maxItems = Infinity }: Rule, value: unknown[]) =>
  value.length >= minItems &&
  value.length <= maxItems &&
  (!items || value.every((item) => check(items, item)))

function checkFields({ required = [], properties = {}, patternProperties = {} }: Rule, value: object) {
  const fields = value as Record<string, unknown>
  return (
    required.every((name) => fields[name] !== undefined) &&
    Object.entries(properties).every(
      ([name, rule]) => fields[name] === undefined || check(rule, fields[name]),
    ) &&
    Object.entries(patternProperties).every(([pattern, rule]) => {
      const names = new RegExp(pattern, 'u')
      return Object.keys(fields).every((name) => !names.test(name) || check(rule, fields[name]))
    })
  )
}

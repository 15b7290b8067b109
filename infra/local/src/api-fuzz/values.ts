import * as fc from 'fast-check'
import type { Json, Schema } from './document.ts'

export type Arbitrary = fc.Arbitrary<Json>

/** Values that came with earlier responses, by the name of the field that they fit. */
export type Known = (field: string) => readonly string[]

/** Longest text that is made where the schema allows more, so that most requests are small. */
const USUAL_LENGTH = 40
const SPEAKABLE = [
  'The lamp turns.',
  'Who is there?',
  'No one; only the sea.',
  'Ça va, naïve señor? 7 %',
  '第一幕',
]
export const ODD = [
  ' ',
  '\u0000',
  '\u202e',
  '\ud800',
  '💡💡',
  '__proto__',
  'null',
  '%2e%2e',
  "' OR 1=1 --",
  '<b>',
  'a\r\nb',
  '１２',
]

/** Values that fit the schema, at its limits too. `field` is the name that it stands under. */
export function valid(schema: Schema, known: Known, field = ''): Arbitrary {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valid(each, known, field)))
  switch (schema.type) {
    case 'string':
      return strings(schema, known(field))
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(valid(schema.items ?? {}, known, field), {
        maxLength: Math.min(schema.maxItems ?? 5, 5),
      })
    case 'object':
      return objects(schema, known)
    default:
      return fc.constant(null)
  }
}

function strings({ minLength = 0, maxLength = 1_000, pattern }: Schema, known: readonly string[]): Arbitrary {
  const usual = Math.max(minLength, Math.min(maxLength, USUAL_LENGTH))
  const fits = (text: string) => {
    const length = [...text].length
    return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern).test(text))
  }
  const made: Arbitrary[] = pattern
    ? [fc.stringMatching(new RegExp(pattern)).filter(fits)]
    : [fc.string({ unit: 'grapheme', minLength, maxLength: usual }).filter(fits)]
  const given = [...(pattern ? [] : SPEAKABLE), ...ODD].filter(fits)
  if (given.length > 0) made.push(fc.constantFrom(...given))
  const seen = known.filter(fits)
  if (seen.length > 0) made.push(fc.constantFrom(...seen), fc.constantFrom(...seen))
  return fc.oneof(...made)
}

function numbers({ type, minimum = -1_000_000, maximum = 1_000_000 }: Schema): Arbitrary {
  const limits = fc.constantFrom(minimum, maximum, Math.min(maximum, minimum + 1))
  const inside =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof(
    limits,
    inside,
    fc.integer({ min: Math.ceil(minimum), max: Math.min(Math.floor(maximum), Math.ceil(minimum) + 20) }),
  )
}

function objects(
  { properties = {}, patternProperties = {}, required = [] }: Schema,
  known: Known,
): Arbitrary {
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valid(each, known, name)])),
    { requiredKeys: required.filter((name) => properties[name]?.default === undefined) },
  )
  const [others] = Object.values(patternProperties)
  if (others) return fc.dictionary(keys, valid(others, known), { maxKeys: 4 })
  // Unknown fields are ignored.
  const more = fc.constantFrom<Json>({}, {}, { [UNKNOWN]: 7 }, { [UNKNOWN]: { $gt: '' } })
  return fc.tuple(fields, more).map(([made, unknown]) => ({ ...made, ...(unknown as object) }))
}
/** A field that no operation has. */
const UNKNOWN = 'ofNobody'
const keys = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom(...ODD))

/** Values that do not fit the schema: of another kind, one beyond a limit, without what is required. */
export function invalid(schema: Schema, known: Known): Arbitrary {
  const choices = schema.anyOf ?? [schema]
  const kinds = choices.map(({ type }) => type)
  const wrong = OTHERS.filter(
    ([kind]) => !kinds.includes(kind) && !(kind === 'integer' && kinds.includes('number')),
  )
  const made: Arbitrary[] = wrong.map(([, value]) => fc.constant(value))
  if (choices.length === 1) made.push(...beyond(schema, known))
  return fc.oneof(...made)
}

const OTHERS: [string, Json][] = [
  ['string', 'some text'],
  ['integer', 7],
  ['boolean', true],
  ['null', null],
  ['array', []],
  ['array', [{}]],
  ['object', {}],
]

function beyond(schema: Schema, known: Known): Arbitrary[] {
  const {
    type,
    minLength = 0,
    maxLength,
    pattern,
    minimum,
    maximum,
    items,
    maxItems,
    properties = {},
  } = schema
  const made: Json[] = []
  if (type === 'string' && minLength > 0) made.push('x'.repeat(minLength - 1))
  if (type === 'string' && maxLength !== undefined && maxLength < 10_000) made.push('x'.repeat(maxLength + 1))
  if (type === 'string' && pattern) made.push(...ODD.filter((text) => !new RegExp(pattern).test(text)))
  if (type === 'integer') made.push(1.5, '7')
  if (minimum !== undefined) made.push(minimum - 1)
  if (maximum !== undefined) made.push(maximum + 1)
  if (type === 'array' && items && maxItems !== undefined && maxItems < 100)
    made.push(Array.from({ length: maxItems + 1 }, () => 'x'))
  const fields = Object.entries(properties).flatMap(([name, field]) => {
    const wrong: Arbitrary[] = [withField(schema, known, name, invalid(field, known))]
    if (schema.required?.includes(name) && field.default === undefined)
      wrong.push(withField(schema, known, name, fc.constant(undefined)))
    return wrong
  })
  return [...made.map((value) => fc.constant(value)), ...fields]
}

/** A valid object but for one field; without the field where its value is undefined. */
const withField = (
  schema: Schema,
  known: Known,
  name: string,
  value: fc.Arbitrary<Json | undefined>,
): Arbitrary =>
  fc.tuple(valid(schema, known), value).map(([object, wrong]) => {
    const { [name]: _replaced, ...rest } = object as Record<string, Json>
    return wrong === undefined ? rest : { ...rest, [name]: wrong }
  })

import * as fc from 'fast-check'
import { mismatch, type Json, type Schema } from './document.ts'

export type Arbitrary = fc.Arbitrary<Json>

/** Values from earlier responses: by the name of a field, or by `operation parameter` through a link. */
export type Known = (field: string) => readonly string[]

/** Maximum length of generated text if the schema allows more, so that most requests are small. */
const USUAL_LENGTH = 40
const SPEAKABLE = [
  'The lamp turns.',
  'Who is there?',
  'No one; only the sea.',
  'Ça va, naïve señor? 7 %',
  '第一幕',
]
const ODD = [
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

/** Values that match the schema, including its limits. `field` is the name of the property. */
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
  const fits = (text: string) => {
    const length = [...text].length
    return length >= minLength && length <= maxLength && (!pattern || new RegExp(pattern).test(text))
  }
  const usual = Math.max(minLength, Math.min(maxLength, USUAL_LENGTH))
  const made = pattern
    ? fc.stringMatching(new RegExp(pattern))
    : fc.string({ unit: 'grapheme', minLength, maxLength: usual })
  const given = [[...(pattern ? [] : SPEAKABLE), ...ODD], known, known].map((texts) => texts.filter(fits))
  return fc.oneof(
    made.filter(fits),
    ...given.filter((texts) => texts.length > 0).map((texts) => fc.constantFrom(...texts)),
  )
}

function numbers({ type, minimum = -1_000_000, maximum = 1_000_000 }: Schema): Arbitrary {
  const limits = fc.constantFrom(minimum, maximum, Math.min(maximum, minimum + 1))
  const inside =
    type === 'integer'
      ? fc.integer({ min: minimum, max: maximum })
      : fc.double({ min: minimum, max: maximum, noNaN: true })
  return fc.oneof(limits, inside)
}

function objects(
  { properties = {}, patternProperties = {}, required = [] }: Schema,
  known: Known,
): Arbitrary {
  const [others] = Object.values(patternProperties)
  if (others) return fc.dictionary(keys, valid(others, known), { maxKeys: 4 })
  const fields = fc.record(
    Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valid(each, known, name)])),
    { requiredKeys: required.filter((name) => properties[name]?.default === undefined) },
  )
  // Unknown fields are ignored.
  const more = fc.constantFrom<Json>({}, {}, { [UNKNOWN]: 7 }, { [UNKNOWN]: { $gt: '' } })
  return fc.tuple(fields, more).map(([made, unknown]) => ({ ...made, ...(unknown as object) }))
}
const UNKNOWN = 'ofNobody'
const keys = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom(...ODD))

/** Longer values make requests that are rejected for their size. */
const LONGEST = 10_000

/** Values of every type, and one beyond each limit of the schema. Missing fields may get their defaults. */
export function candidates(schema: Schema): Json[] {
  const { minLength = 1, maxLength = 0, minimum = 0, maximum = 0, maxItems = 0 } = schema
  const types = (schema.anyOf ?? [schema]).map(({ type }) => type)
  return [
    'some text',
    '7',
    ...ODD,
    ...[Math.max(0, minLength - 1), Math.min(maxLength + 1, LONGEST)].map((length) => 'x'.repeat(length)),
    7,
    1.5,
    minimum - 1,
    maximum + 1,
    true,
    null,
    ...(types.includes('object') ? [] : [{}]),
    ...(types.includes('array') ? [] : [[], [{}]]),
    Array.from({ length: Math.min(maxItems, 100) + 1 }, () => 'x'),
  ]
}

/** Values that do not match the schema: of another type, beyond a limit, or without a required field. */
export function invalid(schema: Schema, known: Known): Arbitrary {
  const wrong = candidates(schema).filter((value) => mismatch(schema, value) !== undefined)
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const changes = [invalid(field, known).map((value): object => ({ [name]: value }))]
    if (schema.required?.includes(name) && field.default === undefined)
      changes.push(fc.constant({ [name]: undefined }))
    return changes.map((change) =>
      fc
        .tuple(valid(schema, known), change)
        .map(([object, one]): Json => ({ ...(object as object), ...one })),
    )
  })
  return fc.oneof(fc.constantFrom<Json>(...wrong), ...fields)
}

import { UPLOAD_FIELD } from '@andscene/contracts/limits'
import { fdxFile } from '@andscene/testing/fdx-file'
import * as fc from 'fast-check'
import { mismatch, type Json, type Operation, type Parameter, type Schema } from './document.ts'
import { candidates, invalid, valid, type Known } from './values.ts'

export type Made = {
  path?: Record<string, Json> | undefined
  query?: Record<string, Json>
  header?: Record<string, Json>
  body?: Json | undefined
  form?: (() => FormData) | undefined
}
type Part = keyof Made
const LOCATIONS = ['path', 'query', 'header'] as const

const FILE = fdxFile([
  { type: 'Character', text: 'MARA' },
  { type: 'Dialogue', text: 'Who is there?' },
  { type: 'Action', text: 'The lamp turns.' },
])
export function form(field = UPLOAD_FIELD, content = FILE, name = 'a.fdx'): FormData {
  const made = new FormData()
  made.set(field, new Blob([content]), name)
  return made
}
const BAD_FORMS = [
  () => form('file'),
  () => form(UPLOAD_FIELD, ''),
  () => form(UPLOAD_FIELD, FILE, 'a.txt'),
  () => form(UPLOAD_FIELD, '<FinalDraft'),
  () => form(UPLOAD_FIELD, '\u0000\u0001'),
  () => new FormData(),
]

export function fitting(operation: Operation, known: Known): fc.Arbitrary<Made> {
  const made: Partial<Record<Part, fc.Arbitrary<unknown>>> = {}
  for (const location of LOCATIONS) {
    const parameters = operation.parameters.filter((parameter) => parameter.in === location)
    const values = parameters.map((parameter) => {
      const led = known(`${operation.id} ${parameter.name}`)
      const any = valid(parameter.schema, known).filter((value) => isSendable(parameter, value))
      return [parameter.name, led.length > 0 ? fc.oneof(any, fc.constantFrom(...led)) : any] as const
    })
    const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name)
    if (values.length > 0) made[location] = fc.record(Object.fromEntries(values), { requiredKeys })
  }
  const { 'application/json': json, 'multipart/form-data': multipart } = operation.body
  if (json) made.body = valid(json.schema, known)
  if (multipart) made.form = fc.constant(() => form())
  return fc.record(made) as fc.Arbitrary<Made>
}

/** Requests with one invalid part, by that part; empty if no part can be invalid. */
export function invalidRequests(operation: Operation, known: Known): [Part, fc.Arbitrary<Made>][] {
  const good = fitting(operation, known)
  const { 'application/json': json, 'multipart/form-data': multipart } = operation.body
  const wrong = operation.parameters.flatMap((parameter): [Part, fc.Arbitrary<Made>][] => {
    const { name, in: location } = parameter
    const texts = wrongTexts(parameter)
    if (texts.length === 0) return []
    const spoil = ([made, text]: [Made, string]) => ({
      ...made,
      [location]: { ...made[location], [name]: text },
    })
    return [[location, fc.tuple(good, fc.constantFrom(...texts)).map(spoil)]]
  })
  if (json) {
    const bodies = fc.tuple(good, invalid(json.schema, known))
    wrong.push(['body', bodies.map(([made, body]) => ({ ...made, body }))])
  }
  if (multipart) wrong.push(['form', fc.constantFrom(...BAD_FORMS).map((bad) => ({ form: bad }))])
  return wrong
}

const wrongTexts = (parameter: Parameter): string[] =>
  candidates(parameter.schema)
    .map((value) => (typeof value === 'object' ? '' : String(value)))
    .filter(
      (text) =>
        isSendable(parameter, text) &&
        mismatch(parameter.schema, converted(parameter.schema, text)) !== undefined,
    )

/** Converts a URL parameter as the services do. */
const converted = ({ type }: Schema, text: string): Json =>
  type === 'integer' && /^-?[\d.]+$/.test(text) ? Number(text) : text

/** Whether a value can be sent in the parameter's position, and still addresses this operation only. */
function isSendable({ in: location, name }: Pick<Parameter, 'in' | 'name'>, value: Json): boolean {
  if (typeof value === 'object') return false
  const text = String(value)
  if (location === 'header') return /^[\x21-\x7e]+$/.test(text)
  if (!text.isWellFormed()) return false
  if (location === 'query') return !/\p{Cc}/u.test(text)
  const segments = name === 'path' ? text.split('/') : [text]
  return segments.every((segment) => /^[^/\\\p{Cc}]+$/u.test(segment) && !/^\.+$|^%2e/i.test(segment))
}

export function addressOf({ path: template }: Operation, { path: values = {}, query = {} }: Made): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const text = String(values[name])
    // A parameter for the rest of a path keeps its slashes.
    return (name === 'path' ? text.split('/') : [text]).map(encodeURIComponent).join('/')
  })
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

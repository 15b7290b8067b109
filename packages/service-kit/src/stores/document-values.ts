import type { Document } from 'mongodb'

/**
 * Prefix of dates in JSON, so that dates sort in order and after all strings, as in MongoDB. Years after 9999 have a
 * `~`, which sorts after digits.
 */
export const DATE = '\uFFFF'

const ISO_DATE = /^\uFFFF[~-]?\d+-\d\d-\d\dT[\d:.]+Z$/

/** Converts a value to its JSON form. */
export function encode(value: unknown): unknown {
  if (typeof value === 'string') return value.startsWith(DATE) ? `${DATE}${value}` : value
  if (value instanceof Date) return `${DATE}${value.toISOString().replace('+', '~')}`
  if (Array.isArray(value)) return value.map(encode)
  if (value instanceof Uint8Array) throw new TypeError('bytes are stored apart')
  return typeof value === 'object' && value !== null ? mapFields(value, encode) : value
}

export const encodeText = (value: unknown): string => JSON.stringify(encode(value))

/** Parses a JSON text; `pick` selects a part before dates are converted. */
export function decodeText(text: string, pick = (value: Document): Document => value): Document {
  const value = pick(JSON.parse(text) as Document)
  return text.includes(DATE) ? (decode(value) as Document) : value
}

function decode(value: unknown): unknown {
  if (typeof value === 'string') {
    if (!value.startsWith(DATE)) return value
    if (value.startsWith(DATE, 1)) return value.slice(1)
    // A migration copied texts of users without escaping the prefix.
    return ISO_DATE.test(value) ? new Date(value.slice(1).replace('~', '+')) : value
  }
  if (Array.isArray(value)) return value.map(decode)
  return typeof value === 'object' && value !== null ? mapFields(value, decode) : value
}

const mapFields = (value: object, map: (field: unknown) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, field]) => [name, map(field)]))

/** Whether one path equals the other or is inside it. */
export const isWithin = (path: string, other: string): boolean =>
  path === other || path.startsWith(`${other}.`)

/**
 * Returns the object with the last field of a dotted path, and the name of the field; `make` creates missing objects.
 */
function parentOf(document: Document, path: string, make = false): [Document | undefined, string] {
  const names = path.split('.')
  const last = names.pop()!
  let parent: Document | undefined = document
  for (const name of names) {
    if (make) parent![name] ??= {}
    parent = parent?.[name] as Document | undefined
  }
  return [parent, last]
}

export function valueAt(document: Document, path: string): unknown {
  const [parent, field] = parentOf(document, path)
  return parent?.[field]
}

export function setAt(document: Document, path: string, value: unknown): void {
  const [parent, field] = parentOf(document, path, true)
  parent![field] = value
}

function removeAt(document: Document, path: string): void {
  const [parent, field] = parentOf(document, path)
  if (parent) delete parent[field]
}

/** Returns a copy without this field, or the document itself if it does not have it. */
export function without(document: Document, path: string): Document {
  if (valueAt(document, path) === undefined) return document
  const [name, ...names] = path.split('.') as [string, ...string[]]
  const { [name]: value, ...others } = document
  return names.length === 0 ? others : { ...others, [name]: without(value as Document, names.join('.')) }
}

export type Projection = Readonly<Record<string, 0 | 1>>

/** The fields to read besides `_id`; undefined means all. */
export function fieldsOf(projection: Projection = {}): string[] | undefined {
  const fields = Object.keys(projection).filter((path) => projection[path] === 1 && path !== '_id')
  return fields.length > 0 || projection['_id'] === 1 ? fields : undefined
}

export function project(document: Document, projection: Projection = {}): Document {
  const paths = fieldsOf(projection)
  const { _id, ...rest } = document
  const fields: Document = paths ? {} : rest
  for (const path of paths ?? []) {
    const [parent, field] = parentOf(rest, path)
    if (typeof parent !== 'object') continue
    const [made] = parentOf(fields, path, true)
    if (parent[field] !== undefined) made![field] = parent[field]
  }
  return projection['_id'] === 0 ? fields : { _id, ...fields }
}

type Operators = Partial<Record<'$set' | '$unset' | '$inc' | '$max', Document>>
type Change = (document: Document, path: string, value: never) => void

const OPERATORS: Record<string, Change> = {
  $set: setAt,
  $unset: removeAt,
  $inc: (document, path, by: number) =>
    setAt(document, path, ((valueAt(document, path) as number) ?? 0) + by),
  $max: (document, path, value: number) => {
    const present = valueAt(document, path) as number | null | undefined
    if (present == null || value > present) setAt(document, path, value)
  },
}

/** Applies the update to the document and returns the changed paths. */
export function applyUpdate(document: Document, update: Operators): string[] {
  return Object.entries(update).flatMap(([operator, fields]) => {
    const change = OPERATORS[operator]
    if (!change) throw new TypeError(`${operator} is not supported`)
    for (const [path, value] of Object.entries(fields)) change(document, path, value as never)
    return Object.keys(fields)
  })
}

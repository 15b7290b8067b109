import type { Document } from 'mongodb'
import type { SQLInputValue } from 'node:sqlite'
import { DATE, encode, encodeText, isWithin } from './document-values.ts'

export type CollectionOptions = {
  /** Paths of bytes and large values: they are read and written only when they are named. */
  apart?: readonly string[]
  /** Paths of arrays that filters match on. */
  arrays?: readonly string[]
}

/** The table names of a collection. */
export type CollectionTables = Required<CollectionOptions> & { table: string; apartTable: string }

export type Condition = { sql: string; values: SQLInputValue[] }

/** The condition on the rows of the collection's table. */
export function conditionOf(filter: Document, tables: CollectionTables): Condition {
  const conditions = Object.entries(filter).map(([path, wanted]) =>
    path === '$or'
      ? joined(
          (wanted as Document[]).map((one) => conditionOf(one, tables)),
          'OR',
        )
      : fieldCondition(path, wanted, tables),
  )
  return joined(conditions, 'AND')
}

const joined = (conditions: readonly Condition[], by: 'AND' | 'OR'): Condition => ({
  sql: conditions.length > 0 ? conditions.map(({ sql }) => `(${sql})`).join(` ${by} `) : 'true',
  values: conditions.flatMap(({ values }) => values),
})

/** The expression that indexes and sorts a field; undefined for a field with a separate table. */
export function indexedBy(path: string, { apart, arrays }: CollectionTables): string | undefined {
  if (apart.some((field) => isWithin(path, field))) return undefined
  const array = arrays.find((field) => isWithin(path, field))
  return array === undefined ? valueOf(path) : lengthOf(array)
}

const lengthOf = (array: string): string => `json_array_length(document, '${jsonPath(array)}')`

const valueOf = (path: string): string =>
  path === '_id' ? 'id' : `json_extract(document, '${jsonPath(path)}')`

function jsonPath(path: string): string {
  if (!/^\w+(\.\w+)*$/.test(path)) throw new TypeError(`${path} is no path of fields`)
  return `$.${path}`
}

function fieldCondition(path: string, wanted: unknown, tables: CollectionTables): Condition {
  const operators = hasOperators(wanted) ? Object.entries(wanted) : [['$eq', wanted] as const]
  const array = tables.arrays.find((field) => isWithin(path, field))
  const isApart = array === undefined && tables.apart.some((field) => isWithin(path, field))
  return joined(
    operators.map(([operator, value]) => {
      if (operator === '$exists') return { sql: existence(path, tables, value as boolean), values: [] }
      if (isApart) throw new TypeError(`${path} is stored apart: it cannot be compared`)
      return array === undefined
        ? comparison(valueOf(path), operator, value)
        : inArray(array, path, (item) => comparison(item, operator, value), tables)
    }),
    'AND',
  )
}

export const hasOperators = (wanted: unknown): wanted is Document =>
  typeof wanted === 'object' && wanted !== null && Object.keys(wanted)[0]?.startsWith('$') === true

function existence(path: string, { table, apartTable, apart }: CollectionTables, exists: boolean): string {
  if (apart.includes(path))
    return `${exists ? '' : 'NOT '}EXISTS (SELECT 1 FROM ${apartTable}
      WHERE ${apartTable}.id = ${table}.id AND field = '${path}')`
  return `json_type(document, '${jsonPath(path)}') IS ${exists ? 'NOT ' : ''}NULL`
}

/** Matches when an element of the array, or a field of it, meets the condition. */
function inArray(
  array: string,
  path: string,
  condition: (item: string) => Condition,
  { table, apartTable, apart }: CollectionTables,
): Condition {
  const field =
    path === array ? 'item.value' : `json_extract(item.value, '${jsonPath(path.slice(array.length + 1))}')`
  const { sql, values } = condition(field)
  if (!apart.includes(array))
    return {
      // The length is indexed, so that documents without the array are not read.
      sql: `${lengthOf(array)} > 0 AND EXISTS
        (SELECT 1 FROM json_each(document, '${jsonPath(array)}') AS item WHERE ${sql})`,
      values,
    }
  return {
    sql: `EXISTS (SELECT 1 FROM ${apartTable} AS stored, json_each(stored.value) AS item
      WHERE stored.id = ${table}.id AND stored.field = '${array}' AND ${sql})`,
    values,
  }
}

const RANGES: Record<string, string> = { $lt: '<', $lte: '<=', $gt: '>', $gte: '>=' }

function comparison(field: string, operator: string, value: unknown): Condition {
  const isAbsent = value === null || value === undefined
  if (operator === '$in') {
    if ((value as unknown[]).some((one) => one === null || one === undefined))
      throw new TypeError('$in with null is not supported')
    return { sql: `${field} IN (SELECT value FROM json_each(?))`, values: [encodeText(value)] }
  }
  if (operator === '$eq' || operator === '$ne') {
    if (isAbsent) return { sql: `${field} IS ${operator === '$ne' ? 'NOT ' : ''}NULL`, values: [] }
    return { sql: `${field} ${operator === '$eq' ? '=' : 'IS NOT'} ?`, values: [encode(value) as string] }
  }
  const range = RANGES[operator]
  if (range === undefined || isAbsent) throw new TypeError(`${operator} of ${String(value)} is not supported`)
  return {
    sql: `${field} ${range} ? AND ${bounds(field, operator.startsWith('$l'), value)}`,
    values: [encode(value) as string],
  }
}

/**
 * A range must match values of one type only: SQLite sorts numbers before texts, and a date is a text with a prefix.
 */
function bounds(field: string, isLess: boolean, value: unknown): string {
  if (value instanceof Date) return isLess ? `${field} >= '${DATE}'` : `${field} < '${DATE}${DATE}'`
  if (typeof value === 'number') return isLess ? 'true' : `${field} < ''`
  return isLess ? `${field} >= ''` : `NOT (${field} >= '${DATE}' AND ${field} < '${DATE}${DATE}')`
}

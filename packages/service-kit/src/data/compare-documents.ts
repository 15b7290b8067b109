import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import { tablesOf } from './rows.ts'

/** Columns that are no part of what a file says, by table: such as a number that each store gives itself. */
export type Comparison = Record<string, readonly string[]>

/** Where two files of the same tables say something else, one sentence for each table. Empty when they say the same. */
export function differences(one: string, other: string, ignored: Comparison = {}): string[] {
  using a = new DatabaseSync(one, { readOnly: true })
  using b = new DatabaseSync(other, { readOnly: true })
  const tables = tablesOf(a)
  if (!isDeepStrictEqual(tables, tablesOf(b))) return ['other tables']
  return tables.flatMap((table) => differenceOf(a, b, table, ignored[table] ?? []) ?? [])
}

function differenceOf(
  a: DatabaseSync,
  b: DatabaseSync,
  table: string,
  ignored: readonly string[],
): string | undefined {
  const rows = orderedRows(a, table, ignored)
  const others = orderedRows(b, table, ignored)
  for (let count = 1; ; count += 1) {
    const [row, other] = [rows.next(), others.next()]
    if (row.done && other.done) return undefined
    if (row.done || other.done) return `${table} has ${row.done ? 'more' : 'fewer'} rows`
    for (const column of Object.keys(row.value))
      if (!isSame(row.value[column]!, other.value[column]!)) return `${table}, row ${count}, ${column}`
  }
}

type Row = Record<string, SQLOutputValue>

function orderedRows(db: DatabaseSync, table: string, ignored: readonly string[]): Iterator<Row> {
  const columns = (
    db.prepare(`SELECT name, pk FROM pragma_table_info(?)`).all(table) as { name: string; pk: number }[]
  ).filter(({ name }) => !ignored.includes(name))
  const key = columns.filter(({ pk }) => pk > 0).toSorted((x, y) => x.pk - y.pk)
  const names = (some: typeof columns) => some.map(({ name }) => name).join(', ')
  const order = names(key.length > 0 ? key : columns)
  return db.prepare(`SELECT ${names(columns)} FROM ${table} ORDER BY ${order}`).iterate() as Iterator<Row>
}

/** An object in JSON says the same in any order of its fields. */
function isSame(one: SQLOutputValue, other: SQLOutputValue): boolean {
  if (one === other) return true
  if (one instanceof Uint8Array) return other instanceof Uint8Array && Buffer.compare(one, other) === 0
  if (typeof one !== 'string' || typeof other !== 'string' || !one.startsWith('{')) return false
  return isDeepStrictEqual(parsed(one), parsed(other))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

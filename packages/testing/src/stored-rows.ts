import { openMongo } from '@andscene/service-kit/stores/mongo'
import { DatabaseSync } from 'node:sqlite'

/** Every row of a database, as text with its table, and the names of its fields. */
export type StoredRows = { rows: string[]; names: string[] }

/** All tables of an embedded database, including fields of documents. */
export function rowsOfFile(file: string): StoredRows {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).all()
    const found = tables.flatMap(({ name }) =>
      db
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .map((row) => [String(name), withDocument(row)] as const),
    )
    return described(found)
  } finally {
    db.close()
  }
}

const withDocument = (row: Record<string, unknown>) =>
  typeof row['document'] === 'string' ? { ...row, document: JSON.parse(row['document']) as object } : row

/** All collections of a MongoDB-compatible database. */
export async function rowsOfServer(uri: string): Promise<StoredRows> {
  const { client, db } = await openMongo(uri)
  try {
    const found: [string, object][] = []
    for (const { name } of await db.listCollections().toArray())
      for (const row of await db.collection(name).find({}).toArray()) found.push([name, row])
    return described(found)
  } finally {
    await client.close()
  }
}

const described = (found: (readonly [string, object])[]): StoredRows => ({
  rows: found.map(([table, row]) => `${table} ${JSON.stringify(row)}`),
  names: [...new Set(found.flatMap(([, row]) => namesIn(row)))],
})

/** Field names at every depth; column names also in camel case. */
const namesIn = (value: unknown): string[] =>
  typeof value !== 'object' || value === null || ArrayBuffer.isView(value)
    ? []
    : Object.entries(value).flatMap(([name, inner]) => [
        ...(Array.isArray(value) ? [] : [name, camelCase(name)]),
        ...namesIn(inner),
      ])
const camelCase = (name: string) =>
  name.replaceAll(/(?<=.)_(\w)/g, (_all, letter: string) => letter.toUpperCase())

/** Rows that are in only one of the two. */
export function changedRows(before: readonly string[], after: readonly string[]): string[] {
  const [old, present] = [new Set(before), new Set(after)]
  return [...before.filter((row) => !present.has(row)), ...after.filter((row) => !old.has(row))]
}

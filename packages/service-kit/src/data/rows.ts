import { DatabaseSync } from 'node:sqlite'

/** Tables of ours in a file. */
export const tablesOf = (db: DatabaseSync): string[] =>
  db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
    .all()
    .map(({ name }) => name as string)
    .sort()

/** How many rows each table of a file has. */
export function countRows(file: string): Record<string, number> {
  using db = new DatabaseSync(file)
  const rowsIn = (table: string) =>
    db.prepare(`SELECT count(*) AS rows FROM ${table}`).get()!['rows'] as number
  return Object.fromEntries(tablesOf(db).map((table) => [table, rowsIn(table)]))
}

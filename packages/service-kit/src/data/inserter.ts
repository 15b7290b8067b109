import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'

export type Add = (table: string, row: Record<string, SQLInputValue>) => void

/** Inserts rows by column name; existing rows are unchanged, such as one that was read twice. */
export function inserter(db: DatabaseSync): Add {
  const statements = new Map<string, StatementSync>()
  return (table, row) => {
    const columns = Object.keys(row)
    const values = columns.map(() => '?').join(', ')
    const text = `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values}) ON CONFLICT DO NOTHING`
    const statement = statements.get(text) ?? db.prepare(text)
    statements.set(text, statement)
    statement.run(...Object.values(row))
  }
}

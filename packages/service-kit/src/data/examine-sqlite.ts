import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { inTransaction } from '../stores/sqlite.ts'
import type { Finding } from './data-part.ts'
import { damageOf } from './sqlite-copy.ts'

export const EXAMPLES = 5

/**
 * Checks the file of an embedded database. A damaged one must be restored from a backup, so nothing else is checked.
 */
export function examineSqlite(file: string, repair: boolean): Finding[] {
  if (!existsSync(file))
    return [{ what: 'database that is not there', found: 1, repaired: 0, examples: [file] }]
  const damage = damageOf(file)
  const damaged: Finding = {
    what: 'damage of the database',
    found: damage.length,
    repaired: 0,
    examples: damage.slice(0, EXAMPLES),
  }
  return damage.length > 0 ? [damaged] : [damaged, lostRows(file, repair)]
}

/** Rows whose parent row is missing, such as notes of a deleted script: something wrote without foreign keys. */
function lostRows(file: string, repair: boolean): Finding {
  using db = new DatabaseSync(file, { timeout: 10_000 })
  const look = () => db.prepare('PRAGMA foreign_key_check').all() as { table: string; parent: string }[]
  const lost = look()
  if (repair && lost.length > 0)
    inTransaction(db, () => {
      for (const { table } of lost) removeLost(db, table)
    })
  const examples = new Set(lost.map(({ table, parent }) => `${table} without ${parent}`))
  return {
    what: 'rows whose parent is missing',
    found: lost.length,
    repaired: repair ? lost.length - look().length : 0,
    examples: [...examples].slice(0, EXAMPLES),
  }
}

/** Removes rows whose parent row is missing, and the rows that refer to these. */
export function removeLostRows(db: DatabaseSync): void {
  const tables = db.prepare('SELECT DISTINCT "table" AS name FROM pragma_foreign_key_check').all()
  for (const { name } of tables) removeLost(db, name as string)
}

function removeLost(db: DatabaseSync, table: string): void {
  const keys = db.prepare(`PRAGMA foreign_key_list(${table})`).all() as { table: string; from: string }[]
  for (const { table: parent, from } of keys) {
    const [key] = db
      .prepare(`SELECT name FROM pragma_table_info('${parent}') WHERE pk = 1`)
      .all() as unknown as [{ name: string }]
    db.exec(`DELETE FROM ${table} WHERE ${from} NOT IN (SELECT ${key.name} FROM ${parent})`)
  }
}

import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens an embedded database: WAL, durable at every commit, shared with other processes of the same service.
 * Migrations run once each, in order, in a transaction; their count is kept in `user_version`. Forward only.
 */
export function openSqlite(file: string, migrations: readonly string[]): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
  migrate(db, migrations)
  return db
}

function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  // The write lock comes first, so that two processes that start at once do not both migrate.
  db.exec('BEGIN IMMEDIATE')
  try {
    const { user_version: done } = db.prepare('PRAGMA user_version').get() as { user_version: number }
    if (done > migrations.length)
      throw new Error(`The database is of a newer release (schema ${done}, known ${migrations.length})`)
    for (const migration of migrations.slice(done)) db.exec(migration)
    db.exec(`PRAGMA user_version = ${migrations.length}`)
    db.exec('COMMIT')
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

/** Runs `work` in a write transaction; anything it throws rolls back. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    db.exec('ROLLBACK')
    throw error
  }
}

import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Outages } from './store-unavailable.ts'

/**
 * Opens an embedded database: WAL, durable at every commit, shared with other processes of the same service.
 * Migrations run once each, in order, in a transaction; their count is stored in `user_version`. Forward only.
 * Opening one that is up to date takes no lock, so a process also starts while another writes.
 */
export function openSqlite(file: string, migrations: readonly string[]): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true })
  const db = new DatabaseSync(file, { timeout: 5_000 })
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;')
  migrate(db, migrations)
  return db
}

/** Reads the .sql files of a folder, ordered by name. Each change of the schema is a new file. */
export const readMigrations = (folder: string): string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))

function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  if (schemaOf(db, migrations) === migrations.length) return
  inTransaction(db, () => {
    // Checked again under the write lock, so that two processes that start together do not both migrate.
    for (const migration of migrations.slice(schemaOf(db, migrations))) db.exec(migration)
    db.exec(`PRAGMA user_version = ${migrations.length}`)
  })
}

/** Returns the number of completed migrations. Throws when it exceeds the number of known ones. */
function schemaOf(db: DatabaseSync, { length: known }: readonly string[]): number {
  const { user_version: done } = db.prepare('PRAGMA user_version').get() as { user_version: number }
  if (done > known) throw new Error(`The database is of a newer release (schema ${done}, known ${known})`)
  return done
}

/** Runs `work` in a write transaction; anything it throws rolls back. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // SQLite has already rolled it back when the disk is full.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** Whether the file is locked, cannot be read or written, or its disk is full: for `withOutages`. */
export const sqliteOutages: Outages = { of: 'sqlite', isOutage }

function isOutage(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  // The lower byte is the primary result code, the upper ones extend it.
  return errcode !== undefined && OUTAGES.has(errcode & 0xff)
}

const [BUSY, LOCKED, IO_ERROR, FULL, CANNOT_OPEN] = [5, 6, 10, 13, 14]
const OUTAGES = new Set([BUSY, LOCKED, IO_ERROR, FULL, CANNOT_OPEN])

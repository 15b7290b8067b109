import { backup, DatabaseSync } from 'node:sqlite'

/** How long a write of the running service is waited for. */
const LOCK_WAIT_MS = 10_000
/** Pages that are copied before others have their turn: 4 MB. */
const PAGES_AT_ONCE = 1_000

/**
 * Copies an embedded database as it is at one moment, beside the service that writes to it. Until `atThatMoment` resolves nobody
 * can write, so that others may take copies of theirs which belong to the same moment; writers go on while it is copied.
 */
export async function copySqlite(
  source: string,
  target: string,
  atThatMoment: () => Promise<void>,
): Promise<void> {
  const reader = new DatabaseSync(source, { timeout: LOCK_WAIT_MS })
  try {
    await holdWriters(source, async () => {
      await atThatMoment()
      // From its first read on a transaction sees what was there then, and a copy within it as well.
      reader.exec('BEGIN')
      reader.prepare('SELECT count(*) FROM sqlite_schema').get()
    })
    await backup(reader, target, { rate: PAGES_AT_ONCE })
    reader.exec('COMMIT')
  } finally {
    reader.close()
  }
  const damage = damageOf(target)
  if (damage.length > 0) throw new Error(`${source} is damaged: ${damage[0]}`)
}

async function holdWriters(file: string, meanwhile: () => Promise<void>): Promise<void> {
  const db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS })
  try {
    db.exec('BEGIN IMMEDIATE')
    await meanwhile()
    db.exec('ROLLBACK')
  } finally {
    db.close()
  }
}

/** What SQLite itself finds wrong in a file: its structure and its indexes. Empty when all is well. */
export function damageOf(file: string): string[] {
  let db: DatabaseSync | undefined
  try {
    db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS })
    const found = db.prepare('PRAGMA integrity_check(5)').all() as { integrity_check: string }[]
    return found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  } finally {
    db?.close()
  }
}

/** Migrations that were done on a file. */
export function schemaOfFile(file: string): number {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  } finally {
    db.close()
  }
}

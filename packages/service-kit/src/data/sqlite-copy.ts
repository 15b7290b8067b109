import { backup, DatabaseSync } from 'node:sqlite'
import { messageOf } from '../http-error.ts'

/** How long a write of the running service is waited for. */
const LOCK_WAIT_MS = 10_000
/** Pages that are copied before others have their turn: 4 MB. */
const PAGES_AT_ONCE = 1_000

/**
 * Copies an embedded database as of one moment while the service writes to it. Nothing can write until `atThatMoment`
 * resolves, so that other parts can copy the same moment; during the copy itself writers continue.
 */
export async function copySqlite(
  source: string,
  target: string,
  atThatMoment: () => Promise<void>,
): Promise<void> {
  using reader = new DatabaseSync(source, { timeout: LOCK_WAIT_MS })
  await holdWriters(source, async () => {
    await atThatMoment()
    // A transaction sees the state of its first read, and so does a copy within it.
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM sqlite_schema').get()
  })
  await backup(reader, target, { rate: PAGES_AT_ONCE })
  reader.exec('COMMIT')
  const damage = checkIntegrity(target)
  if (damage.length > 0) throw new Error(`${source} is damaged: ${damage[0]}`)
}

async function holdWriters(file: string, meanwhile: () => Promise<void>): Promise<void> {
  using db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS })
  db.exec('BEGIN IMMEDIATE')
  await meanwhile()
  db.exec('ROLLBACK')
}

/** What SQLite itself finds wrong in a file: its structure and its indexes. Empty when all is well. */
export function checkIntegrity(file: string): string[] {
  try {
    using db = new DatabaseSync(file, { timeout: LOCK_WAIT_MS })
    const found = db.prepare('PRAGMA integrity_check(5)').all() as { integrity_check: string }[]
    return found.map((row) => row.integrity_check).filter((text) => text !== 'ok')
  } catch (error) {
    return [messageOf(error)]
  }
}

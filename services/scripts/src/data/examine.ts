import type { Finding } from '@andscene/service-kit/data/data-part'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'

/** Scripts that are there, or whose command of deletion is not acknowledged yet: their audio is somebody's still. */
export const scriptIdsIn = (file: string): string[] =>
  read(
    file,
    `SELECT id FROM scripts UNION SELECT script_id AS id FROM pending_commands WHERE kind = 'deleted'`,
  ).map((row) => row['id'] as string)

/** Nothing but a backup brings their lines back. */
export function scriptsWithoutLines(file: string): Finding {
  const found = read(file, 'SELECT id FROM scripts WHERE id NOT IN (SELECT script_id FROM script_lines)')
  return {
    what: 'scripts without their lines',
    found: found.length,
    repaired: 0,
    examples: found.slice(0, 5).map((row) => row['id'] as string),
  }
}

function read(file: string, sql: string): Record<string, SQLOutputValue>[] {
  const db = new DatabaseSync(file, { timeout: 10_000 })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

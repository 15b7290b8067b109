import type { DatabaseSync } from 'node:sqlite'
import { markedAt, type CommandStore, type PendingCommand } from '../command-store.ts'

/** Adds a command that is due immediately, in place of an earlier one of its kind. Runs in the caller's transaction. */
export function pendingCommands(db: DatabaseSync): (command: PendingCommand) => void {
  const add = db.prepare(
    `INSERT INTO pending_commands (script_id, kind, mark, request_id) VALUES (:scriptId, :kind, :mark, :requestId)
     ON CONFLICT (script_id, kind) DO UPDATE
       SET mark = excluded.mark, request_id = excluded.request_id, due_at = 0`,
  )
  return (command) => void add.run(command)
}

export function sqliteCommands(db: DatabaseSync): CommandStore {
  const sql = {
    due: db.prepare(
      `SELECT script_id AS scriptId, kind, mark, request_id AS requestId FROM pending_commands
       WHERE due_at <= ? ORDER BY due_at, rowid LIMIT ?`,
    ),
    pending: db.prepare('SELECT count(*) AS count, min(mark) AS oldest FROM pending_commands'),
    defer: db.prepare('UPDATE pending_commands SET due_at = ? WHERE script_id = ? AND kind = ? AND mark = ?'),
    acknowledge: db.prepare('DELETE FROM pending_commands WHERE script_id = ? AND kind = ? AND mark = ?'),
  }
  return {
    due: async (now, limit) =>
      (sql.due.all(now.getTime(), limit) as unknown as PendingCommand[]).map((row) => ({ ...row })),
    pending: async () => {
      const { count, oldest } = sql.pending.get() as { count: number; oldest: number | null }
      return { count, oldestAt: oldest === null ? undefined : markedAt(oldest) }
    },
    defer: async ({ scriptId, kind, mark }, until) => {
      sql.defer.run(until.getTime(), scriptId, kind, mark)
    },
    acknowledge: async ({ scriptId, kind, mark }) => {
      sql.acknowledge.run(scriptId, kind, mark)
    },
  }
}

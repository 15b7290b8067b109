import type { DatabaseSync } from 'node:sqlite'
import type { CommandStore, PendingCommand } from '../command-store.ts'

export function sqliteCommands(db: DatabaseSync): CommandStore {
  const sql = {
    due: db.prepare(
      `SELECT script_id AS scriptId, kind, mark, request_id AS requestId FROM pending_commands
       WHERE due_at <= ? ORDER BY due_at, rowid LIMIT ?`,
    ),
    defer: db.prepare('UPDATE pending_commands SET due_at = ? WHERE script_id = ? AND kind = ? AND mark = ?'),
    acknowledge: db.prepare('DELETE FROM pending_commands WHERE script_id = ? AND kind = ? AND mark = ?'),
  }
  return {
    due: async (now, limit) =>
      (sql.due.all(now.getTime(), limit) as unknown as PendingCommand[]).map((row) => ({ ...row })),
    defer: async ({ scriptId, kind, mark }, until) => {
      sql.defer.run(until.getTime(), scriptId, kind, mark)
    },
    acknowledge: async ({ scriptId, kind, mark }) => {
      sql.acknowledge.run(scriptId, kind, mark)
    },
  }
}

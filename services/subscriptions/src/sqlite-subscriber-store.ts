import { sqliteOutages, openSqlite } from '@andscene/service-kit/stores/sqlite'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import type { SubscriberStore } from './subscriber-store.ts'

export const MIGRATIONS = [
  `CREATE TABLE subscribers (
     email TEXT PRIMARY KEY,
     source TEXT NOT NULL,
     subscribed_at TEXT NOT NULL
   ) STRICT`,
]

type Row = { email: string; source: string; subscribed_at: string }

/** Sign-ups in an embedded database file. */
export function sqliteSubscriberStore(file: string): SubscriberStore {
  const db = openSqlite(file, MIGRATIONS)
  const insert = db.prepare(
    'INSERT INTO subscribers (email, source, subscribed_at) VALUES (?, ?, ?) ON CONFLICT (email) DO NOTHING',
  )
  const select = db.prepare(
    'SELECT email, source, subscribed_at FROM subscribers ORDER BY subscribed_at, email',
  )
  const remove = db.prepare('DELETE FROM subscribers WHERE email = ?')
  const store: SubscriberStore = {
    add: async ({ email, source, subscribedAt }) =>
      insert.run(email, source, subscribedAt.toISOString()).changes === 1,
    remove: async (email) => {
      remove.run(email)
    },
    async *all() {
      for (const row of select.iterate() as Iterable<Row>)
        yield { email: row.email, source: row.source, subscribedAt: new Date(row.subscribed_at) }
    },
    ping: async () => {
      db.prepare('SELECT 1').get()
    },
    close: async () => db.close(),
  }
  return withOutages(store, sqliteOutages)
}

import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import path from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { messageOf } from '../http-error.ts'
import { openSqlite } from '../stores/sqlite.ts'
import type { DataPart } from './data-part.ts'
import { examineSqlite } from './examine-sqlite.ts'
import { countRows } from './rows.ts'
import { copySqlite, damageOf } from './sqlite-copy.ts'

/** The DataPart of a service with an embedded database in the file `store`. */
export function embeddedDocuments(store: string, migrations: readonly string[]): DataPart {
  return {
    schema: migrations.length,
    state: async () => ({ documents: existsSync(store) }),
    async copyOut(file, { held }) {
      if (!existsSync(store))
        throw new Error(`there is no data in ${store}: DATA_DIR names the folder, MONGODB_URI the database`)
      await copySqlite(store, file, held)
    },
    count: async (file) => countRows(file),
    takeIn: async () => ({
      /** Puts a file in the place of the store, of which there is none yet. One of an older release is migrated. */
      async documents(file) {
        openMigrated(file, migrations).close()
        const damage = damageOf(file)
        if (damage.length > 0) throw new Error(`The documents are damaged: ${damage[0]}`)
        await mkdir(path.dirname(store), { recursive: true, mode: 0o700 })
        if (existsSync(store)) throw new Error(`${store} is there already`)
        await rename(file, store)
      },
    }),
    finish: async () => {},
    empty: async () => {},
    examine: async ({ repair }) => examineSqlite(store, repair),
  }
}

/** Brings a file of documents, maybe of an older release, to what this one knows. */
export function openMigrated(file: string, migrations: readonly string[]): DatabaseSync {
  try {
    return openSqlite(file, migrations)
  } catch (error) {
    throw new Error(`The documents cannot be read: ${messageOf(error)}`, { cause: error })
  }
}

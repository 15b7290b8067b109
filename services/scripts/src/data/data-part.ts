import type { Finding, DataPart } from '@andscene/service-kit/data/data-part'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { readConfig } from '@andscene/service-kit/config'
import { embeddedDocuments } from '@andscene/service-kit/data/embedded-documents'
import { join } from 'node:path'
import { Type } from '@andscene/contracts/schema'
import { MIGRATIONS } from '../store/sqlite/migrations.ts'

const Where = Type.Object({ DATA_DIR: Type.String(), MONGODB_URI: Type.Optional(Type.String()) })

/** All stored data of this service. */
export async function openDataPart(env: Record<string, string | undefined>): Promise<DataPart> {
  const { DATA_DIR, MONGODB_URI } = readConfig(Where, env)
  return MONGODB_URI ? onServer(MONGODB_URI) : embedded(join(DATA_DIR, 'scripts.sqlite'))
}

function embedded(file: string): DataPart {
  const documents = embeddedDocuments(file, MIGRATIONS)
  return {
    ...documents,
    examine: async (options) => {
      const findings = await documents.examine(options)
      return findings[0]!.found > 0 ? findings : [...findings, scriptsWithoutLines(file)]
    },
    scriptIds: async () => scriptIdsIn(file),
  }
}

/** Its driver takes a while to load. */
async function onServer(uri: string): Promise<DataPart> {
  const { mongoDocuments } = await import('@andscene/service-kit/data/mongo-documents')
  const { withMongo } = await import('@andscene/service-kit/stores/mongo')
  const { SCRIPTS_MAPPING } = await import('./mongo/mapping.ts')
  const { examineServer, scriptIdsOn } = await import('./mongo/examine.ts')
  return {
    ...mongoDocuments(uri, SCRIPTS_MAPPING),
    examine: (options) => withMongo(uri, (db) => examineServer(db, options)),
    scriptIds: () => withMongo(uri, scriptIdsOn),
  }
}

/** Scripts that exist, or whose deletion is not acknowledged yet: their audio still belongs to them. */
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
  using db = new DatabaseSync(file, { timeout: 10_000 })
  return db.prepare(sql).all()
}

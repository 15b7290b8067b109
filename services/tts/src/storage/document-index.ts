import type { DocumentDb, OpenDocuments } from '@andscene/service-kit/stores/documents'
import { openEmbeddedDocuments } from '@andscene/service-kit/stores/embedded-documents'
import { openDocuments } from '@andscene/service-kit/stores/open-documents'
import { readMigrations } from '@andscene/service-kit/stores/sqlite'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import { join } from 'node:path'
import { needed, type StorageConfig } from '../config.ts'
import type { AudioIndex } from './audio-index.ts'
import { documentClips } from './document-clips.ts'
import { documentLedgers, recordOldPreviews } from './document-ledgers.ts'
import { documentPeople } from './document-people.ts'
import { documentScriptStates } from './document-script-states.ts'

/** Collections in the order in which a copy of a running platform reads them: epochs and erasures before clips. */
const COLLECTIONS = {
  tts_epochs: {},
  tts_narrations: {},
  tts_versions: {},
  tts_erased: {},
  tts_clips: {},
  tts_previews: {},
  tts_closed_people: {},
  tts_default_voices: {},
  tts_text_epochs: {},
  tts_usage: {},
}

/** The last one converts the tables of older releases to documents. */
export const MIGRATIONS = readMigrations(join(import.meta.dirname, 'migrations'))

/** Location of the documents of the index. */
export const indexDocuments = (config: StorageConfig) => ({
  file: config.MONGODB_URI ? '' : join(needed(config, 'DATA_DIR', 'without MONGODB_URI'), 'tts.sqlite'),
  migrations: MIGRATIONS,
  collections: COLLECTIONS,
  uri: config.MONGODB_URI,
})

/** Opens the index: an embedded database, shared by the API and the workers of this machine, or MongoDB. */
export const openAudioIndex = async (config: StorageConfig): Promise<AudioIndex> =>
  audioIndex(await openDocuments(indexDocuments(config)))

/** Opens the index in a file, such as a copy. */
export const openEmbeddedIndex = (file: string): Promise<AudioIndex> =>
  audioIndex(openEmbeddedDocuments(file, MIGRATIONS, COLLECTIONS))

/**
 * For compatibility with all servers (architecture §4), ids are strings and each operation changes one document. Some
 * write a whole document back, so data that callers change concurrently is in separate documents.
 */
async function audioIndex({ db, outages, ping, close }: OpenDocuments): Promise<AudioIndex> {
  await createIndexes(db)
  const people = documentPeople(db)
  const ledgers = documentLedgers(db, people)
  await recordOldPreviews(db, ledgers)
  const index: AudioIndex = {
    ...people,
    ...ledgers,
    ...documentClips(db, ledgers),
    ...documentScriptStates(db),
    check: ping,
    close,
  }
  return withOutages(index, outages)
}

export async function createIndexes(db: DocumentDb): Promise<void> {
  const clips = db.collection('tts_clips')
  await clips.createIndex({ scriptId: 1 })
  await clips.createIndex({ scriptId: 1, _id: 1 })
  await clips.createIndex({ scriptId: 1, textHash: 1 })
  await clips.createIndex({ scriptId: 1, version: 1 })
  await db.collection('tts_narrations').createIndex({ narratedAt: 1 })
  await db.collection('tts_usage').createIndex({ day: 1, ownerId: 1 })
  await db.collection('tts_previews').createIndex({ usedAt: 1 })
  await db.collection('tts_text_epochs').createIndex({ scriptId: 1 })
}

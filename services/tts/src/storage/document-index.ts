import type { DocumentDb, OpenDocuments } from '@andscene/service-kit/stores/documents'
import { openEmbeddedDocuments } from '@andscene/service-kit/stores/embedded-documents'
import { openDocuments } from '@andscene/service-kit/stores/open-documents'
import { readMigrations } from '@andscene/service-kit/stores/sqlite'
import { withOutages } from '@andscene/service-kit/stores/store-unavailable'
import { join } from 'node:path'
import { needed, type StorageConfig } from '../config.ts'
import type { AudioIndex } from './audio-index.ts'
import { documentClips } from './document-clips.ts'
import { documentLedgers, noteOldPreviews } from './document-ledgers.ts'
import { documentPeople } from './document-people.ts'
import { documentScriptStates } from './document-script-states.ts'

/** Of the index, in the order in which a copy of a running platform reads them: epochs and erasures before clips. */
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

/** The last one turns the tables of older releases into documents. */
export const MIGRATIONS = readMigrations(join(import.meta.dirname, 'migrations'))

/** Where the documents of the index are. */
export const indexDocuments = (config: StorageConfig) => ({
  file: config.MONGODB_URI ? '' : join(needed(config, 'DATA_DIR', 'without MONGODB_URI'), 'tts.sqlite'),
  migrations: MIGRATIONS,
  collections: COLLECTIONS,
  uri: config.MONGODB_URI,
})

/** The index in an embedded database, which the API and the workers of this machine share, or in MongoDB. */
export const openAudioIndex = async (config: StorageConfig): Promise<AudioIndex> =>
  audioIndex(await openDocuments(indexDocuments(config)))

/** One in a file, such as a copy. */
export const openEmbeddedIndex = (file: string): Promise<AudioIndex> =>
  audioIndex(openEmbeddedDocuments(file, MIGRATIONS, COLLECTIONS))

/**
 * Ids are our own strings, and every operation is on single documents, so that every compatible server serves (architecture
 * §4). Some of those write a document back as a whole after reading it: what different callers change at the same time
 * therefore has documents of its own.
 */
async function audioIndex({ db, outages, ping, close }: OpenDocuments): Promise<AudioIndex> {
  await createIndexes(db)
  const people = documentPeople(db)
  const ledgers = documentLedgers(db, people)
  await noteOldPreviews(db, ledgers)
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

import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { createNoteIndexes } from './documents/note-documents.ts'
import { createShareIndexes } from './documents/share-documents.ts'
import { createDraftIndexes } from './drafts/draft-documents.ts'

/** Does nothing if they exist. One call each, because some compatible servers fail if several of them exist. */
export async function createIndexes(db: DocumentDb): Promise<void> {
  const scripts = db.collection('scripts')
  await scripts.createIndex({ uploadKey: 1 }, { unique: true, name: 'upload' })
  // Contains all fields of a list, so that a server reads no documents.
  await scripts.createIndex(
    {
      ownerId: 1,
      uploadedAt: -1,
      _id: -1,
      title: 1,
      characterCount: 1,
      pages: 1,
      lineCount: 1,
      language: 1,
      'casting.count': 1,
      draft: 1,
    },
    { name: 'list with drafts' },
  )
  await scripts.createIndex({ ownerId: 1, _id: 1, contentBytes: 1 }, { name: 'usage' })
  await scripts.createIndex({ pendingSince: 1 }, { name: 'pending' })
  await scripts.createIndex({ 'castingChanges.uid': 1 }, { name: 'casters', sparse: true })
  await scripts.createIndex({ 'directors.uid': 1 }, { name: 'directors', sparse: true })
  await scripts.createIndex({ 'drafts.by.uid': 1 }, { name: 'uploaders', sparse: true })
  await db.collection('script_files').createIndex({ scriptId: 1 }, { sparse: true })
  await scripts.createIndex({ cancelledAt: 1 }, { name: 'cancelled', sparse: true })
  await scripts.createIndex({ cancelledBy: 1, cancelledAt: -1 }, { name: 'cancelled by', sparse: true })
  await db.collection('progress').createIndex({ scriptId: 1, uid: 1 }, { unique: true })
  await db.collection('progress').createIndex({ uid: 1 })
  const preferences = db.collection('preferences')
  await preferences.createIndex({ uid: 1 }, { unique: true })
  await preferences.createIndex({ 'profile.daily.dueAt': 1 }, { sparse: true })
  await preferences.createIndex({ 'profile.mailKey': 1 }, { sparse: true })
  await createDraftIndexes(db)
  await createShareIndexes(db)
  await createNoteIndexes(db)
}

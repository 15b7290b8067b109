import { openDocuments } from '@andscene/service-kit/stores/open-documents'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { describe, onTestFinished } from 'vitest'
import { draftCrashes } from '../../testing/draft-crashes.ts'
import { embeddedStores } from '../../testing/fresh-stores.ts'
import { oneDraftMigration, writeOneDraft } from '../../testing/one-draft.ts'
import { documentsIn, storesOf } from '../open-stores.ts'

describe('on SQLite', () => {
  draftCrashes(embeddedStores)

  oneDraftMigration(async () => {
    const folder = await temporaryFolder()
    writeOneDraft(folder.path)
    const documents = await openDocuments(documentsIn({ DATA_DIR: folder.path }))
    const stores = await storesOf(documents)
    onTestFinished(async () => {
      await stores.close()
      await folder.remove()
    })
    return { db: documents.db, stores }
  })
})

import { openDataPart } from '../../data/data-part.ts'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { join } from 'node:path'
import { describe, onTestFinished } from 'vitest'
import { draftCrashes } from '../../testing/draft-crashes.ts'
import { fileMongo } from '../../testing/mongo.ts'
import { oneDraftMigration, writeOneDraft } from '../../testing/one-draft.ts'

const { open } = await fileMongo()

describe('on MongoDB', () => {
  draftCrashes(open)

  oneDraftMigration(async () => {
    const folder = await temporaryFolder()
    onTestFinished(() => folder.remove())
    writeOneDraft(folder.path)
    const { uri, db, stores } = await open()
    for (const { name } of await db.listCollections().toArray()) await db.collection(name).deleteMany({})
    const server = await openDataPart({ MONGODB_URI: uri, DATA_DIR: folder.path })
    const filling = await server.takeIn('a file of the older release')
    await filling.documents(join(folder.path, 'scripts.sqlite'))
    await server.finish()
    return { db, stores }
  })
})

import { openDocuments } from '@andscene/service-kit/stores/open-documents'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { openEmbeddedDocuments } from '@andscene/service-kit/stores/embedded-documents'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { beforeCall } from '../../testing/around-call.ts'
import { draftCrashes } from '../../testing/draft-crashes.ts'
import { embeddedStores } from '../../testing/fresh-stores.ts'
import { draft, linesOf } from '../../testing/new-draft.ts'
import { castingSave, script } from '../../testing/new-script.ts'
import { oneDraftMigration, writeOneDraft } from '../../testing/one-draft.ts'
import { scriptStore } from '../documents/scripts.ts'
import { documentsIn, storesOf } from '../open-stores.ts'

describe('on SQLite', () => {
  draftCrashes(embeddedStores)

  test('decision 0101: when the disk is full at any point, nothing has changed, and the upload succeeds later', async () => {
    const folder = await temporaryFolder()
    onTestFinished(() => folder.remove())
    const { file, migrations, collections } = documentsIn({ DATA_DIR: folder.path })
    const documents = openEmbeddedDocuments(file, migrations, collections)
    const stores = await storesOf(documents)
    onTestFinished(stores.close)
    const { scripts } = stores
    await scripts.insert(script('a'))
    await scripts.saveCasting('a', castingSave({ characterAssignments: { BOB: 'v1' } }))
    const ids = Array.from({ length: 400 }, (_, n) => `d2-${n + 1}`)
    const large = draft(2, { lines: linesOf(...ids), file: randomBytes(20_000) })
    const state = () => scripts.find('a', ['draft', 'drafts', 'casting', 'castingVersion', 'lineCount'])
    const before = await state()
    const { page_count: pages } = documents.file.prepare('PRAGMA page_count').get() as { page_count: number }
    let refused = 0
    for (let added = false; !added; refused += 1) {
      documents.file.exec(`PRAGMA max_page_count = ${pages + refused}`)
      added = await scripts.addDraft('a', large).then(
        () => true,
        (error) => {
          expect(error).toBeInstanceOf(StoreUnavailable)
          return false
        },
      )
      const found = await state()
      expect(found).toEqual(added ? found : before)
      await scripts.sweepFiles(new Date('2027-01-01T00:00:00Z'))
      const stored = await documents.db.collection('drafts').countDocuments()
      expect(stored, `${refused} more pages`).toBe(added ? 2 : 0)
    }
    expect(refused).toBeGreaterThan(10)
    expect(await state()).toMatchObject({ draft: { number: 2, count: 2 } })
    expect(await scripts.findLines('a')).toBe(large.lines)
  })

  test('product §10: a draft whose uploader is erased while it is added does not name them', async () => {
    const { db, stores } = await embeddedStores()
    await stores.scripts.insert(script('a'))
    const ben = { uid: 'ben', name: 'Ben' }
    const erase = async () => {
      await stores.accounts.close({ uid: 'ben', requestId: 'r' }, new Date())
      await stores.scripts.forgetCaster('ben', 'r')
    }
    const during = scriptStore(beforeCall(db, 'scripts', 'updateOne', erase))
    await expect(during.addDraft('a', draft(2, { by: ben }))).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    })
    const kept = (await stores.scripts.find('a', ['drafts']))!
    expect(JSON.stringify(kept)).not.toMatch(/ben/i)
    expect(kept.drafts.map(({ number }) => number)).toEqual([1, 2])
  })

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

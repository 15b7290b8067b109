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

  describe('a draft that another process deletes at the same time', () => {
    const change = { requestId: 'r', at: new Date('2026-01-01T00:00:00Z') }
    const some = async () => {
      const opened = await embeddedStores()
      const { scripts, progress } = opened.stores
      await scripts.insert(script('a'))
      for (const number of [2, 3]) await scripts.addDraft('a', draft(number))
      const place = { draft: 2, lastPlayedLineIndex: 1, lastUpdated: new Date() }
      await progress.save('bob', 'a', place)
      const remove = async (number: number) => {
        expect(await scripts.removeDraft('a', number, change)).toBe('changed')
      }
      return { ...opened, remove }
    }

    test('is unknown, and the places of its users are still found', async () => {
      const { db, stores, remove } = await some()
      const during = scriptStore(beforeCall(db, 'drafts', 'updateOne', () => remove(2)))
      expect(await during.removeDraft('a', 2, change)).toBe('unknown')
      await stores.scripts.sweepFiles(new Date('2027-01-01T00:00:00Z'))
      expect(await stores.scripts.findLineIds('a', 2)).toEqual(['l1', 'd2-2'])
    })

    test('is not made the present one', async () => {
      const { db, remove } = await some()
      const during = scriptStore(beforeCall(db, 'drafts', 'findOne', () => remove(1)))
      expect(await during.makePresent('a', 1, change)).toBe('unknown')
    })

    test('does not become the present one after the deletion of that', async () => {
      const { db, stores, remove } = await some()
      await stores.scripts.makePresent('a', 1, change)
      const during = scriptStore(beforeCall(db, 'drafts', 'findOne', () => remove(3)))
      expect(await during.removeDraft('a', 1, change)).toBe('changed')
      expect(await stores.scripts.find('a', ['draft'])).toMatchObject({ draft: { number: 2, count: 1 } })
    })
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

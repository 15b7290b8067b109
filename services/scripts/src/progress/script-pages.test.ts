import { pageOfLine, paginate } from '@andscene/screenplay/paging'
import { anyLines } from '@andscene/screenplay/testing/any-lines'
import * as fc from 'fast-check'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DraftPlaces } from '../drafts/draft-places.ts'
import { openStores, type Stores } from '../store/open-stores.ts'
import { changeDocuments } from '../testing/fresh-stores.ts'
import { testHarness } from '../testing/harness.ts'
import { script } from '../testing/new-script.ts'
import { ADDED_PER_LIST, pageOf, pageStarts, ScriptPages } from './script-pages.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let stores: Stores
let reads: string[]
let pages: ScriptPages
beforeEach(async () => {
  folder = await temporaryFolder()
  stores = await openStores({ DATA_DIR: folder.path })
  reads = []
  pages = new ScriptPages(
    { ...stores, scripts: counting(stores, reads).scripts },
    new DraftPlaces(stores.scripts),
  )
})
afterEach(async () => {
  await stores.close()
  await folder.remove()
})

/** Wraps the stores and adds the ids of scripts whose lines are read to `into`. */
const counting = ({ scripts, ...others }: Stores, into: string[]): Stores => ({
  ...others,
  scripts: {
    ...scripts,
    findLines: (id) => {
      into.push(id)
      return scripts.findLines(id)
    },
  },
})
const forgetPageStarts = (DATA_DIR: string) =>
  changeDocuments({ DATA_DIR }, async (db) => {
    await db.collection('scripts').updateMany({}, { $unset: { pageStarts: '' } })
    await db.collection('progress').updateMany({}, { $unset: { page: '' } })
  })
/** Stores scripts of an older release, each with a position of ada's. */
async function older(count: number) {
  for (let n = 0; n < count; n += 1) {
    await stores.scripts.insert(script(`s${n}`))
    await stores.progress.save('ada', `s${n}`, { lastPlayedLineIndex: 0, lastUpdated: new Date() })
  }
  await forgetPageStarts(folder.path)
}
const list = () => stores.scripts.list('ada', { limit: 99 })

describe('product §10: pages that an older release did not store are added with little work', () => {
  test('a list adds some of them, and the next lists add the rest', async () => {
    await older(ADDED_PER_LIST + 3)
    expect(await pages.ofPlaces('ada', await list())).toHaveLength(ADDED_PER_LIST)
    for (let n = 0; n < 2; n += 1)
      expect(await pages.ofPlaces('ada', await list())).toHaveLength(ADDED_PER_LIST + 3)
    expect(reads).toHaveLength(ADDED_PER_LIST + 3)
    expect((await list()).every(({ lastPlayed }) => lastPlayed?.page === 1)).toBe(true)
  })

  test('concurrent lists read the lines of a script once', async () => {
    await older(2)
    const listed = await list()
    const added = await Promise.all(Array.from({ length: 10 }, () => pages.ofPlaces('ada', listed)))
    expect(added.map((one) => Object.fromEntries(one))).toEqual(
      added.map(() => ({ s1: { lineIndex: 0, page: 1 }, s0: { lineIndex: 0, page: 1 } })),
    )
    expect(reads.toSorted()).toEqual(['s0', 's1'])
  })

  test('saving a position reads no lines, also when the pages of the script are unknown', async () => {
    const asked: string[] = []
    const harness = await testHarness({ through: (inner) => counting(inner, asked) })
    const ada = harness.as('ada')
    const id = await ada.newScript()
    const save = () => ada.put(`/api/scripts/${id}/progress`, { lastPlayedLineIndex: 1 })
    const place = async () => (await ada.get('/api/scripts')).body.data.scripts[0].lastPlayed
    expect((await save()).status).toBe(200)
    expect(await place()).toMatchObject({ page: 1 })
    expect(asked).toEqual([])
    await forgetPageStarts(harness.environment.DATA_DIR)
    expect((await save()).status).toBe(200)
    expect(asked).toEqual([])
    expect(await place()).toMatchObject({ page: 1 })
    expect(asked).toEqual([id])
  })
})

test('product §9: the page of every line is the one that the reader shows', () => {
  fc.assert(
    fc.property(anyLines(), (lines) => {
      const [shown, starts] = [paginate(lines), pageStarts(lines)]
      for (const index of lines.keys()) expect(pageOf(starts, index)).toBe(pageOfLine(shown, index) + 1)
    }),
  )
})

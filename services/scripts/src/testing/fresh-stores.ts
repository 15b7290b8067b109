import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { openDocuments } from '@andscene/service-kit/stores/open-documents'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { afterEach, beforeEach, onTestFinished } from 'vitest'
import { documentsIn, storesOf, type Stores } from '../store/open-stores.ts'
import { script } from './new-script.ts'

export type OpenStores = () => Promise<Stores>

/** Opens stores with these scripts before each test and closes them after it. */
export function freshStores(open: OpenStores, scripts: readonly string[] = []): Stores {
  let current: Stores
  beforeEach(async () => {
    current = await open()
    for (const id of scripts) await current.scripts.insert(script(id))
  })
  afterEach(() => current.close())
  const part = (name: keyof Stores) =>
    new Proxy({}, { get: (_part, method) => Reflect.get(current[name], method) })
  return new Proxy({} as Stores, { get: (_stores, name) => part(name as keyof Stores) })
}

/** Changes what a service has stored, as an older release or a fault leaves it. */
export async function changeDocuments(
  place: Parameters<typeof documentsIn>[0],
  change: (db: DocumentDb) => Promise<unknown>,
): Promise<void> {
  const { db, close } = await openDocuments(documentsIn(place))
  try {
    await change(db)
  } finally {
    await close()
  }
}

/** Embedded stores for a test, and their documents. */
export async function embeddedStores() {
  const folder = await temporaryFolder()
  const place = { DATA_DIR: folder.path }
  const documents = await openDocuments(documentsIn(place))
  const stores = await storesOf(documents)
  onTestFinished(async () => {
    await stores.close()
    await folder.remove()
  })
  return { place, db: documents.db, stores }
}

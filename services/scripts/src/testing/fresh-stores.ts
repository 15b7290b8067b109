import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { openDocuments } from '@andscene/service-kit/stores/open-documents'
import { temporaryFolder } from '@andscene/testing/temporary-folder'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, onTestFinished } from 'vitest'
import type { NoteLimits } from '../store/note-store.ts'
import { documentsIn, storesOf, type Stores } from '../store/open-stores.ts'
import { script } from './new-script.ts'

/** Opens the stores of an empty database, for one process or for two. */
export type Databases = {
  open(noteLimits?: NoteLimits, guestsLimit?: number): Promise<Stores>
  openTwice(noteLimits?: NoteLimits): Promise<[Stores, Stores]>
}

/** Opens stores with these scripts before each test and closes them after it. */
export const freshStores = (open: Databases['open'], scripts: readonly string[] = []): Stores =>
  freshProcesses(async () => [await open()], scripts)[0]

/** Like freshStores, for two processes on one database. */
export function freshProcesses(
  open: () => Promise<readonly Stores[]>,
  scripts: readonly string[] = [],
): [Stores, Stores] {
  let current: readonly Stores[]
  beforeEach(async () => {
    current = await open()
    for (const id of scripts) await current[0]!.scripts.insert(script(id))
  })
  afterEach(() => Promise.all(current.map((stores) => stores.close())))
  const part = (index: number, name: keyof Stores) =>
    new Proxy({}, { get: (_part, method) => Reflect.get(current[index]![name], method) })
  const process = (index: number) =>
    new Proxy({} as Stores, { get: (_stores, name) => part(index, name as keyof Stores) })
  return [process(0), process(1)]
}

/** Changes stored data, to simulate an older release or a fault. */
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

/** All bytes of an embedded database, including recent writes. */
export function bytesOfDatabase({ DATA_DIR }: { DATA_DIR: string }): Buffer {
  const file = join(DATA_DIR, 'scripts.sqlite')
  using db = new DatabaseSync(file)
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  return readFileSync(file)
}

/** Embedded stores for a test, with their documents. */
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

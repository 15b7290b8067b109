import type { DataObject } from '@andscene/service-kit/data/data-part'
import { StoreUnavailable } from '@andscene/service-kit/stores/store-unavailable'
import { DatabaseSync } from 'node:sqlite'
import type { AudioObjects } from '../storage/audio-objects.ts'
import { openSqliteAudioIndex } from '../storage/sqlite-audio-index.ts'

const AT_ONCE = 8
const LEFT_OUT_AT_ONCE = 500

type Row = { path: string; bytes: number }

/** The clips of an index copied into `file`. Rows whose clip was cleared meanwhile or is damaged leave the copy. */
export async function* objectsOf(file: string, objects: AudioObjects): AsyncGenerator<DataObject> {
  const missing: string[] = []
  const db = new DatabaseSync(file)
  try {
    const rows = db.prepare('SELECT path, bytes FROM clips ORDER BY path').iterate() as Iterable<Row>
    const reading: { row: Row; bytes: Promise<Uint8Array | undefined> }[] = []
    const take = async function* (left: number): AsyncGenerator<DataObject> {
      while (reading.length > left) {
        const { row, bytes } = reading.shift()!
        const read = await bytes
        if (read?.byteLength === row.bytes) yield { name: row.path, bytes: read }
        else missing.push(row.path)
      }
    }
    for (const row of rows) {
      const bytes = readClip(objects, row.path)
      bytes.catch(() => undefined)
      reading.push({ row, bytes })
      yield* take(AT_ONCE - 1)
    }
    yield* take(0)
  } finally {
    db.close()
  }
  const index = openSqliteAudioIndex(file)
  for (let start = 0; start < missing.length; start += LEFT_OUT_AT_ONCE)
    await index.remove(missing.slice(start, start + LEFT_OUT_AT_ONCE))
  await index.close()
}

/** Undefined also of one that cannot be read, while others can. */
async function readClip(objects: AudioObjects, path: string): Promise<Uint8Array | undefined> {
  try {
    return await objects.read(path)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    return undefined
  }
}

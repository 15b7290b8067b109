import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { scriptCheck } from './around-writes.ts'

/** The file of the script with this id. `pendingSince` is set until the script is stored. */
export type FileDocument = { _id: string; file: Uint8Array; pendingSince?: Date }

/**
 * Stores the files of scripts. Without transactions the file is stored first, marked as pending; then the script is
 * stored and the mark removed. So no script lacks its file, and the mark identifies files whose process crashed in
 * between.
 */
export function scriptFiles(db: DocumentDb) {
  const files = db.collection<FileDocument>('script_files')
  const isThere = scriptCheck(db)
  const keep = async (_id: string): Promise<void> => {
    const { matchedCount } = await files.updateOne({ _id }, { $unset: { pendingSince: '' } })
    if (matchedCount === 0 && (await isThere(_id)))
      throw new Error('a file was swept away before its script was stored')
  }
  return {
    async put(_id: string, file: Uint8Array, pendingSince: Date): Promise<void> {
      await files.insertOne({ _id, file, pendingSince })
    },
    /** Removes the mark once the script is stored. Throws if a sweep has removed the file of an existing script. */
    keep,
    async find(_id: string): Promise<Uint8Array | undefined> {
      const found = await files.findOne({ _id }, { projection: { file: 1 } })
      return found?.file
    },
    async remove(_id: string): Promise<void> {
      await files.deleteOne({ _id })
    },
    async sweep(before: Date): Promise<void> {
      const old = await files.find({ pendingSince: { $lt: before } }, { projection: { _id: 1 } }).toArray()
      for (const { _id } of old)
        if (await isThere(_id)) await keep(_id)
        else await files.deleteOne({ _id, pendingSince: { $lt: before } })
    },
  }
}

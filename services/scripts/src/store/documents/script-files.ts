import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { ALIVE, type ScriptDocument } from './script-documents.ts'

/**
 * A file of a script. That of draft 1 has the script's id and no `scriptId`; those of other drafts have the ids of their
 * drafts. `pendingSince` is set until the script or draft is stored, and before the draft is removed.
 */
export type FileDocument = { _id: string; file: Uint8Array; pendingSince?: Date; scriptId?: string }

/**
 * Stores the files of scripts. Without transactions the file is stored first, marked as pending; then the script is
 * stored and the mark removed. So no script lacks its file, and the mark identifies files whose process crashed in
 * between.
 */
export function scriptFiles(db: DocumentDb) {
  const files = db.collection<FileDocument>('script_files')
  const scripts = db.collection<ScriptDocument>('scripts')
  const isThere = async ({ _id, scriptId }: Pick<FileDocument, '_id' | 'scriptId'>): Promise<boolean> => {
    const script = await scripts.findOne({ _id: scriptId ?? _id, ...ALIVE }, { projection: { drafts: 1 } })
    if (!script) return false
    const { drafts } = script
    if (scriptId === undefined) return drafts === undefined || drafts.some(({ number }) => number === 1)
    return drafts?.some(({ key }) => key === _id) ?? false
  }
  const unmark = (_id: string) => files.updateOne({ _id }, { $unset: { pendingSince: '' } })
  const keep = async (_id: string): Promise<void> => {
    const { matchedCount } = await unmark(_id)
    if (matchedCount === 0 && (await isThere({ _id })))
      throw new Error('a file was swept away before its script was stored')
  }
  return {
    /** `draft`: for another draft than the first one. */
    async put(
      _id: string,
      file: Uint8Array,
      pendingSince: Date,
      draft?: { scriptId: string },
    ): Promise<void> {
      await files.insertOne({ _id, file, pendingSince, ...draft })
    },
    /** Removes the mark once the script is stored. Throws if a sweep has removed the file of an existing script. */
    keep,
    /** Removes the mark once the draft is listed. Stores the file again if a sweep was faster. */
    async keepOfDraft({ _id, file, scriptId }: Required<Omit<FileDocument, 'pendingSince'>>): Promise<void> {
      const { matchedCount } = await unmark(_id)
      if (matchedCount === 0 && (await isThere({ _id, scriptId })))
        await files.insertOne({ _id, file, scriptId })
    },
    async find(_id: string): Promise<Uint8Array | undefined> {
      const found = await files.findOne({ _id }, { projection: { file: 1 } })
      return found?.file
    },
    markRemoved: async (_id: string, at: Date): Promise<void> => {
      await files.updateOne({ _id }, { $set: { pendingSince: at } })
    },
    /** Removes the mark of a file, or the file if its draft was removed. */
    async settle(file: Pick<FileDocument, '_id' | 'scriptId'>): Promise<void> {
      if (await isThere(file)) await unmark(file._id)
      else await files.deleteOne({ _id: file._id })
    },
    async remove(_id: string): Promise<void> {
      await files.deleteOne({ _id })
    },
    /** Removes the files of all drafts. */
    async removeOf(scriptId: string): Promise<void> {
      await files.deleteOne({ _id: scriptId })
      await files.deleteMany({ scriptId })
    },
    async sweep(before: Date): Promise<void> {
      const old = await files
        .find({ pendingSince: { $lt: before } }, { projection: { scriptId: 1 } })
        .toArray()
      for (const file of old)
        if (await isThere(file)) await unmark(file._id)
        else await files.deleteOne({ _id: file._id, pendingSince: { $lt: before } })
    },
  }
}

import { isDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { newMark } from '../command-store.ts'
import { draftDocuments } from '../drafts/draft-documents.ts'
import { ONLY_DRAFT } from '../drafts/draft-store.ts'
import { draftStore } from '../drafts/drafts.ts'
import {
  assertFits,
  assertWithin,
  UploadCancelled,
  type LibraryLimits,
  type LibraryUsage,
} from '../library.ts'
import {
  keyOf,
  uploadKey,
  type ListedScript,
  type ListPosition,
  type NewScript,
  type ScriptField,
  type ScriptWith,
} from '../script-store.ts'
import { openAccountCheck } from './around-writes.ts'
import { castings } from './castings.ts'
import { castingTurns } from './casting-turns.ts'
import { cancelledUploads } from './cancelled-uploads.ts'
import {
  ALIVE,
  AT_NO_TIME,
  AT_ONCE,
  fromCasting,
  toHead,
  HEAD_FIELDS,
  type ScriptDocument,
} from './script-documents.ts'
import { removeNotesOf } from './note-documents.ts'
import type { ProgressDocument } from './progress.ts'
import { scriptFiles } from './script-files.ts'
import { removeSharesOf } from './share-documents.ts'
import { LISTED, listedScripts } from './listed-scripts.ts'

/**
 * Stores scripts and their castings. Does not check permissions.
 *
 * A script, its casting and its pending command are one document, so that each write is atomic; a deleted script stays
 * as a document without content until its command is acknowledged.
 */
export function scriptStore(db: DocumentDb) {
  const scripts = db.collection<ScriptDocument>('scripts')
  const files = scriptFiles(db)
  const requireOpen = openAccountCheck(db)
  const listed = listedScripts(db)
  const drafts = draftDocuments(db)
  const turns = castingTurns(db)
  const casting = castings(db, turns)
  /** Removes the script and stores a pending command in one write. */
  const remove = async (id: string, requestId: string): Promise<boolean> => {
    const { matchedCount } = await scripts.replaceOne(
      { _id: id, ...ALIVE },
      {
        uploadKey: id,
        castingVersion: newMark(),
        pendingSince: AT_ONCE,
        pendingKind: 'deleted',
        pendingRequestId: requestId,
      },
    )
    if (matchedCount === 0) return false
    // Repeated when the command is acknowledged, to remove data whose removal failed here or that was being written.
    const places = db.collection<ProgressDocument>('progress').deleteMany({ scriptId: id })
    await Promise.allSettled([
      files.removeOf(id),
      drafts.removeOf(id),
      removeNotesOf(db, id),
      removeSharesOf(db, id),
      places,
    ])
    return true
  }
  const usage = async (ownerId: string): Promise<LibraryUsage> => {
    // In this order: a draft that is being added is counted twice rather than not at all.
    const reserved = await drafts.reserved(ownerId)
    const found = await scripts.find({ ownerId }, { projection: { contentBytes: 1 } }).toArray()
    return {
      scripts: found.length,
      bytes: found.reduce((sum, { contentBytes = 0 }) => sum + contentBytes, reserved),
    }
  }

  return {
    /**
     * Stores a script and returns its id. Returns the earlier id with `created: false` if the owner has used the key
     * before. Throws DocumentTooLarge; UNAUTHENTICATED when the owner's account is closed; UploadCancelled when the
     * owner has cancelled the key; LibraryFull when the owner would exceed `limits`, also with concurrent inserts.
     */
    async insert(script: NewScript, limits?: LibraryLimits): Promise<{ id: string; created: boolean }> {
      const contentBytes = assertFits(script)
      const key = uploadKey(script)
      await requireOpen(script.ownerId)
      await files.put(script.id, script.file, script.uploadedAt)
      try {
        await scripts.insertOne({
          _id: script.id,
          ownerId: script.ownerId,
          title: script.title,
          uploadedAt: script.uploadedAt,
          ...(script.language !== undefined && { language: script.language }),
          pages: script.pages,
          characterCount: script.characters.length,
          lineCount: script.lineCount,
          characters: script.characters,
          ...(script.revisionSets && { revisionSets: script.revisionSets }),
          casting: fromCasting({ characterAssignments: {} }),
          castingVersion: 0,
          uploadKey: key,
          fileHash: script.upload.fileHash,
          pendingSince: AT_NO_TIME,
          lines: script.lines,
          contentBytes,
          pageStarts: JSON.stringify(script.pageStarts),
        })
      } catch (error) {
        // The script may be stored despite the error: sweepFiles checks whether the file has a script.
        if (!isDuplicateKey(error)) throw error
        const earlier = await scripts.findOne({ uploadKey: key }, { projection: { cancelledAt: 1 } })
        if (earlier?._id !== script.id) await files.remove(script.id)
        if (!earlier) throw error
        if (earlier.cancelledAt) throw new UploadCancelled('the upload was cancelled')
        return { id: earlier._id, created: false }
      }
      try {
        // Counted after the insert: of several concurrent inserts, the last one counts all. Not every compatible server
        // has transactions.
        if (limits) assertWithin(await usage(script.ownerId), limits)
        await requireOpen(script.ownerId)
        await files.keep(script.id)
      } catch (error) {
        await scripts.deleteOne({ _id: script.id })
        await files.remove(script.id)
        throw error
      }
      return { id: script.id, created: true }
    },
    usage,
    /** The script of an earlier upload with this key, if it still exists. */
    async findUpload(ownerId: string, key: string): Promise<{ id: string; fileHash: string } | undefined> {
      const found = await scripts.findOne(
        { uploadKey: keyOf(ownerId, key), ...ALIVE },
        { projection: { _id: 1, fileHash: 1 } },
      )
      return found ? { id: found._id, fileHash: found.fileHash! } : undefined
    },
    ...cancelledUploads(db, remove),
    /** Newest first, then by id, with the owner's progress; starts behind `after`. Reads no lines. */
    async list(ownerId: string, { limit, after }: ListPage): Promise<ListedScript[]> {
      const behind = after && {
        $or: [
          { uploadedAt: { $lt: after.uploadedAt } },
          { uploadedAt: after.uploadedAt, _id: { $lt: after.id } },
        ],
      }
      const found = await scripts
        .find({ ownerId, ...behind }, { projection: LISTED })
        .sort({ uploadedAt: -1, _id: -1 })
        .limit(limit)
        .toArray()
      return listed(found, ownerId)
    },
    /** Returns the existing ones of these scripts, in no order. */
    async heads(ids: readonly string[]): Promise<ScriptWith<'castingVersion' | 'draft'>[]> {
      const projection = { ownerId: 1, castingVersion: 1, draft: 1 } as const
      const found = await scripts.find({ _id: { $in: [...ids] }, ...ALIVE }, { projection }).toArray()
      return found.map(({ _id: id, ownerId, castingVersion, draft }) => ({
        id,
        ownerId: ownerId!,
        castingVersion,
        draft: draft ?? ONLY_DRAFT,
      }))
    },
    /** Reads only the owner and `fields`, because a long script has thousands of characters to parse. */
    async find<Field extends ScriptField>(
      id: string,
      fields: readonly Field[],
    ): Promise<ScriptWith<Field> | undefined> {
      const asked: Partial<Record<string, 1>> = Object.fromEntries(
        fields
          .flatMap((field) => [field, ...(field === 'drafts' ? HEAD_FIELDS : [])])
          .map((field) => [field, 1]),
      )
      const found = await scripts.findOne({ _id: id, ...ALIVE }, { projection: { ...asked, ownerId: 1 } })
      return found ? (toHead(found, fields) as ScriptWith<Field>) : undefined
    },
    ...draftStore(db, { turns, usage, files, forgetCaster: casting.forgetCaster }),
    /** Removes drafts and files that were stored before a moment, but not their script, because the process crashed. */
    async sweepFiles(before: Date): Promise<void> {
      await drafts.sweep(before)
      await files.sweep(before)
    },
    /** Adds what scripts of older releases do not have. */
    async fillPageStarts(id: string, pageStarts: readonly number[]): Promise<void> {
      // Another draft that became the present one meanwhile has its own.
      const lacking = { _id: id, ...ALIVE, pageStarts: { $exists: false } }
      await scripts.updateOne(lacking, { $set: { pageStarts: JSON.stringify(pageStarts) } })
    },
    rename: async (id: string, title: string) =>
      (await scripts.updateOne({ _id: id, ...ALIVE }, { $set: { title } })).matchedCount === 1,
    /** Stores the owner's name. */
    async nameOwner(id: string, name: string): Promise<void> {
      await scripts.updateOne({ _id: id, ...ALIVE }, { $set: { ownerName: name } })
    },
    ...casting,
    remove,
  }
}

type ListPage = { limit: number; after?: ListPosition | undefined }

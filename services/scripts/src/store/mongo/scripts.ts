import type { ScriptListItem } from '@andscene/contracts/script'
import { isDuplicateKey } from '@andscene/service-kit/mongo'
import type { Db } from 'mongodb'
import { newMark } from '../command-store.ts'
import { assertFits, assertWithin, type LibraryUsage } from '../library.ts'
import { keyOf, uploadKey, type ScriptField, type ScriptStore, type ScriptWith } from '../script-store.ts'
import { openAccountCheck } from './accounts.ts'
import { ALIVE, AT_NO_TIME, AT_ONCE, fromCasting, toCasting, type ScriptDocument } from './documents.ts'

/**
 * A script, its casting and its pending command are one document, so that plain writes are atomic; a deleted one stays
 * as an empty document until its command is acknowledged.
 */
export function mongoScripts(db: Db): ScriptStore {
  const scripts = db.collection<ScriptDocument>('scripts')
  const requireOpen = openAccountCheck(db)
  const usage = async (ownerId: string): Promise<LibraryUsage> => {
    const found = await scripts.find({ ownerId }, { projection: { contentBytes: 1 } }).toArray()
    return {
      scripts: found.length,
      bytes: found.reduce((sum, { contentBytes = 0 }) => sum + contentBytes, 0),
    }
  }

  return {
    async insert(script, limits) {
      const contentBytes = assertFits(script)
      const key = uploadKey(script)
      try {
        await scripts.insertOne({
          _id: script.id,
          ownerId: script.ownerId,
          title: script.title,
          uploadedAt: script.uploadedAt,
          pages: script.pages,
          characterCount: script.characters.length,
          lineCount: script.lineCount,
          characters: script.characters,
          casting: { assignments: [] },
          castingVersion: 0,
          uploadKey: key,
          fileHash: script.upload.fileHash,
          pendingSince: AT_NO_TIME,
          lines: script.lines,
          contentBytes,
        })
      } catch (error) {
        if (!isDuplicateKey(error)) throw error
        const earlier = await scripts.findOne({ uploadKey: key }, { projection: { _id: 1 } })
        if (!earlier) throw error
        return { id: earlier._id, created: false }
      }
      try {
        // Counted when it is in: of several at once the last one sees all. Without transactions, for compatible servers.
        if (limits) assertWithin(await usage(script.ownerId), limits)
        await requireOpen(script.ownerId)
      } catch (error) {
        await scripts.deleteOne({ _id: script.id })
        throw error
      }
      return { id: script.id, created: true }
    },
    usage,
    async findUpload(ownerId, key) {
      const found = await scripts.findOne(
        { uploadKey: keyOf(ownerId, key) },
        { projection: { _id: 1, fileHash: 1 } },
      )
      return found ? { id: found._id, fileHash: found.fileHash! } : undefined
    },
    async list(ownerId, { limit, after }) {
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
      return found.map(
        ({ uploadedAt, ...item }) => ({ ...item, uploadedAt: uploadedAt!.toISOString() }) as ScriptListItem,
      )
    },
    async find<Field extends ScriptField>(id: string, fields: readonly Field[]) {
      const projection = Object.fromEntries(['ownerId', ...fields].map((field) => [field, 1]))
      const found = await scripts.findOne({ _id: id, ...ALIVE }, { projection })
      if (!found) return undefined
      const { _id, casting, ...values } = found
      return { id, ...values, ...(casting && { casting: toCasting(casting) }) } as ScriptWith<Field>
    },
    async findLines(id) {
      const found = await scripts.findOne({ _id: id, ...ALIVE }, { projection: { lines: 1 } })
      return found?.lines
    },
    rename: async (id, title) =>
      (await scripts.updateOne({ _id: id, ...ALIVE }, { $set: { title } })).matchedCount === 1,
    async saveCasting(id, casting, requestId) {
      const { matchedCount } = await scripts.updateOne(
        { _id: id, ...ALIVE },
        {
          $set: {
            casting: fromCasting(casting),
            castingVersion: newMark(),
            pendingSince: AT_ONCE,
            pendingKind: 'casting',
            pendingRequestId: requestId,
          },
        },
      )
      return matchedCount === 1
    },
    async remove(id, requestId) {
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
      return matchedCount === 1
    },
  }
}

const LISTED = { title: 1, characterCount: 1, pages: 1, lineCount: 1, uploadedAt: 1 } as const

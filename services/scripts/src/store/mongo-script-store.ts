import type { ScriptListItem } from '@andscene/contracts/script'
import { MongoClient, type Collection, type Db } from 'mongodb'
import {
  AT_NO_TIME,
  AT_ONCE,
  fromCasting,
  toCommand,
  toHead,
  type PreferencesDocument,
  type ProgressDocument,
  type ScriptDocument,
} from './mongo-documents.ts'
import { assertFits, assertWithin, newMark, type LibraryUsage, type ScriptStore } from './script-store.ts'
import { keyOf, uploadKey } from './upload-key.ts'

const DUPLICATE_KEY = 11_000
const SERVER_SELECTION_LIMIT_MS = 5_000

/**
 * Scripts in MongoDB, database of the URI's path. A script, its casting and its pending command are one document, so
 * that plain writes are atomic; a deleted one stays as an empty document until its command is acknowledged.
 */
export async function mongoScriptStore(uri: string): Promise<ScriptStore> {
  const client = await new MongoClient(uri, {
    serverSelectionTimeoutMS: SERVER_SELECTION_LIMIT_MS,
    // What was acknowledged outlives the server that took it.
    writeConcern: { w: 'majority' },
  }).connect()
  const db = client.db()
  const scripts = db.collection<ScriptDocument>('scripts')
  const progress = db.collection<ProgressDocument>('progress')
  const preferences = db.collection<PreferencesDocument>('preferences')
  await createIndexes(db)

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
        if (!isDuplicate(error)) throw error
        const earlier = await scripts.findOne({ uploadKey: key }, { projection: { _id: 1 } })
        if (!earlier) throw error
        return { id: earlier._id, created: false }
      }
      try {
        // Counted when it is in: of several at once the last one sees all. Without transactions, for compatible servers.
        if (limits) assertWithin(await usage(script.ownerId), limits)
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
    async find(id) {
      const found = await scripts.findOne({ _id: id, ...ALIVE }, { projection: { lines: 0 } })
      return found ? toHead(found) : undefined
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

    async due(now, limit) {
      const found = await scripts
        .find(
          { pendingSince: { $gt: AT_NO_TIME, $lte: now } },
          { projection: { lines: 0, characters: 0, casting: 0 } },
        )
        .sort({ pendingSince: 1 })
        .limit(limit)
        .toArray()
      return found.map(toCommand)
    },
    async defer({ scriptId, kind, mark }, until) {
      await scripts.updateOne(
        { _id: scriptId, pendingKind: kind, castingVersion: mark },
        { $set: { pendingSince: until } },
      )
    },
    async acknowledge({ scriptId, kind, mark }) {
      const command = { _id: scriptId, pendingKind: kind, castingVersion: mark }
      if (kind === 'deleted') {
        if (!(await scripts.findOne(command, { projection: { _id: 1 } }))) return
        await progress.deleteMany({ scriptId })
        await scripts.deleteOne(command)
      } else
        await scripts.updateOne(command, {
          $set: { pendingSince: AT_NO_TIME },
          $unset: { pendingKind: '', pendingRequestId: '' },
        })
    },

    async progress(uid, scriptId) {
      const found = await progress.findOne({ scriptId, uid })
      return found
        ? { lastPlayedLineIndex: found.lastPlayedLineIndex, lastUpdated: found.lastUpdated }
        : undefined
    },
    async saveProgress(uid, scriptId, saved) {
      if (!(await scripts.findOne({ _id: scriptId, ...ALIVE }, { projection: { _id: 1 } }))) return
      await upsert(progress, { scriptId, uid }, saved)
    },
    async preferences(uid) {
      return (await preferences.findOne({ uid }))?.preferences
    },
    savePreferences: (uid, saved) => upsert(preferences, { uid }, { preferences: saved }),

    ping: async () => {
      await db.command({ ping: 1 })
    },
    close: () => client.close(),
  }
}

/** A deleted script has no owner. */
const ALIVE = { ownerId: { $exists: true } } as const
const LISTED = { title: 1, characterCount: 1, pages: 1, lineCount: 1, uploadedAt: 1 } as const

/** Does nothing where they exist. One call each: a compatible server fails on several of which some exist. */
async function createIndexes(db: Db): Promise<void> {
  const scripts = db.collection('scripts')
  await scripts.createIndex({ uploadKey: 1 }, { unique: true, name: 'upload' })
  // Holds all that a list shows: a list never reads a document.
  await scripts.createIndex(
    { ownerId: 1, uploadedAt: -1, _id: -1, title: 1, characterCount: 1, pages: 1, lineCount: 1 },
    { name: 'list' },
  )
  await scripts.createIndex({ ownerId: 1, _id: 1, contentBytes: 1 }, { name: 'usage' })
  await scripts.createIndex({ pendingSince: 1 }, { name: 'pending' })
  await db.collection('progress').createIndex({ scriptId: 1, uid: 1 }, { unique: true })
  await db.collection('preferences').createIndex({ uid: 1 }, { unique: true })
}

/** Two first saves at once collide on the unique index; the one that lost finds the document the second time. */
async function upsert<T extends object>(
  collection: Collection<T>,
  key: Partial<T>,
  values: Partial<T>,
): Promise<void> {
  const write = () => collection.updateOne(key as never, { $set: values } as never, { upsert: true })
  try {
    await write()
  } catch (error) {
    if (!isDuplicate(error)) throw error
    await write()
  }
}

const isDuplicate = (error: unknown) => (error as { code?: number }).code === DUPLICATE_KEY

import { retryOnDuplicateKey, type DocumentDb } from '@andscene/service-kit/stores/documents'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newVersion, type Clips, type StoredClip, type UsageLedger } from './audio-index.ts'

type ClipDocument = Omit<StoredClip, 'path'> & { _id: string; version?: number }
type VersionDocument = { _id: string; version: number; removed?: number }

/** Clips per call: the embedded database blocks its process for some milliseconds per call. */
const AT_ONCE = 500

export function documentClips(db: DocumentDb, ledgers: UsageLedger): Clips {
  const clips = db.collection<ClipDocument>('tts_clips')
  const versions = db.collection<VersionDocument>('tts_versions')

  /** Call after the change, so that a reader of the new version also reads the change. */
  const note = (scriptId: string, change: Omit<VersionDocument, '_id'>) =>
    retryOnDuplicateKey(() => versions.updateOne({ _id: scriptId }, { $set: change }, { upsert: true }))
  const noteRemoved = (scriptId: string) => {
    const version = newVersion()
    return note(scriptId, { version, removed: version })
  }

  /** In the order of their paths. */
  async function* pagesOf(which: { scriptId?: string }, options?: typeof IDS) {
    for (let after = ''; ;) {
      const found = await clips
        .find({ ...which, _id: { $gt: after } }, options)
        .sort({ _id: 1 })
        .limit(AT_ONCE)
        .toArray()
      if (found.length > 0) yield found
      if (found.length < AT_ONCE) return
      after = found.at(-1)!._id
    }
  }

  return {
    async find(path) {
      const found = await clips.findOne({ _id: path })
      return found ? toClip(found) : undefined
    },
    async ofScript(scriptId, page) {
      const found = page
        ? clips
            .find({ scriptId, _id: { $gt: page.after ?? '' } })
            .sort({ _id: 1 })
            .limit(page.limit)
        : clips.find({ scriptId })
      return (await found.toArray()).map(toClip)
    },
    async *pathsOf(scriptId, since = 0) {
      // Usually few; clips of older releases have no version.
      if (since > 0) yield (await clips.find({ scriptId, version: { $gte: since } }, IDS).toArray()).map(idOf)
      else for await (const some of pagesOf({ scriptId }, IDS)) yield some.map(idOf)
    },
    ofTexts: async (scriptId, textHashes) =>
      (await clips.find({ scriptId, textHash: { $in: [...textHashes] } }).toArray()).map(toClip),
    async *everyClip() {
      for await (const some of pagesOf({})) yield some.map(toClip)
    },
    async versionOf(scriptId) {
      const { version = 0, removed = 0 } = (await versions.findOne({ _id: scriptId })) ?? {}
      return { changed: version, removed }
    },
    async put(clip, usedBy) {
      const { path, scriptId, ...row } = clip
      // Before the clip, so that every stored clip is counted.
      if (usedBy) await ledgers.addUsage(usedBy, clip.durationMs)
      const version = newVersion()
      // The path contains the script id, so it replaces only clips of the same script.
      const document = { ...row, version, ...(scriptId !== undefined && { scriptId }) }
      await clips.replaceOne({ _id: path }, document, { upsert: true })
      if (scriptId !== undefined) await note(scriptId, { version })
    },
    async remove(paths) {
      if (paths.length === 0) return
      const which = { _id: { $in: [...paths] } }
      const found = await clips.find(which, { projection: { scriptId: 1 } }).toArray()
      await clips.deleteMany(which)
      for (const scriptId of new Set(found.map((clip) => clip.scriptId)))
        if (scriptId !== undefined) await noteRemoved(scriptId)
    },
    async removeScript(scriptId) {
      for (;;) {
        const some = await clips.find({ scriptId }, IDS).limit(AT_ONCE).toArray()
        if (some.length > 0) await clips.deleteMany({ _id: { $in: some.map(idOf) } })
        await noteRemoved(scriptId)
        if (some.length < AT_ONCE) return
        await nextTurn()
      }
    },
  }
}

const IDS = { projection: { _id: 1 } } as const
const idOf = ({ _id }: { _id: string }): string => _id
const toClip = ({ _id, version: _version, ...rest }: ClipDocument): StoredClip => ({ path: _id, ...rest })

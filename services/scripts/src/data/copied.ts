import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { randomUUID } from 'node:crypto'
import { noteCollection } from '../store/documents/note-documents.ts'
import {
  ALIVE,
  AT_NO_TIME,
  AT_ONCE,
  type ScriptDocument,
  type StoredHead,
} from '../store/documents/script-documents.ts'
import type { DraftDocument } from '../store/drafts/draft-documents.ts'
import { fileOf } from '../store/drafts/draft-reading.ts'
import { shareCollections } from '../store/documents/share-documents.ts'
import { examineScripts } from './examine.ts'

/** A casting younger than this may be newer than the copy of tts: its command is sent again. Milliseconds. */
const YOUNG_MS = 60_000

/**
 * Repairs the copy of a server that was written to meanwhile. Scripts are read before their data, so each is complete
 * unless it was removed since: such a script, and data of scripts added since, is removed from the copy. The data of
 * tts was read before: missing audio is made again, but audio without a script would remain.
 */
export async function repairCopy(copy: DocumentDb, server: DocumentDb): Promise<void> {
  const [scripts, present] = [scriptsOf(copy), scriptsOf(server)]
  await scripts.updateMany(
    { ...ALIVE, castingVersion: { $gte: (Date.now() - YOUNG_MS) * 1_000 }, pendingSince: AT_NO_TIME },
    { $set: { pendingSince: AT_ONCE, pendingKind: 'casting', pendingRequestId: randomUUID() } },
  )
  const there = await idsOf(present)
  for (const _id of await idsOf(scripts)) if (!there.has(_id)) await scripts.deleteOne({ _id })
  for (const { _id, ...deleted } of await present.find({ pendingKind: 'deleted' }).toArray())
    await scripts.replaceOne({ _id }, deleted, { upsert: true })
  await completeDrafts(copy, server)
  await emptyReplaced(copy)
  await removeGuestsWithoutLink(copy)
  await examineScripts(copy, { repair: true })
}

/** A script that lists a draft that was removed since it was read is read again, with its drafts. */
async function completeDrafts(copy: DocumentDb, server: DocumentDb): Promise<void> {
  for (const { _id, drafts } of await scriptsOf(copy)
    .find({ drafts: { $exists: true } }, { projection: { drafts: 1 } })
    .toArray()) {
    let heads = drafts ?? []
    while (!(await hasDrafts(copy, _id, heads))) {
      const script = await scriptsOf(server).findOne({ _id, ...ALIVE })
      if (!script) {
        await scriptsOf(copy).deleteOne({ _id })
        break
      }
      // A file of an older release, or a damaged draft: the server lacks it as well.
      if (keysOf(script.drafts) === keysOf(heads)) break
      await scriptsOf(copy).replaceOne({ _id }, script)
      for (const name of ['drafts', 'script_files'])
        for await (const document of server.collection<DraftDocument>(name).find({ scriptId: _id }))
          await copy
            .collection<DraftDocument>(name)
            .replaceOne({ _id: document._id }, document, { upsert: true })
      heads = script.drafts ?? []
    }
  }
}

const keysOf = (heads: readonly StoredHead[] = []) => heads.map(({ key }) => key).join()

async function hasDrafts(copy: DocumentDb, scriptId: string, heads: readonly StoredHead[]): Promise<boolean> {
  for (const head of heads)
    for (const [name, _id] of [
      ['drafts', head.key],
      ['script_files', fileOf(scriptId, head)],
    ] as const)
      if (!(await copy.collection<DraftDocument>(name).findOne({ _id }, { projection: { _id: 1 } })))
        return false
  return true
}

const scriptsOf = (db: DocumentDb) => db.collection<ScriptDocument>('scripts')

const idsOf = async (scripts: ReturnType<typeof scriptsOf>) =>
  new Set((await scripts.find(ALIVE, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id))

/** Removes the guests of links that were added after the links were read. */
async function removeGuestsWithoutLink(copy: DocumentDb): Promise<void> {
  const { links, guests } = shareCollections(copy)
  const there = new Set((await links.find({}, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id))
  const found = await guests.find({}, { projection: { linkId: 1 } }).toArray()
  for (const linkId of new Set(found.map((guest) => guest.linkId)))
    if (!there.has(linkId)) await guests.deleteMany({ linkId })
}

/** A note may have been read before the change that replaced or removed it, and that change too (note-log.ts). */
async function emptyReplaced(copy: DocumentDb): Promise<void> {
  const notes = noteCollection(copy)
  const latest = new Map<string, string>()
  for await (const { _id, scriptId, note, removed = [] } of notes.find().sort({ scriptId: 1, version: 1 }))
    for (const id of note ? [note.id] : removed) {
      const key = `${scriptId} ${id}`
      const earlier = latest.get(key)
      if (earlier !== undefined)
        await notes.updateOne({ _id: earlier }, { $set: { replaced: true }, $unset: { note: '' } })
      latest.set(key, _id)
    }
}

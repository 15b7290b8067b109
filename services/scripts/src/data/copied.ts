import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { randomUUID } from 'node:crypto'
import { noteCollection } from '../store/documents/note-documents.ts'
import { ALIVE, AT_NO_TIME, AT_ONCE, type ScriptDocument } from '../store/documents/script-documents.ts'
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
  await emptyReplaced(copy)
  await removeGuestsWithoutLink(copy)
  await examineScripts(copy, { repair: true })
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

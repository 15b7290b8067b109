import { insertOnce, type DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Filter } from 'mongodb'
import { SETTLED_MS } from './accounts.ts'
import type { NoteEntry } from '../note-changes.ts'
import type { StoredNote } from '../note-store.ts'
import type { NoteEffect } from '../note-thread.ts'
import { noteCollection, type NoteDocument } from './note-documents.ts'

/** The last change of a script's notes, or version 0 for a script without changes. */
export type NoteHead = Pick<NoteDocument, 'scriptId' | 'version' | 'count' | 'note' | 'removed'>

/** A writer that takes longer than this to decide reads again. */
const DECISION_LIMIT_MS = 30_000

/**
 * The notes of a script as a log of changes. It relies only on the unique _id, because not every compatible server
 * guarantees more: a change is one document, and its _id holds the version after the last one that its writer read.
 * Of two writers that read the same version one is rejected and reads again, so the basis of a change is still valid
 * when it is stored, and readers see versions in order.
 *
 * After the change the writer empties the documents that it replaces; if it dies, the next writer does. So only
 * documents replaced by the last change may still have content. An empty document of a removal stays until no running
 * writer can have read the version before it: such a writer could otherwise reuse a version that readers have passed.
 */
export function noteLog(db: DocumentDb, history: number, now = Date.now) {
  const documents = noteCollection(db)

  /** Covered by an index on a server; the embedded database also reads one document. */
  const version = async (scriptId: string): Promise<number> => {
    const found = documents.find({ scriptId }, { projection: { _id: 0, version: 1 } })
    const [last] = await found.sort({ version: -1 }).limit(1).toArray()
    return last?.version ?? 0
  }
  const settle = async ({ scriptId, version: at, note, removed = [] }: NoteHead): Promise<void> => {
    const ids = note ? [note.id] : removed
    if (ids.length === 0) return
    await documents.updateMany(
      { scriptId, 'note.id': { $in: ids }, version: { $lt: at } },
      { $set: { replaced: true }, $unset: { note: '' } },
    )
  }
  const forget = async (scriptId: string, upTo: number): Promise<void> => {
    if (upTo <= 0) return
    const past = { version: { $lte: upTo }, at: { $lt: new Date(now() - SETTLED_MS) } }
    await documents.deleteMany({ scriptId, 'note.id': null, ...past } as Filter<NoteDocument>)
  }

  const headOf = async (scriptId: string): Promise<NoteHead> => {
    const [last] = await documents.find({ scriptId }).sort({ version: -1 }).limit(1).toArray()
    return last ?? { scriptId, version: 0, count: 0 }
  }

  return {
    version,
    /** Must be read before the notes, because notes that it removed may still be found. */
    headOf,
    /** Returns entries after a version, in order: later changes have higher versions, so none is missed. */
    async entries(scriptId: string, after: number, limit: number): Promise<NoteEntry[]> {
      const found = await documents
        .find({ scriptId, version: { $gt: after }, replaced: { $exists: false } })
        .sort({ version: 1 })
        .limit(limit)
        .toArray()
      const entries = found.flatMap(entriesOf).filter((entry) => entry.version > after)
      return entries.slice(0, limit)
    },
    /** Returns the present notes, possibly with those that the last change has removed. */
    async notes(filter: Filter<NoteDocument>): Promise<StoredNote[]> {
      const found = await documents
        .find({ ...filter, note: { $exists: true } })
        .sort({ version: 1 })
        .toArray()
      // A note that was just changed may be found in both versions.
      return [...new Map(found.map((document) => [document.note!.id, toNote(document)])).values()]
    },
    wasRemoved: async (scriptId: string, id: string): Promise<boolean> =>
      (await documents.findOne({ scriptId, removed: id }, { projection: { _id: 1 } })) !== null,
    /** Writes the effect that `decide` returns for the present notes; decides again after concurrent writes. */
    async write<T>(scriptId: string, decide: Decide<T>): Promise<T> {
      for (;;) {
        const begun = now()
        const head = await headOf(scriptId)
        await settle(head)
        const { effect, result } = await decide(head)
        if (!effect) return result
        if (now() - begun > DECISION_LIMIT_MS) continue
        const made = documentOf(head, effect, new Date(begun))
        if (!(await insertOnce(documents, made))) continue
        await settle(made)
        await forget(scriptId, made.version - history)
        return result
      }
    },
  }
}

export type NoteLog = ReturnType<typeof noteLog>

export type Decide<T> = (head: NoteHead) => Promise<{ effect?: NoteEffect | undefined; result: T }>

function documentOf(head: NoteHead, effect: NoteEffect, at: Date): NoteDocument {
  const { scriptId, version, count } = head
  const _id = `${scriptId} ${version + 1}`
  if ('remove' in effect) {
    const removed = effect.remove
    return { _id, scriptId, version: version + removed.length, count: count - removed.length, at, removed }
  }
  const { scriptId: _script, version: _version, ...note } = effect.write as StoredNote
  return { _id, scriptId, version: version + 1, count: effect.isNew ? count + 1 : count, at, note }
}

function entriesOf(document: NoteDocument): NoteEntry[] {
  const { version, note, removed = [] } = document
  if (note) return [{ version, note: toNote(document) }]
  return removed.map((id, index) => ({ version: version - removed.length + 1 + index, removed: id }))
}

const toNote = ({ scriptId, version, note }: NoteDocument): StoredNote => ({ ...note!, scriptId, version })

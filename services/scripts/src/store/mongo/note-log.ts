import { isDuplicateKey } from '@andscene/service-kit/stores/mongo'
import type { Db, Filter } from 'mongodb'
import { SETTLED_MS } from '../account-store.ts'
import type { NoteEntry } from '../note-changes.ts'
import type { StoredNote } from '../note-store.ts'
import type { NoteEffect, UnversionedNote } from '../note-thread.ts'
import { noteCollection, type NoteDocument } from './note-documents.ts'
import { ABSENT } from './share-documents.ts'

/** The last change of a script's notes; of a script without any, one that was never written. */
export type NoteHead = Pick<NoteDocument, 'scriptId' | 'version' | 'count' | 'note' | 'removed'>

/** A writer decides within this time, or looks anew. */
const DECISION_LIMIT_MS = 30_000

/**
 * The notes of a script as a list of changes. Nothing but that an _id is inserted once is relied on, because not every
 * compatible server promises more: a change is one document, and its _id is the version behind the one that its writer
 * knew as the last. So of two writers that know the same one is refused, and looks anew; what a change was decided on still
 * holds when it is in; and versions are seen in their order: none comes when a later one was seen.
 *
 * What a change replaces is emptied after it, by its writer, or when that has died, by the next one. So only what the last
 * change replaces may still be there. Its version stays taken until no writer can be about that knew the one before as the
 * last: such a one would write in the past, where nobody looks any more.
 */
export function noteLog(db: Db, history: number, now = Date.now) {
  const documents = noteCollection(db)

  /** Covered by an index. */
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
    /** To be read before notes: what it has removed may be found yet. */
    headOf,
    /** Behind a version, in order: what comes meanwhile is behind what was read, so nothing is passed by. */
    async entries(scriptId: string, after: number, limit: number): Promise<NoteEntry[]> {
      const found = await documents
        .find({ scriptId, version: { $gt: after }, replaced: { $exists: false } })
        .sort({ version: 1 })
        .limit(limit)
        .toArray()
      const entries = found.flatMap(entriesOf).filter((entry) => entry.version > after)
      return entries.slice(0, limit)
    },
    /** Notes as they are, and what the last change has removed. */
    async notes(filter: Filter<NoteDocument>): Promise<StoredNote[]> {
      const found = await documents
        .find({ ...filter, note: { $exists: true } })
        .sort({ version: 1 })
        .toArray()
      // Of one that was changed just now both may be there.
      return [...new Map(found.map((document) => [document.note!.id, toNote(document)])).values()]
    },
    wasRemoved: async (scriptId: string, id: string): Promise<boolean> =>
      (await documents.findOne({ scriptId, removed: id }, { projection: { _id: 1 } })) !== null,
    /**
     * Writes what `decide` makes of the notes as they are, however much is written meanwhile; nothing when that has no effect.
     */
    async write<T>(scriptId: string, decide: Decide<T>): Promise<T> {
      for (;;) {
        const begun = now()
        const head = await headOf(scriptId)
        await settle(head)
        const { effect, result } = await decide(head)
        if (!effect) return result
        if (now() - begun > DECISION_LIMIT_MS) continue
        const made = documentOf(head, effect, new Date(begun))
        try {
          await documents.insertOne(made, ABSENT)
        } catch (error) {
          if (isDuplicateKey(error)) continue
          throw error
        }
        await settle(made)
        await forget(scriptId, made.version - history)
        return result
      }
    },
  }
}

export type Decide<T> = (head: NoteHead) => Promise<{ effect?: NoteEffect | undefined; result: T }>

function documentOf(head: NoteHead, effect: NoteEffect, at: Date): NoteDocument {
  const { scriptId, version, count } = head
  const _id = `${scriptId} ${version + 1}`
  if ('remove' in effect) {
    const removed = effect.remove
    return { _id, scriptId, version: version + removed.length, count: count - removed.length, at, removed }
  }
  const note = contentOf(effect.write)
  return { _id, scriptId, version: version + 1, count: effect.isNew ? count + 1 : count, at, note }
}

type Content = NonNullable<NoteDocument['note']>
/** What is written of a note, and nothing else that it may hold. */
const contentOf = (note: UnversionedNote): { [Field in keyof Required<Content>]: Content[Field] } => ({
  id: note.id,
  lineId: note.lineId,
  range: note.range && { start: note.range.start, end: note.range.end },
  quote: note.quote,
  atMs: note.atMs,
  text: note.text,
  colour: note.colour,
  category: note.category,
  authorId: note.authorId,
  linkId: note.linkId,
  author: note.author,
  createdAt: note.createdAt,
  editedAt: note.editedAt,
  deletedAt: note.deletedAt,
  resolvedAt: note.resolvedAt,
  resolvedBy: note.resolvedBy,
  resolverId: note.resolverId,
  replyTo: note.replyTo,
})

function entriesOf(document: NoteDocument): NoteEntry[] {
  const { version, note, removed = [] } = document
  if (note) return [{ version, note: toNote(document) }]
  return removed.map((id, index) => ({ version: version - removed.length + 1 + index, removed: id }))
}

const toNote = ({ scriptId, version, note }: NoteDocument): StoredNote => ({ ...note!, scriptId, version })

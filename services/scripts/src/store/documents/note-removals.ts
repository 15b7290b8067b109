import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { Filter } from 'mongodb'
import type { NoteOrigin, StoredNote } from '../note-store.ts'
import { clearance, erasure, removal, type NoteEffect, type NoteThread } from '../note-thread.ts'
import { noteCollection, removeNotesOf, type NoteDocument } from './note-documents.ts'
import type { Decide, NoteHead, NoteLog } from './note-log.ts'

type Parts = {
  log: Pick<NoteLog, 'notes'>
  /** Undefined when the script was deleted. */
  write: <T>(scriptId: string, decide: Decide<T>) => Promise<T | undefined>
  find: (head: NoteHead, id: string) => Promise<StoredNote | undefined>
  threadOf: (head: NoteHead, note: StoredNote) => Promise<NoteThread>
}

/** Removes notes: one, all of an author or a link, or the data of a user in all scripts. */
export function noteRemovals(db: DocumentDb, { log, write, find, threadOf }: Parts) {
  /**
   * Removes a note with its author's answers to it. A note that another user has answered stays without its text and is
   * removed with the last answer. False when it does not exist.
   */
  const remove = async (scriptId: string, id: string, moment: Date): Promise<boolean> => {
    const removed = await write(scriptId, async (head) => {
      const note = await find(head, id)
      if (!note) return { result: false }
      return { effect: removal(await threadOf(head, note), id, moment), result: true }
    })
    return removed ?? false
  }
  type EffectOf = (head: NoteHead, note: StoredNote) => Promise<NoteEffect | undefined>
  /** One note at a time, until none contains this user any more. */
  const rewriteAll = async (uid: string, effectOf: EffectOf): Promise<void> => {
    for (let unchanged: string | undefined; ;) {
      const fields = ['note.authorId', 'note.resolverId', 'note.mentions.uid']
      const mentioned = { $or: fields.map((field) => ({ [field]: uid })) }
      const found = await noteCollection(db).findOne(mentioned, { projection: { scriptId: 1, 'note.id': 1 } })
      if (!found) return
      const { _id, scriptId } = found
      if (_id === unchanged) throw new Error('a note still names who it must not name any more')
      const rewritten = await write(scriptId, async (head) => {
        const note = await find(head, found.note!.id)
        const effect = note && (await effectOf(head, note))
        return { effect, result: { changed: effect !== undefined } }
      })
      // Without an effect, the document was already replaced by another change and is emptied now.
      unchanged = rewritten?.changed === false ? _id : undefined
      if (!rewritten) await removeNotesOf(db, scriptId)
    }
  }
  /**
   * For a deleted account: notes that other users answered stay, with FORMER_COLLABORATOR as author, and resolved notes
   * with FORMER_COLLABORATOR as resolver; all other notes are removed. No id or name remains. Repeat it after a
   * failure.
   */
  const removeOf = (uid: string) =>
    rewriteAll(uid, async (head, note) => erasure(await threadOf(head, note), uid)[0])
  /**
   * Removes all notes of an author or a link, each as `remove` does. Returns their number. Repeat it after a failure.
   */
  const removeBy = async (scriptId: string, origin: NoteOrigin, moment: Date): Promise<number> => {
    const cleared = await write(scriptId, async (head) => {
      const gone = new Set(head.removed)
      const notesOf = async (filter: Filter<NoteDocument>) =>
        (await log.notes({ scriptId, ...filter })).filter(({ id }) => !gone.has(id))
      const roots = (await notesOf({ [`note.${origin.field}`]: origin.id })).map(
        ({ id, replyTo = id }) => replyTo,
      )
      const within = { $in: [...new Set(roots)] }
      const all = await notesOf({ $or: [{ 'note.id': within }, { 'note.replyTo': within }] })
      const { remove: ids, empty, count } = clearance(all, origin)
      return { effect: ids.length > 0 ? { remove: ids } : undefined, result: { empty, count } }
    })
    for (const id of cleared?.empty ?? []) await remove(scriptId, id, moment)
    return cleared?.count ?? 0
  }
  return { remove, removeBy, removeOf, rewriteAll }
}

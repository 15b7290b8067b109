import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import { readChanges, requireVersions } from '../note-changes.ts'
import { hasRoomForAll, requireRoom } from '../note-room.ts'
import {
  NOTE_LIMITS,
  type NewAuthor,
  type NewNote,
  type NoteChange,
  type Resolver,
  type StoredNote,
} from '../note-store.ts'
import { edited, handedOver, resolution, type NoteThread, type UnversionedNote } from '../note-thread.ts'
import { openAccountCheck, scriptCheck, turns } from './around-writes.ts'
import type { ScriptDocument } from './script-documents.ts'
import { noteCounts, removeNotesOf } from './note-documents.ts'
import { newNotes } from './new-notes.ts'
import { noteRemovals } from './note-removals.ts'
import { noteLog, type Decide, type NoteHead } from './note-log.ts'

/**
 * Stores the notes of scripts. Every change has its own version, so that a reader can request later changes: it sees
 * versions in order, and each change as a whole. All notes are deleted with the script. Does not check permissions.
 */
export function noteStore(db: DocumentDb, limits = NOTE_LIMITS, now = Date.now) {
  const log = noteLog(db, limits.history, now)
  const isThere = scriptCheck(db)
  const requireOpen = openAccountCheck(db)
  const inTurn = turns()
  const scripts = db.collection<ScriptDocument>('scripts')
  const counts = noteCounts(db)

  /**
   * Undefined when the script was deleted. Changes of this process run in sequence, so only other processes can
   * intervene.
   */
  const write = <T>(scriptId: string, decide: Decide<T>): Promise<T | undefined> =>
    inTurn(scriptId, async () => {
      if (!(await isThere(scriptId))) return undefined
      const result = await log.write(scriptId, decide)
      if (await isThere(scriptId)) return result
      await removeNotesOf(db, scriptId)
      return undefined
    })
  const find = async ({ scriptId, removed }: NoteHead, id: string): Promise<StoredNote | undefined> => {
    if (removed?.includes(id)) return undefined
    return (await log.notes({ scriptId, 'note.id': id }))[0]
  }
  const threadOf = async (head: NoteHead, { id, replyTo = id }: StoredNote): Promise<NoteThread> => {
    const { scriptId } = head
    const [root, replies] = await Promise.all([
      find(head, replyTo),
      log.notes({ scriptId, 'note.replyTo': replyTo }),
    ])
    return { root: root!, replies }
  }
  const requireRoomFor = async (note: NewNote, { count }: NoteHead): Promise<void> => {
    if (hasRoomForAll(count, limits.room)) return
    const script = await scripts.findOne({ _id: note.scriptId }, { projection: { ownerId: 1 } })
    const ownerId = script?.ownerId ?? ''
    requireRoom({ ...note, ownerId }, await counts({ ...note, ownerId, all: count }), limits.room)
  }
  const { remove, removeBy, removeOf, rewriteAll } = noteRemovals(db, { log, write, find, threadOf })
  const takeBackIfClosed = (uid: string) => requireOpen(uid, () => removeOf(uid))

  return {
    /**
     * Returns the latest version of a script's notes; 0 before the first change, undefined for a deleted script. Reads
     * no note.
     */
    version: async (scriptId: string): Promise<number | undefined> => {
      const [version, there] = await Promise.all([log.version(scriptId), isThere(scriptId)])
      return there ? version : undefined
    },
    /** Returns at most `limit` notes and removals after `after`; each note in its present state, or in a later page. */
    changes: (scriptId: string, after: number, limit: number) =>
      readChanges(
        {
          entries: (from, count) => log.entries(scriptId, from, count),
          version: () => log.version(scriptId),
        },
        after,
        limit,
        limits,
      ),
    /** All notes, ordered by creation. */
    all: async (scriptId: string): Promise<StoredNote[]> => {
      const { removed = [] } = await log.headOf(scriptId)
      const notes = await log.notes({ scriptId })
      return notes.filter(({ id }) => !removed.includes(id)).toSorted(byCreation)
    },
    newOf: newNotes(db, limits.history),
    find: async (scriptId: string, id: string) => find(await log.headOf(scriptId), id),
    /**
     * Adds a note. If the id was used before, by any author, returns the stored note. An answer to an answer is
     * attached to the answered note. Undefined when the script or the answered note does not exist, or the note itself
     * was removed. Throws NotesFull at a limit, also for concurrent additions; UNAUTHENTICATED when the author's
     * account is closed.
     */
    add: async (note: NewNote): Promise<StoredNote | undefined> => {
      const { scriptId, id, authorId } = note
      await requireOpen(authorId)
      const added = await write(scriptId, async (head) => {
        const known = await find(head, id)
        if (known) return { result: known }
        const answered = note.replyTo === undefined ? undefined : await find(head, note.replyTo)
        const isGone = note.replyTo !== undefined && !answered
        if (isGone || (await log.wasRemoved(scriptId, id))) return { result: undefined }
        requireVersions(head.version)
        await requireRoomFor(note, head)
        const createdVersion = head.version + 1
        const made = { ...note, createdVersion, replyTo: answered?.replyTo ?? answered?.id }
        return { effect: { write: made, isNew: true }, result: written(head, made) }
      })
      await takeBackIfClosed(authorId)
      return added
    },
    /** Undefined when it does not exist, was deleted, or has another version. */
    change: (scriptId: string, id: string, version: number, change: NoteChange, moment: Date) =>
      write<StoredNote | undefined>(scriptId, async (head) => {
        const note = await find(head, id)
        if (!note || note.version !== version || note.deletedAt) return { result: undefined }
        const made = edited(note, change, moment)
        return { effect: { write: made }, result: written(head, made) }
      }),
    /**
     * Resolves or reopens a note. Undefined when it does not exist; unchanged when it has this state already. Throws
     * UNAUTHENTICATED when the account is closed.
     */
    resolve: async (scriptId: string, id: string, by: Resolver | null): Promise<StoredNote | undefined> => {
      if (by) await requireOpen(by.uid)
      const resolved = await write(scriptId, async (head) => {
        const note = await find(head, id)
        const made = note && resolution(note, by)
        return made ? { effect: { write: made }, result: written(head, made) } : { result: note }
      })
      if (by) await takeBackIfClosed(by.uid)
      return resolved
    },
    remove,
    removeBy,
    /**
     * Transfers a guest's notes and resolutions in a script to an account, with its name. Repeat it after a failure.
     * Throws UNAUTHENTICATED when the account is closed.
     */
    handOver: async (_scriptId: string, guestId: string, to: NewAuthor): Promise<void> => {
      await requireOpen(to.uid)
      await rewriteAll(guestId, async (_head, note) => ({ write: handedOver(note, guestId, to) }))
      await takeBackIfClosed(to.uid)
    },
    removeOf,
  }
}

const written = (head: NoteHead, note: UnversionedNote): StoredNote => ({
  ...note,
  version: head.version + 1,
})

const byCreation = (a: StoredNote, b: StoredNote): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1)

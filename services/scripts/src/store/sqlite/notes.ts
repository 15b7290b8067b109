import { inTransaction } from '@andscene/service-kit/stores/sqlite'
import type { DatabaseSync } from 'node:sqlite'
import { readChanges, requireVersions } from '../note-changes.ts'
import { requireRoom } from '../note-room.ts'
import { NOTE_LIMITS, type NoteStore, type StoredNote } from '../note-store.ts'
import {
  clearance,
  edited,
  erasure,
  handedOver,
  removal,
  resolution,
  type NoteEffect,
  type NoteThread,
} from '../note-thread.ts'
import { openAccountCheck } from './accounts.ts'
import { noteRows } from './note-rows.ts'

export function sqliteNotes(db: DatabaseSync, limits = NOTE_LIMITS): NoteStore {
  const rows = noteRows(db)
  const requireOpen = openAccountCheck(db)

  const threadOf = (scriptId: string, { id, replyTo = id }: StoredNote): NoteThread => ({
    root: rows.find(scriptId, replyTo)!,
    replies: rows.replies(scriptId, replyTo),
  })
  /** Returns the note that is written, with its version. */
  const apply = (scriptId: string, effect: NoteEffect): StoredNote | undefined => {
    let written: StoredNote | undefined
    if ('write' in effect) {
      written = { ...effect.write, scriptId, version: rows.nextVersion(scriptId) }
      if (effect.isNew) rows.add(written)
      else rows.update(written)
    } else for (const id of effect.remove) rows.remove(scriptId, id, rows.nextVersion(scriptId))
    rows.forgetRemoved(scriptId, limits.history)
    return written
  }

  return {
    version: async (scriptId) => rows.head(scriptId)?.version,
    changes: async (scriptId, after, limit) => {
      const source = {
        entries: async (from: number, count: number) => rows.entries(scriptId, from, count),
        version: async () => rows.head(scriptId)?.version ?? 0,
      }
      return readChanges(source, after, limit, limits)
    },
    all: async (scriptId) => rows.all(scriptId),
    find: async (scriptId, id) => rows.find(scriptId, id),
    add: async (note) =>
      inTransaction(db, () => {
        const { scriptId, id, replyTo } = note
        requireOpen(note.authorId)
        const head = rows.head(scriptId)
        if (!head) return undefined
        const known = rows.find(scriptId, id)
        if (known) return known
        const answered = replyTo === undefined ? undefined : rows.find(scriptId, replyTo)
        if (rows.wasRemoved(scriptId, id) || (replyTo !== undefined && !answered)) return undefined
        requireVersions(head.version)
        requireRoom({ ...note, ...head }, rows.counts({ ...note, ...head }), limits.room)
        const write = { ...note, replyTo: answered?.replyTo ?? answered?.id }
        return apply(scriptId, { write, isNew: true })
      }),
    change: async (scriptId, id, version, change, now) =>
      inTransaction(db, () => {
        const note = rows.find(scriptId, id)
        if (!note || note.version !== version || note.deletedAt) return undefined
        return apply(scriptId, { write: edited(note, change, now) })
      }),
    resolve: async (scriptId, id, by) =>
      inTransaction(db, () => {
        if (by) requireOpen(by.uid)
        const note = rows.find(scriptId, id)
        const resolved = note && resolution(note, by)
        return resolved ? apply(scriptId, { write: resolved }) : note
      }),
    remove: async (scriptId, id, now) =>
      inTransaction(db, () => {
        const note = rows.find(scriptId, id)
        if (!note) return false
        const effect = removal(threadOf(scriptId, note), id, now)
        if (effect) apply(scriptId, effect)
        return true
      }),
    removeBy: async (scriptId, origin, now) =>
      inTransaction(db, () => {
        const { remove, empty, count } = clearance(rows.threadsOf(scriptId, origin), origin)
        apply(scriptId, { remove })
        for (const id of empty)
          apply(scriptId, removal(threadOf(scriptId, rows.find(scriptId, id)!), id, now)!)
        return count
      }),
    handOver: async (scriptId, guestId, to) =>
      inTransaction(db, () => {
        requireOpen(to.uid)
        for (let note = rows.anyOf(guestId); note; note = rows.anyOf(guestId))
          apply(scriptId, { write: handedOver(note, guestId, to) })
      }),
    removeOf: async (uid) =>
      inTransaction(db, () => {
        for (let note = rows.anyOf(uid); note; note = rows.anyOf(uid)) {
          const { scriptId } = note
          for (const effect of erasure(threadOf(scriptId, note), uid)) apply(scriptId, effect)
        }
      }),
  }
}

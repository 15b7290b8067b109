import { NOTES_LIMIT } from '@andscene/contracts/limits'
import type { NoteCategory, NoteColour, NoteRange } from '@andscene/contracts/notes'
import { NOTE_ROOM, type NoteRoom } from './note-room.ts'

export type StoredNote = {
  id: string
  scriptId: string
  lineId: string
  range?: NoteRange | undefined
  quote?: string | undefined
  /** Milliseconds from the start of the line's clip. */
  atMs?: number | undefined
  /** Empty once it was deleted. */
  text: string
  colour: NoteColour
  category: NoteCategory
  /** Absent once the account was deleted. */
  authorId?: string | undefined
  /** The link of its author: a guest, or an account whose role comes from the link alone. */
  linkId?: string | undefined
  author: string
  createdAt: Date
  editedAt?: Date | undefined
  /** Deleted by a user, but answered by others: it stays, without its text. */
  deletedAt?: Date | undefined
  resolvedAt?: Date | undefined
  resolvedBy?: string | undefined
  /** The account or guest; absent once it was deleted. */
  resolverId?: string | undefined
  /** Always a note that answers none itself. */
  replyTo?: string | undefined
  /** Of the script's notes when this one changed last: no two changes of one script have the same. */
  version: number
}
export type NewNote = Omit<
  StoredNote,
  'version' | 'editedAt' | 'deletedAt' | 'resolvedAt' | 'resolvedBy' | 'resolverId' | 'authorId'
> & { authorId: string }
/** Undefined fields are unchanged. */
export type NoteChange = {
  [Field in 'text' | 'colour' | 'category']?: StoredNote[Field] | undefined
}

export type NoteChanges = {
  /** By version. */
  notes: StoredNote[]
  removed: string[]
  /**
   * The next `after`: the version of the last change in this page; `after` when nothing changed. While all notes are
   * read from the beginning and more follow, a number of the store's own.
   */
  version: number
  more: boolean
  /** Removals since `after` are not all known any more: these are the first of all notes, and the pages that follow the rest. */
  reset: boolean
}

/** Of one script; other numbers are for tests. */
export type NoteLimits = {
  room: NoteRoom
  /** Number of changes for which removals are remembered: a reader that is further behind gets all notes again. */
  history: number
}
export const NOTE_LIMITS: NoteLimits = { room: NOTE_ROOM, history: NOTES_LIMIT }

/**
 * Stores the notes of scripts. Every change has a version of its own, so that a reader can request what came after:
 * versions are seen in order, and a change as a whole. All notes are deleted with the script. Does not check
 * permissions.
 */
export interface NoteStore {
  /**
   * The latest version of a script's notes; 0 before the first, undefined when the script was deleted. Reads no note.
   */
  version(scriptId: string): Promise<number | undefined>
  /**
   * Notes and removals after `after`, at most `limit` together; each note in its present state, or in a later page.
   */
  changes(scriptId: string, after: number, limit: number): Promise<NoteChanges>
  /** All notes, by creation. */
  all(scriptId: string): Promise<StoredNote[]>
  find(scriptId: string, id: string): Promise<StoredNote | undefined>
  /**
   * Returns the stored note if its id was used before, by any author. An answer to an answer belongs to the answered
   * note. Undefined when the script or the answered note does not exist, or the note itself was removed before.
   * Throws NotesFull when the author has no room, also for concurrent additions; UNAUTHENTICATED when the author's
   * account is closed.
   */
  add(note: NewNote): Promise<StoredNote | undefined>
  /** Undefined when it does not exist, was deleted, or has another version. */
  change(
    scriptId: string,
    id: string,
    version: number,
    change: NoteChange,
    now: Date,
  ): Promise<StoredNote | undefined>
  /**
   * Undefined when it does not exist; unchanged when it has this state already. UNAUTHENTICATED when their account is
   * closed.
   */
  resolve(scriptId: string, id: string, by: Resolver | null): Promise<StoredNote | undefined>
  /**
   * Removes a note with its author's answers to it. If another user has answered, it stays without its text and is
   * removed with the last answer. False when it does not exist.
   */
  remove(scriptId: string, id: string, now: Date): Promise<boolean>
  /** Removes all notes of an author or a link, each as `remove` does. Returns how many they were. To be repeated when it failed. */
  removeBy(scriptId: string, origin: NoteOrigin, now: Date): Promise<number>
  /**
   * What a guest has written and resolved in a script becomes that of an account, under this name. To be repeated when it failed.
   * UNAUTHENTICATED when the account is closed.
   */
  handOver(scriptId: string, guestId: string, to: NewAuthor): Promise<void>
  /**
   * For a deleted account: notes that other users answered stay, as written by FORMER_COLLABORATOR, and resolved
   * notes as resolved by that; everything else is removed. Nothing of the id or name remains. Repeat it after a
   * failure.
   */
  removeOf(uid: string): Promise<void>
}

/** The author or the link. */
export type NoteOrigin = { field: 'authorId' | 'linkId'; id: string }
/** An account that a guest becomes. The notes of one that has its role by a link count to the link as before. */
export type NewAuthor = { uid: string; name: string; cameByLink: boolean }
export type Resolver = { uid: string; name: string; at: Date }

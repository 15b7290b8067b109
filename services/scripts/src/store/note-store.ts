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
  /** Absent once their account is gone. */
  authorId?: string | undefined
  /** The link that its author came by: as a guest, or as an account that has its role by the link alone. */
  linkId?: string | undefined
  author: string
  createdAt: Date
  editedAt?: Date | undefined
  /** Deleted by somebody, but answered by others: it stays, without its text. */
  deletedAt?: Date | undefined
  resolvedAt?: Date | undefined
  resolvedBy?: string | undefined
  /** Their account or guest; absent once it is gone. */
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
/** What is undefined stays as it is. */
export type NoteChange = {
  [Field in 'text' | 'colour' | 'category']?: StoredNote[Field] | undefined
}

export type NoteChanges = {
  /** By version. */
  notes: StoredNote[]
  removed: string[]
  /**
   * What to ask for next as `after`: the version of the last change that is told here; `after` when nothing changed. While
   * all are told from the beginning and there are more, a number of the store's own.
   */
  version: number
  more: boolean
  /** Removals since `after` are not all known any more: these are the first of all notes, and the pages that follow the rest. */
  reset: boolean
}

/** Of one script; other numbers are for tests. */
export type NoteLimits = {
  room: NoteRoom
  /** Changes of which it is known what they removed: whoever knows of none of these gets all notes anew. */
  history: number
}
export const NOTE_LIMITS: NoteLimits = { room: NOTE_ROOM, history: NOTES_LIMIT }

/**
 * Keeps the notes of scripts. Every change has a version of its own, so that whoever knows an earlier one asks for what
 * came after: versions are seen in their order, and a change as a whole. All of it goes with the script. Knows nothing of
 * permissions.
 */
export interface NoteStore {
  /** The latest version of a script's notes; 0 before the first, undefined when the script is gone. Reads no note. */
  version(scriptId: string): Promise<number | undefined>
  /** Notes and removals behind `after`, at most `limit` together; each note as it is by now, or as a later page has it. */
  changes(scriptId: string, after: number, limit: number): Promise<NoteChanges>
  /** All notes, by creation. */
  all(scriptId: string): Promise<StoredNote[]>
  find(scriptId: string, id: string): Promise<StoredNote | undefined>
  /**
   * Returns the note that is there when its id was used before, whoever wrote it. Answering an answer answers what that
   * answers. Undefined when the script, or the note that it answers, is gone, or the note itself was there and was removed.
   * Throws NotesFull when the author has no room, however many are added at once; UNAUTHENTICATED when the author's account is
   * closed.
   */
  add(note: NewNote): Promise<StoredNote | undefined>
  /** Undefined when it is gone, was deleted, or has another version. */
  change(
    scriptId: string,
    id: string,
    version: number,
    change: NoteChange,
    now: Date,
  ): Promise<StoredNote | undefined>
  /** Undefined when it is gone; nothing changes when it is so already. UNAUTHENTICATED when their account is closed. */
  resolve(scriptId: string, id: string, by: Resolver | null): Promise<StoredNote | undefined>
  /**
   * Removes a note with what its author has answered to it; when somebody else has answered, it stays without its text.
   * With the last answer to such a note it goes as well. False when it is gone.
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
   * Of a person whose account is deleted: what somebody else has answered stays, as written by FORMER_COLLABORATOR, and what
   * they resolved as resolved by that; everything else goes. Nothing of their id or name is left. To be repeated when it
   * failed.
   */
  removeOf(uid: string): Promise<void>
}

/** Whose notes, or by which link. */
export type NoteOrigin = { field: 'authorId' | 'linkId'; id: string }
/** An account that a guest becomes. The notes of one that has its role by a link count to the link as before. */
export type NewAuthor = { uid: string; name: string; cameByLink: boolean }
export type Resolver = { uid: string; name: string; at: Date }

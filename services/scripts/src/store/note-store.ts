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

/** The author or the link. */
export type NoteOrigin = { field: 'authorId' | 'linkId'; id: string }
/** An account that a guest becomes. The notes of one that has its role by a link count to the link as before. */
export type NewAuthor = { uid: string; name: string; cameByLink: boolean }
export type Resolver = { uid: string; name: string; at: Date }

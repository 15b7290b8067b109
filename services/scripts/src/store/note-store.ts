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
  /** Empty for a deleted note. */
  text: string
  colour: NoteColour
  category: NoteCategory
  /** Absent if the account was deleted. */
  authorId?: string | undefined
  /** The link of its author: a guest, or an account whose role comes from the link only. */
  linkId?: string | undefined
  author: string
  createdAt: Date
  editedAt?: Date | undefined
  /** Set if the note was deleted, but other users had answered it: it stays without its text. */
  deletedAt?: Date | undefined
  resolvedAt?: Date | undefined
  resolvedBy?: string | undefined
  /** The account or guest; absent if the account was deleted. */
  resolverId?: string | undefined
  /** Always a note that is not an answer itself. */
  replyTo?: string | undefined
  /** Whom the text mentions, by the name at that time; absent if there is none, and for deleted accounts. */
  mentions?: NoteMention[] | undefined
  /** Its first version; absent in notes of older releases. */
  createdVersion?: number | undefined
  /** The version of the script's notes at the last change of this note; unique per script. */
  version: number
}
export type NoteMention = { uid: string; name: string }
export type NewNote = Omit<
  StoredNote,
  | 'version'
  | 'createdVersion'
  | 'editedAt'
  | 'deletedAt'
  | 'resolvedAt'
  | 'resolvedBy'
  | 'resolverId'
  | 'authorId'
> & { authorId: string }
/** Undefined fields are unchanged. */
export type NoteChange = {
  [Field in 'text' | 'colour' | 'category' | 'mentions']?: StoredNote[Field] | undefined
}

export type NoteChanges = {
  /** Ordered by version. */
  notes: StoredNote[]
  removed: string[]
  /**
   * The next `after`: the version of the last change in this page; `after` if nothing changed. While all notes are read
   * from the beginning and more pages follow, an opaque position.
   */
  version: number
  more: boolean
  /** Not all removals since `after` are known any more: this page starts with the first of all notes. */
  reset: boolean
}

/** Limits per script; tests pass other numbers. */
export type NoteLimits = {
  room: NoteRoom
  /** Number of changes for which removals are stored: a reader that is further behind gets all notes again. */
  history: number
}
export const NOTE_LIMITS: NoteLimits = { room: NOTE_ROOM, history: NOTES_LIMIT }

/** The author or the link. */
export type NoteOrigin = { field: 'authorId' | 'linkId'; id: string }
/** The account that a guest becomes. If it has its role by a link, the notes still count toward the link. */
export type NewAuthor = { uid: string; name: string; cameByLink: boolean }
export type Resolver = { uid: string; name: string; at: Date }

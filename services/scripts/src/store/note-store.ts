import type { NoteCategory, NoteColour, NoteRange } from '@andscene/contracts/notes'

export type StoredNote = {
  id: string
  scriptId: string
  lineId: string
  range?: NoteRange | undefined
  quote?: string | undefined
  /** Empty once it was deleted. */
  text: string
  colour: NoteColour
  category: NoteCategory
  /** Absent once their account is gone. */
  authorId?: string | undefined
  author: string
  createdAt: Date
  editedAt?: Date | undefined
  /** Deleted by somebody, but answered by others: it stays, without its text. */
  deletedAt?: Date | undefined
  resolvedAt?: Date | undefined
  resolvedBy?: string | undefined
  /** Always a note that answers none itself. */
  replyTo?: string | undefined
  /** Of the script's notes when this one changed last: no two changes of one script have the same. */
  version: number
}
export type NewNote = Omit<StoredNote, 'version' | 'editedAt' | 'deletedAt' | 'resolvedAt' | 'resolvedBy'>
export type NoteChange = Partial<Pick<StoredNote, 'text' | 'colour' | 'category'>>

export type NoteChanges = {
  /** By version. */
  notes: StoredNote[]
  removed: string[]
  /** Of the last one that is told here; `after` when nothing changed. */
  version: number
  more: boolean
  /** Removals since `after` are not all known any more: these are all notes from the beginning. */
  reset: boolean
}

/** The script has as many notes as one may have. */
export class NotesFull extends Error {
  override readonly name = 'NotesFull'
}

/**
 * Keeps the notes of scripts. Every change has a version of its own, so that whoever knows an earlier one asks for what
 * came after. All of it goes with the script. Knows nothing of permissions.
 */
export interface NoteStore {
  /** The latest version of a script's notes; 0 before the first, undefined when the script is gone. Reads no note. */
  version(scriptId: string): Promise<number | undefined>
  /** Notes and removals behind `after`, at most `limit` together. */
  changes(scriptId: string, after: number, limit: number): Promise<NoteChanges>
  /** All notes, by creation. */
  all(scriptId: string): Promise<StoredNote[]>
  find(scriptId: string, id: string): Promise<StoredNote | undefined>
  /**
   * Returns the note that is there when its id was used before. Undefined when the script, or the note that it answers, is
   * gone. Throws NotesFull beyond NOTES_LIMIT, however many are added at once.
   */
  add(note: NewNote): Promise<StoredNote | undefined>
  /** Undefined when it is gone or has another version. */
  change(scriptId: string, id: string, version: number, change: NoteChange, now: Date): Promise<StoredNote | undefined>
  /** Undefined when it is gone; nothing changes when it is so already. */
  resolve(scriptId: string, id: string, by: { name: string; at: Date } | null): Promise<StoredNote | undefined>
  /** Removes it, or, when it was answered, its text. False when it is gone. */
  remove(scriptId: string, id: string, now: Date): Promise<boolean>
  /**
   * Of a person whose account is deleted, in the scripts of others: what somebody else has answered stays, as written by
   * FORMER_COLLABORATOR; everything else goes. Nothing of their id or name is left.
   */
  removeOf(uid: string): Promise<void>
}

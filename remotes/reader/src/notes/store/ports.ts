import type { ChangeNoteBody, CreateNoteBody, Note, NotesPage } from '@andscene/contracts/notes'

/** What the notes of a script need from the world; injected, so that every fault can be tried without waiting. */

/** The backend's routes for the notes of one script. Each rejects with ApiError. */
export type NotesServer = {
  list(after: number): Promise<NotesPage>
  create(body: CreateNoteBody): Promise<Note>
  change(noteId: string, body: ChangeNoteBody): Promise<Note>
  resolve(noteId: string, resolved: boolean): Promise<Note>
  remove(noteId: string): Promise<void>
  /** All notes by the author of this one, or from the link that they came by; resolves with how many they were. */
  removeLike(noteId: string, of: NotesOf): Promise<number>
}
export type NotesOf = 'author' | 'link'

/** Entries on the device, one key each, so that tabs which write at the same time do not overwrite each other. */
export type KeptEntries = {
  list(prefix: string): (readonly [key: string, value: string])[]
  /** False when it is kept in this tab only: storage is blocked or full. */
  write(key: string, value: string): boolean
  remove(key: string): void
  /** Calls the listener when another tab has changed such an entry. Returns the unsubscriber. */
  watch(prefix: string, listener: () => void): () => void
}

/** Runs the work while no other tab of this device runs work of that name. */
export type Exclusive = (name: string, work: () => Promise<void>) => Promise<void>

/** Announces changes: the present version of the notes, or undefined when there may be changes. */
export type NotesNews = (listener: (version: number | undefined) => void) => () => void

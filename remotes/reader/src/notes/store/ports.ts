import type {
  ChangeNoteBody,
  CreateNoteBody,
  Note,
  NotePerson,
  NotesPage,
  SeenNotes,
} from '@andscene/contracts/notes'

/** Dependencies of the notes store, injected so that tests can simulate failures without waiting. */

/** The backend's routes for the notes of one script. All reject with ApiError. */
export type NotesServer = {
  list(after: number): Promise<NotesPage>
  /** The people whom a note can mention. */
  people(): Promise<readonly NotePerson[]>
  /** Adds to what the user has seen. */
  see(seen: SeenNotes): Promise<void>
  create(body: CreateNoteBody): Promise<Note>
  change(noteId: string, body: ChangeNoteBody): Promise<Note>
  resolve(noteId: string, resolved: boolean): Promise<Note>
  remove(noteId: string): Promise<void>
  /** Deletes all notes by the author of this one, or from the link they used; resolves with the number deleted. */
  removeLike(noteId: string, of: NotesOf): Promise<number>
}
export type NotesOf = 'author' | 'link'

/** Entries stored on the device, one key each, so that tabs writing at the same time do not overwrite each other. */
export type KeptEntries = {
  list(prefix: string): (readonly [key: string, value: string])[]
  /** Returns false if the entry is only in this tab, because storage is blocked or full. */
  write(key: string, value: string): boolean
  remove(key: string): void
  /** Calls the listener when another tab changes an entry with this prefix. Returns the unsubscriber. */
  watch(prefix: string, listener: () => void): () => void
}

/** Runs the work under a lock of this name, shared by all tabs of the device. */
export type Exclusive = (name: string, work: () => Promise<void>) => Promise<void>

/** Notifies of changes with the current version of the notes, or with undefined if there may be changes. */
export type NotesNews = (listener: (version: number | undefined) => void) => () => void

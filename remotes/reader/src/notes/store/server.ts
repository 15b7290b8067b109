import {
  changeNote,
  createNote,
  deleteNote,
  deleteNotesOfAuthor,
  deleteNotesOfLink,
  listNotePeople,
  listNotes,
  markNotesSeen,
  resolveNote,
} from '@andscene/contracts/routes/notes'
import { call, ApiError } from '@andscene/web-kit/api-client'
import type { NotesServer } from './ports.ts'
import type { RoutePresent } from '@andscene/contracts/define-route'
import { isTransient } from '@andscene/web-kit/retries'

export const notesServer = (id: string): NotesServer => ({
  list: async (after) => (await call(listNotes, { params: { id }, query: { after } })).data,
  people: async () => (await call(listNotePeople, { params: { id } })).data.people,
  see: async (body) => void (await call(markNotesSeen, { params: { id }, body })),
  create: async (body) => (await call(createNote, { params: { id }, body })).data.note,
  change: async (noteId, body) => (await call(changeNote, { params: { id, noteId }, body })).data.note,
  resolve: async (noteId, resolved) =>
    (await call(resolveNote, { params: { id, noteId }, body: { resolved } })).data.note,
  removeLike: async (noteId, of) =>
    (await call(of === 'link' ? deleteNotesOfLink : deleteNotesOfAuthor, { params: { id, noteId } })).data
      .deleted,
  remove: async (noteId) => void (await call(deleteNote, { params: { id, noteId } })),
})

/** `again`: a retry may succeed, or the session has expired; the change is kept and sent again. */
export function verdictOf(error: unknown): 'again' | 'conflict' | 'missing' | 'refused' {
  if (!(error instanceof ApiError)) return 'again'
  if (isTransient(error) || error.status === 0 || error.status === 401) return 'again'
  if (error.status === 409) return 'conflict'
  return error.status === 404 ? 'missing' : 'refused'
}

/** The current note, if the error contains it; a shell one release older does not parse it. */
export const presentOf = (error: unknown) =>
  error instanceof ApiError ? (error.present as RoutePresent<typeof changeNote> | undefined) : undefined

import {
  changeNote,
  createNote,
  deleteNote,
  deleteNotesOfAuthor,
  deleteNotesOfLink,
  listNotes,
  resolveNote,
} from '@andscene/contracts/routes/notes'
import { call } from '@andscene/web-kit/api-client'
import type { NotesServer } from './ports.ts'

/** The backend's routes for the notes of one script. */
export const notesServer = (id: string): NotesServer => ({
  list: async (after) => (await call(listNotes, { params: { id }, query: { after } })).data,
  create: async (body) => (await call(createNote, { params: { id }, body })).data.note,
  change: async (noteId, body) => (await call(changeNote, { params: { id, noteId }, body })).data.note,
  resolve: async (noteId, resolved) =>
    (await call(resolveNote, { params: { id, noteId }, body: { resolved } })).data.note,
  removeLike: async (noteId, of) =>
    (await call(of === 'link' ? deleteNotesOfLink : deleteNotesOfAuthor, { params: { id, noteId } })).data
      .deleted,
  remove: async (noteId) => void (await call(deleteNote, { params: { id, noteId } })),
})

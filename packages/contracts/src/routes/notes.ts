import { defineRoute } from '../define-route.ts'
import { Done } from '../schema/envelope.ts'
import {
  ChangeNoteBody,
  CreateNoteBody,
  DeletedNotesResponse,
  Note,
  NoteParams,
  NotePeopleResponse,
  NoteResponse,
  NotesQuery,
  NotesResponse,
  ResolveNoteBody,
  ScriptFileQuery,
  SeenNotes,
} from '../notes.ts'
import { ScriptParams } from '../script.ts'

const mayNote = { service: 'scripts', access: 'guest', right: 'note' } as const
const mayShare = { service: 'scripts', access: 'user', right: 'share' } as const

export const listNotes = defineRoute({
  id: 'listNotes',
  endpoint: 'GET /api/scripts/:id/notes',
  ...mayNote,
  summary: 'List the notes of a script, or their changes since a version',
  params: ScriptParams,
  query: NotesQuery,
  response: NotesResponse,
})

/** Owner and collaborators who may read notes, without the caller; for a guest, only the owner. */
export const listNotePeople = defineRoute({
  id: 'listNotePeople',
  endpoint: 'GET /api/scripts/:id/notes/people',
  ...mayNote,
  summary: 'List the people whom a note can mention',
  params: ScriptParams,
  response: NotePeopleResponse,
})

/** Only adds to what was seen before, so that requests may arrive in any order. */
export const markNotesSeen = defineRoute({
  id: 'markNotesSeen',
  endpoint: 'PUT /api/scripts/:id/notes/seen',
  service: 'scripts',
  access: 'user',
  right: 'note',
  summary: 'Mark notes of a script as seen',
  params: ScriptParams,
  body: SeenNotes,
  response: Done,
})

/** A retry with the same id responds with the existing note. */
export const createNote = defineRoute({
  id: 'createNote',
  endpoint: 'POST /api/scripts/:id/notes',
  ...mayNote,
  summary: 'Create a note on a line, or a reply',
  params: ScriptParams,
  body: CreateNoteBody,
  response: NoteResponse,
  errors: ['CONFLICT'],
  limits: { countsAs: 'notes' },
})

export const changeNote = defineRoute({
  id: 'changeNote',
  endpoint: 'PATCH /api/scripts/:id/notes/:noteId',
  ...mayNote,
  summary: 'Edit an own note',
  params: NoteParams,
  body: ChangeNoteBody,
  response: NoteResponse,
  errors: ['CONFLICT'],
  limits: { countsAs: 'notes' },
  present: Note,
})

export const resolveNote = defineRoute({
  id: 'resolveNote',
  endpoint: 'PUT /api/scripts/:id/notes/:noteId/resolved',
  ...mayNote,
  summary: 'Resolve or reopen a note',
  params: NoteParams,
  body: ResolveNoteBody,
  response: NoteResponse,
  limits: { countsAs: 'notes' },
})

export const deleteNote = defineRoute({
  id: 'deleteNote',
  endpoint: 'DELETE /api/scripts/:id/notes/:noteId',
  ...mayNote,
  summary: 'Delete an own note, or any note of an own script',
  params: NoteParams,
  response: Done,
})

/** Deletes each like a single note: one with replies stays, without its text. */
export const deleteNotesOfAuthor = defineRoute({
  id: 'deleteNotesOfAuthor',
  endpoint: 'DELETE /api/scripts/:id/notes/:noteId/author/notes',
  ...mayShare,
  summary: 'Delete all notes by the author of a note',
  params: NoteParams,
  response: DeletedNotesResponse,
})

export const deleteNotesOfLink = defineRoute({
  id: 'deleteNotesOfLink',
  endpoint: 'DELETE /api/scripts/:id/notes/:noteId/link/notes',
  ...mayShare,
  summary: 'Delete all notes by guests of the link that the author of a note used',
  params: NoteParams,
  response: DeletedNotesResponse,
})

export const followScript = defineRoute({
  id: 'followScript',
  endpoint: 'GET /api/scripts/:id/events',
  service: 'scripts',
  access: 'guest',
  right: 'listen',
  summary: 'Stream changes of the role and notes as server-sent events',
  params: ScriptParams,
  response: { kind: 'events' },
})

export const downloadScript = defineRoute({
  id: 'downloadScript',
  endpoint: 'GET /api/scripts/:id/file',
  service: 'scripts',
  access: 'user',
  right: 'cast',
  summary: 'Download the Final Draft file with the notes',
  params: ScriptParams,
  query: ScriptFileQuery,
  response: { kind: 'download', type: 'application/xml' },
  errors: ['UNPARSABLE_SCRIPT', 'CONFLICT'],
})

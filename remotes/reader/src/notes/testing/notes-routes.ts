import type { Note } from '@andscene/contracts/notes'
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
import { ApiError } from '@andscene/web-kit/api-client'
import { stub } from '@andscene/web-kit/testing/stub'
import { HttpResponse } from 'msw'
import { server } from '../../testing/reader-page.tsx'
import { createFakeServer } from './notes-world.ts'

export type NotesBackend = ReturnType<typeof createFakeServer>

/** Returns the result as a response, or the error if it rejects. */
async function answer(data: Promise<object | void>): Promise<Response> {
  try {
    return HttpResponse.json({ success: true, data: await data })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) return HttpResponse.error()
    const { message, code, status, present } = error
    return HttpResponse.json({ success: false, error: message, code, requestId: 'r', present }, { status })
  }
}
const answerNote = (note: Promise<Note>) => answer(note.then((one) => ({ note: one })))

/** The notes routes of a backend whose state a test can inspect. */
export function serveNotes(): NotesBackend {
  const fake = createFakeServer()
  const { server: backend } = fake
  const removed = (noteId: string, of: 'author' | 'link') =>
    answer(backend.removeLike(noteId, of).then((deleted) => ({ deleted })))
  server.use(
    stub(listNotes, ({ query }) => answer(backend.list(Number(query.get('after') ?? 0)))),
    stub(listNotePeople, () => answer(backend.people().then((people) => ({ people })))),
    stub(markNotesSeen, ({ body }) => answer(backend.see(body))),
    stub(createNote, ({ body }) => answerNote(backend.create(body))),
    stub(changeNote, ({ params, body }) => answerNote(backend.change(params.noteId, body))),
    stub(resolveNote, ({ params, body }) => answerNote(backend.resolve(params.noteId, body.resolved))),
    stub(deleteNotesOfAuthor, ({ params }) => removed(params.noteId, 'author')),
    stub(deleteNotesOfLink, ({ params }) => removed(params.noteId, 'link')),
    stub(deleteNote, ({ params }) => answer(backend.remove(params.noteId))),
  )
  return fake
}

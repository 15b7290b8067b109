import type { ChangeNoteBody, CreateNoteBody, Note } from '@andscene/contracts/notes'
import { ApiError } from '@andscene/web-kit/api-client'
import { http, HttpResponse } from 'msw'
import { API, server } from '../../testing/reader-page.tsx'
import { createFakeServer } from './notes-world.ts'

export type NotesBackend = ReturnType<typeof createFakeServer>

const noteIn = async (note: Promise<Note>) => ({ data: { note: await note } })

/** What the backend responds with, or its refusal. */
async function answer(work: () => Promise<object | void>) {
  try {
    return HttpResponse.json({ success: true, ...(await work()) })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 0) return HttpResponse.error()
    const { message, code, status, present } = error
    return HttpResponse.json({ success: false, error: message, code, requestId: 'r', present }, { status })
  }
}

/** The routes of notes, of a backend that a test looks into. */
export function serveNotes(): NotesBackend {
  const backend = createFakeServer()
  const notes = `${API}/scripts/:id/notes`
  server.use(
    http.get(notes, ({ request }) =>
      answer(async () => ({
        data: await backend.server.list(Number(new URL(request.url).searchParams.get('after') ?? 0)),
      })),
    ),
    http.post(notes, ({ request }) =>
      answer(async () => noteIn(backend.server.create((await request.json()) as CreateNoteBody))),
    ),
    http.patch(`${notes}/:noteId`, ({ request, params }) =>
      answer(async () =>
        noteIn(backend.server.change(String(params['noteId']), (await request.json()) as ChangeNoteBody)),
      ),
    ),
    http.put(`${notes}/:noteId/resolved`, ({ request, params }) =>
      answer(async () => {
        const { resolved } = (await request.json()) as { resolved: boolean }
        return noteIn(backend.server.resolve(String(params['noteId']), resolved))
      }),
    ),
    ...(['author', 'link'] as const).map((of) =>
      http.delete(`${notes}/:noteId/${of}/notes`, ({ params }) =>
        answer(async () => ({
          data: { deleted: await backend.server.removeLike(String(params['noteId']), of) },
        })),
      ),
    ),
    http.delete(`${notes}/:noteId`, ({ params }) =>
      answer(() => backend.server.remove(String(params['noteId']))),
    ),
  )
  return backend
}

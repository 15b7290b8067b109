import { payerOf } from '@andscene/contracts/sharing/payer'
import { downloadScript } from '@andscene/contracts/routes/notes'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound, unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { InFlight, overloaded, untilSent } from '@andscene/service-kit/http/in-flight'
import { create as contentDisposition } from 'content-disposition'
import type { Context } from '../context.ts'
import type { ScriptAnnotator } from '../parse/file-threads.ts'
import { decompressFile } from './script-file.ts'

const NOT_KEPT =
  'The file of this script was not stored, because it was uploaded to an older release. Upload it again.'

/** Concurrent downloads of one user, and in total: each is in memory until it has been sent. */
const AT_A_TIME = 2
const ALL_AT_A_TIME = 32

export const createDownloads = (annotator: ScriptAnnotator) => ({
  annotator,
  ofPerson: new InFlight({ name: 'downloads_in_flight', limit: AT_A_TIME }),
  all: new InFlight({ name: 'downloads_in_flight_total', limit: ALL_AT_A_TIME, refusal: overloaded }),
})
export type Downloads = ReturnType<typeof createDownloads>

/** Responds with the uploaded file, unchanged but for the notes that are written into it (product §13). */
export function downloadRoute(app: App, { stores, access, downloads }: Context): void {
  implement(app, downloadScript, async (request, reply) => {
    untilSent(reply.raw, downloads.ofPerson.enter(payerOf(request.person)))
    untilSent(reply.raw, downloads.all.enter('everybody'))
    const gone = new AbortController()
    untilSent(reply.raw, () => gone.abort(unavailable('The download was cancelled.')))
    const { id, title, ownerId } = await access.script(downloadScript, request, ['title'])
    const readFile = async () => {
      const kept = await stores.scripts.findFile(id)
      if (!kept) throw new HttpError('CONFLICT', NOT_KEPT)
      return decompressFile(kept)
    }
    const readTask = async (openOnly: boolean) => {
      const [bytes, lines, notes] = await Promise.all([
        readFile(),
        stores.scripts.findLines(id),
        stores.notes.all(id),
      ])
      if (lines === undefined) throw notFound('Script')
      const names = await stores.profiles.names(notes.flatMap(({ authorId = [] }) => authorId))
      const named = notes.map((note) => ({
        ...note,
        author: (note.authorId !== undefined && names.get(note.authorId)) || note.author,
      }))
      return { bytes, lines, notes: named, ownerId, openOnly }
    }
    const { notes: wanted } = request.query
    const bytes =
      wanted === 'none'
        ? await readFile()
        : await downloads.annotator.annotate(() => readTask(wanted === 'open'), gone.signal)
    reply
      .type('application/xml')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', contentDisposition(`${title}.fdx`))
    return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  })
}

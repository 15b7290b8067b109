import { downloadScript } from '@andscene/contracts/routes/notes'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound, unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { InFlight, overloaded, untilSent } from '@andscene/service-kit/in-flight'
import { create as contentDisposition } from 'content-disposition'
import type { Context } from '../context.ts'
import type { ScriptAnnotator } from '../parse/script-annotator.ts'
import type { StoredNote } from '../store/note-store.ts'
import { notesInFile } from './notes-in-file.ts'
import { decompressFile } from './script-file.ts'

const NOT_KEPT =
  'The file of this script was not kept, because an older release took it in. Please upload it again.'

/** Downloads at a time of one person, and of everybody: each is in memory until it has been sent. */
const AT_A_TIME = 2
const ALL_AT_A_TIME = 32

export const createDownloads = (annotator: ScriptAnnotator) => ({
  annotator,
  ofPerson: new InFlight({ name: 'downloads_in_flight', limit: AT_A_TIME }),
  all: new InFlight({ name: 'downloads_in_flight_total', limit: ALL_AT_A_TIME, refusal: overloaded }),
})
export type Downloads = ReturnType<typeof createDownloads>

/** The uploaded file, byte for byte but for the notes in it (product §13). */
export function downloadRoute(app: App, { stores, access, readLines, downloads }: Context): void {
  implement(app, downloadScript, async (request, reply) => {
    untilSent(reply.raw, downloads.ofPerson.enter(request.uid))
    untilSent(reply.raw, downloads.all.enter('everybody'))
    const gone = new AbortController()
    untilSent(reply.raw, () => gone.abort(unavailable('The download was given up.')))
    const { id, title, ownerId, role } = await access.script(downloadScript, request, ['title'])
    const kept = await stores.scripts.findFile(id)
    if (!kept) throw new HttpError('CONFLICT', NOT_KEPT)
    const read = () => decompressFile(kept)
    reply
      .type('application/xml')
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .header('content-disposition', contentDisposition(`${title}.fdx`))
    const { notes: wanted } = request.query
    if (wanted === 'none') return reply.send(await read())
    const [notes, lines] = await Promise.all([stores.notes.all(id), readLines(id, role)])
    if (!lines) throw notFound('Script')
    const inFile = notesInFile(
      notes,
      { lines: lines.lines, ownerId },
      wanted === 'open' ? isUnresolved : isAny,
    )
    const annotated = await downloads.annotator.annotate(read, inFile, gone.signal)
    return reply.send(Buffer.from(annotated.buffer, annotated.byteOffset, annotated.byteLength))
  })
}

const isUnresolved = ({ resolvedAt }: StoredNote) => resolvedAt === undefined
const isAny = () => true

import { downloadScript } from '@andscene/contracts/routes/notes'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { create as contentDisposition } from 'content-disposition'
import type { Context } from '../context.ts'
import type { StoredNote } from '../store/note-store.ts'
import { notesInFile } from './notes-in-file.ts'
import { decompressFile } from './script-file.ts'

const NOT_KEPT =
  'The file of this script was not kept, because an older release took it in. Please upload it again.'

/** The uploaded file, byte for byte but for the notes in it (product §13). */
export function downloadRoute(app: App, { stores, access, readLines, parser }: Context): void {
  implement(app, downloadScript, async (request, reply) => {
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
    const annotated = await parser.annotate(read, inFile)
    return reply.send(Buffer.from(annotated.buffer, annotated.byteOffset, annotated.byteLength))
  })
}

const isUnresolved = ({ resolvedAt }: StoredNote) => resolvedAt === undefined
const isAny = () => true

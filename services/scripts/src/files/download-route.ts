import type { Person } from '@andscene/contracts/internal'
import { payerOf } from '@andscene/contracts/sharing/payer'
import { downloadDraft } from '@andscene/contracts/routes/drafts'
import { downloadScript } from '@andscene/contracts/routes/notes'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound, unavailable } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
import { InFlight, overloaded, untilSent } from '@andscene/service-kit/http/in-flight'
import { create as contentDisposition } from 'content-disposition'
import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import type { ScriptAnnotator } from '../parse/file-threads.ts'
import { cutLines } from './cut-lines.ts'
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
  const enter = (person: Person, reply: FastifyReply) => {
    untilSent(reply.raw, downloads.ofPerson.enter(payerOf(person)))
    untilSent(reply.raw, downloads.all.enter('everybody'))
  }
  const readFileOf = async (id: string, draft: number) => {
    const kept = await stores.scripts.findFile(id, draft)
    if (!kept) throw new HttpError('CONFLICT', NOT_KEPT)
    return decompressFile(kept)
  }

  implement(app, downloadDraft, async (request, reply) => {
    enter(request.person, reply)
    const { id, title, drafts } = await access.script(downloadDraft, request, ['title', 'drafts'])
    const draft = drafts.find(({ number }) => number === request.params.draft)
    if (!draft) throw notFound('Draft')
    return sendFile(reply, `${title} - ${draft.name}`, await readFileOf(id, draft.number))
  })

  implement(app, downloadScript, async (request, reply) => {
    enter(request.person, reply)
    const gone = new AbortController()
    untilSent(reply.raw, () => gone.abort(unavailable('The download was cancelled.')))
    const script = await access.script(downloadScript, request, ['title', 'draft', 'drafts'])
    const { id, title, ownerId, draft, drafts } = script
    const readFile = () => readFileOf(id, draft.number)
    const readTask = async (openOnly: boolean) => {
      const [bytes, lines, notes] = await Promise.all([
        readFile(),
        stores.scripts.findLines(id, draft.number),
        stores.notes.all(id),
      ])
      if (lines === undefined) throw notFound('Script')
      const names = await stores.profiles.names(notes.flatMap(({ authorId = [] }) => authorId))
      const named = notes.map((note) => ({
        ...note,
        author: (note.authorId !== undefined && names.get(note.authorId)) || note.author,
      }))
      const lineIds = notes.map(({ lineId }) => lineId)
      const cut = await cutLines(stores.scripts, { id, number: draft.number, drafts }, lineIds)
      return { bytes, lines, notes: named, cut, ownerId, openOnly }
    }
    const { notes: wanted } = request.query
    const bytes =
      wanted === 'none'
        ? await readFile()
        : await downloads.annotator.annotate(() => readTask(wanted === 'open'), gone.signal)
    return sendFile(reply, title, bytes)
  })
}

const sendFile = (reply: FastifyReply, name: string, bytes: Uint8Array) =>
  reply
    .type('application/xml')
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', contentDisposition(`${name}.fdx`))
    .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))

import multipart from '@fastify/multipart'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import type { FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { scriptResponse } from '../library/script-response.ts'
import { DocumentTooLarge, LibraryFull, type NewScript, type ScriptHead } from '../store/script-store.ts'
import { assertRoom, libraryFull } from './library-limits.ts'
import { FORM_OPTIONS, readUpload, type UploadedFile } from './read-upload.ts'

/** How many uploads one process takes at a time; what is over is told to come again. */
export type UploadSlots = {
  /** Whose bodies arrive, on disk. */
  arriving: number
  /** Whose files are in memory, parsed and stored. */
  parsing: number
  /** Whose files wait on disk to be parsed. */
  waiting: number
}
export const UPLOAD_SLOTS: UploadSlots = { arriving: 64, parsing: 4, waiting: 30 }

/** Longest wait for a turn to be parsed. */
export const TURN_LIMIT_MS = 20_000
/** When there is no room for an upload, seconds until it may be tried again. */
const BUSY_RETRY_S = 5

/** Printable, so that it can be logged. */
const KEY_FORM = /^[\x21-\x7e]{1,200}$/

/**
 * Upload of one Final Draft file (product §5, §7). With an Idempotency-Key the same upload sent again answers the same
 * script, and another file under that key is refused.
 */
export async function uploadRoute(app: App, context: Context): Promise<void> {
  await app.register(multipart, FORM_OPTIONS)
  app.post('/api/scripts/upload', { onRequest: app.requirePerson }, async (request, reply) => {
    try {
      const answer = await upload(request, context)
      context.metrics.uploads.inc({ outcome: 'stored' })
      return reply.type('application/json').send(answer)
    } catch (error) {
      context.metrics.uploads.inc({ outcome: error instanceof HttpError ? error.code : 'INTERNAL' })
      // What is left of a body that was not read to its end must not be taken for the next request.
      if (!request.raw.readableEnded) reply.header('connection', 'close')
      throw error
    }
  })
}

async function upload(request: FastifyRequest, context: Context): Promise<string> {
  const { store } = context
  const key = readKey(request.headers['idempotency-key'])
  const file = await arrival(request, context)
  try {
    const earlier = key === undefined ? undefined : await store.findUpload(request.uid, key)
    if (earlier) return await inTurn(context, () => sameUpload(earlier, file.fileHash, context))
    assertRoom(await store.usage(request.uid), context.library)
    return await inTurn(context, () => keep(request.uid, key, file, context))
  } finally {
    await file.close()
  }
}

/** Takes the body in. Slow ones are many at once, but none of them is in memory. */
async function arrival(request: FastifyRequest, context: Context): Promise<UploadedFile> {
  const release = await context.uploads.arriving.take()
  if (!release) throw busy()
  try {
    return await readUpload(request, context.uploadLimits, context.giveUp, context.spoolFolder)
  } finally {
    release()
  }
}

/** Runs `work` when it is its turn, so that only so many scripts are in memory at a time. */
async function inTurn<T>({ uploads, clock }: Context, work: () => Promise<T>): Promise<T> {
  const patience = new AbortController()
  const calm = clock.after(TURN_LIMIT_MS, () => patience.abort())
  const release = await uploads.turns.take(patience.signal).finally(calm)
  if (!release) throw busy()
  try {
    return await work()
  } finally {
    release()
  }
}

const busy = () =>
  new HttpError('UNAVAILABLE', 'Many scripts are being uploaded right now. Please try again.', {
    retryAfter: BUSY_RETRY_S,
  })

/** Parses and stores the file; returns the answer. */
async function keep(
  ownerId: string,
  key: string | undefined,
  file: UploadedFile,
  context: Context,
): Promise<string> {
  const { store } = context
  const script = await parse(file, context)
  const head: ScriptHead = {
    id: randomUUID(),
    ownerId,
    uploadedAt: context.clock.now(),
    casting: { characterAssignments: {} },
    castingVersion: 0,
    ...script,
  }
  const origin = { key, fileHash: file.fileHash }
  const stored = await insert({ ...head, lines: script.lines, upload: origin }, context)
  if (stored.created) return scriptResponse(head, script.lines)
  // The same key came in twice at once, and the other request was first.
  const first = await store.findUpload(ownerId, key!)
  if (!first) throw new HttpError('CONFLICT', 'This script was uploaded and deleted in the meantime')
  return sameUpload(first, file.fileHash, context)
}

function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !KEY_FORM.test(header)) throw invalid('The Idempotency-Key is not valid')
  return header
}

async function parse(file: UploadedFile, { parser, metrics }: Context) {
  const stop = metrics.parseSeconds.startTimer()
  const parsed = await parser.parse(await file.read(), file.fileName)
  const { lines, title, pages, lineCount, characters } = parsed
  stop()
  return { lines, title, pages, lineCount, characters }
}

async function insert(script: NewScript, { store, library }: Context) {
  try {
    return await store.insert(script, library)
  } catch (error) {
    if (error instanceof LibraryFull) throw libraryFull(error.reason, library)
    if (!(error instanceof DocumentTooLarge)) throw error
    const sentence = 'This script is too long to be kept; please split it and upload its parts'
    throw new HttpError('TOO_LARGE', sentence, { cause: error })
  }
}

async function sameUpload(
  earlier: { id: string; fileHash: string },
  fileHash: string,
  { store, readLines }: Context,
): Promise<string> {
  if (earlier.fileHash !== fileHash)
    throw new HttpError('CONFLICT', 'This Idempotency-Key was used for another file')
  const [head, lines] = await Promise.all([store.find(earlier.id), readLines(earlier.id)])
  if (!head || !lines) throw notFound('Script')
  return scriptResponse(head, lines.json)
}

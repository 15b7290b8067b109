import multipart from '@fastify/multipart'
import { cancelUpload, uploadScript } from '@andscene/contracts/routes/scripts'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement, type RouteRequest } from '@andscene/service-kit/implement'
import { randomUUID } from 'node:crypto'
import { jsonWithAudioCache } from '../cache/audio-cache.ts'
import type { Context } from '../context.ts'
import {
  ITEM_FIELDS,
  itemResponse,
  scriptResponse,
  wantsMinimal,
  WHOLE_FIELDS,
} from '../library/script-response.ts'
import { compressFile } from '../files/script-file.ts'
import { DocumentTooLarge, LibraryFull, UploadCancelled } from '../store/library.ts'
import type { NewScript } from '../store/script-store.ts'
import { FORM_OPTIONS, readUpload, type UploadedFile } from './read-upload.ts'
import { assertRoom, busy, libraryFull, type UploadKey } from './upload-limits.ts'

/** Longest wait for a parsing slot. */
export const WAIT_LIMIT_MS = 20_000
/** The uploader's role. */
const OWNER = 'owner' as const

/**
 * Upload of one Final Draft file (product §5, §7). A repeated upload with the same Idempotency-Key gets the same
 * script; another file with that key is rejected.
 */
export async function uploadRoute(app: App, context: Context): Promise<void> {
  // No other content type is parsed here, so that Fastify rejects them.
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    await scope.register(multipart, FORM_OPTIONS)
    uploadFormRoute(scope as App, context)
  })

  implement(app, cancelUpload, async ({ uid, body, id: requestId }) => {
    const { stores, clock, outbox } = context
    if (await stores.scripts.cancelUpload(uid, body.key, requestId, clock.now())) outbox.wake()
    return {}
  })
}

function uploadFormRoute(app: App, context: Context): void {
  implement(app, uploadScript, async (request, reply) => {
    const gone = new AbortController()
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort(cancelled())
    })
    try {
      const origin = {
        ownerId: request.uid,
        key: request.headers['idempotency-key'],
        minimal: wantsMinimal(request),
        requestId: request.id,
        gone: gone.signal,
      }
      const response = await context.uploads.running.during(origin, () => upload(request, origin, context))
      context.metrics.uploads.inc({ outcome: 'stored' })
      return response
    } catch (error) {
      context.metrics.uploads.inc({ outcome: error instanceof HttpError ? error.code : 'INTERNAL' })
      // The rest of an unread body must not be parsed as the next request.
      if (!request.raw.readableEnded) reply.header('connection', 'close')
      throw error
    }
  })
}

/** The client has disconnected or cancelled the upload: nothing is stored. This error is only logged. */
const cancelled = () => new HttpError('CONFLICT', 'This upload was cancelled')

async function upload(
  request: RouteRequest<typeof uploadScript>,
  origin: Origin,
  context: Context,
): Promise<string> {
  const { stores, uploads } = context
  // Many slow uploads may arrive concurrently, because their data is on disk.
  const file = await uploads.arriving.run(() => readUpload(request, context.giveUp, context.spoolFolder))
  try {
    const earlier =
      origin.key === undefined ? undefined : await stores.scripts.findUpload(request.uid, origin.key)
    if (earlier)
      return await inSlot(context, origin.gone, () => sameUpload(earlier, file.fileHash, origin, context))
    assertRoom(await stores.scripts.usage(request.uid), context.library)
    return await inSlot(context, origin.gone, () => keep(origin, file, context))
  } finally {
    await file.close()
  }
}

/** Runs `work` when a slot is free, so that the number of scripts in memory is limited. */
function inSlot<T>({ uploads, clock }: Context, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
  const giveUp = new AbortController()
  const stop = clock.after(WAIT_LIMIT_MS, () => giveUp.abort(busy()))
  const leave = () => giveUp.abort(gone.reason)
  gone.addEventListener('abort', leave)
  if (gone.aborted) leave()
  const begin = () => {
    stop()
    // From here on `work` checks `giveUp` itself: a slot must stay taken until its memory is free.
    gone.removeEventListener('abort', leave)
    return work()
  }
  return uploads.parsing.run(begin, giveUp.signal).finally(() => {
    stop()
    gone.removeEventListener('abort', leave)
  })
}

type Origin = UploadKey & {
  /** The client accepts a response without lines. */
  minimal: boolean
  requestId: string
  /** Aborts if the client disconnects before the response is sent. */
  gone: AbortSignal
}

/** Parses and stores the file; returns the response. Stores nothing if the client has disconnected (product §4). */
async function keep(origin: Origin, file: UploadedFile, context: Context): Promise<string> {
  const { lines, ...parsed } = await parse(file, context)
  origin.gone.throwIfAborted()
  // Read from disk again, because the parsed bytes were transferred to the parser.
  const kept = await compressFile(file.stream())
  origin.gone.throwIfAborted()
  const head = {
    id: randomUUID(),
    ownerId: origin.ownerId,
    uploadedAt: context.clock.now(),
    ...parsed,
  }
  const made = { key: origin.key, fileHash: file.fileHash }
  const stored = await insert({ ...head, lines, upload: made, file: kept }, context)
  if (stored.created) {
    if (origin.gone.aborted) {
      // The client disconnected while the script was being stored. If the same upload was sent again, that request
      // keeps the script.
      if (!context.uploads.running.isRepeated(origin))
        await context.stores.scripts.remove(head.id, origin.requestId)
      context.outbox.wake()
      throw origin.gone.reason
    }
    const script = {
      ...head,
      role: OWNER,
      characterCount: head.characters.length,
      casting: { characterAssignments: {} },
      castingVersion: 0,
      pronunciations: [],
    }
    return origin.minimal ? itemResponse(script) : scriptResponse(script, lines)
  }
  // Another request with the same key was faster.
  const first = await context.stores.scripts.findUpload(origin.ownerId, origin.key!)
  if (!first) throw new HttpError('CONFLICT', 'This script was already uploaded and deleted')
  return sameUpload(first, file.fileHash, origin, context)
}

async function parse(file: UploadedFile, { parser, metrics }: Context) {
  const stop = metrics.parseSeconds.startTimer()
  const parsed = await parser.parse(await file.read(), file.fileName)
  const { lines, title, language, pages, pageStarts, lineCount, characters } = parsed
  stop()
  return { lines, title, language, pages, pageStarts, lineCount, characters }
}

async function insert(script: NewScript, { stores, library }: Context) {
  try {
    return await stores.scripts.insert(script, library)
  } catch (error) {
    if (error instanceof LibraryFull) throw libraryFull(error.reason, library)
    if (error instanceof UploadCancelled) throw cancelled()
    if (!(error instanceof DocumentTooLarge)) throw error
    const sentence = 'This script is too long. Split it and upload its parts.'
    throw new HttpError('TOO_LARGE', sentence, { cause: error })
  }
}

async function sameUpload(
  earlier: { id: string; fileHash: string },
  fileHash: string,
  { minimal }: Origin,
  { stores, readLines }: Context,
): Promise<string> {
  if (earlier.fileHash !== fileHash)
    throw new HttpError('CONFLICT', 'This Idempotency-Key was used for another file')
  if (minimal) {
    const item = await stores.scripts.find(earlier.id, ITEM_FIELDS)
    if (!item) throw notFound('Script')
    return itemResponse({ ...item, role: OWNER })
  }
  const [script, lines] = await Promise.all([
    stores.scripts.find(earlier.id, WHOLE_FIELDS),
    readLines(earlier.id, OWNER),
  ])
  if (!script || !lines) throw notFound('Script')
  return scriptResponse({ ...script, role: OWNER }, await jsonWithAudioCache(lines, script))
}

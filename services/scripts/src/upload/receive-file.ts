import { HttpError } from '@andscene/service-kit/http-error'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { DocumentTooLarge, LibraryFull, UploadCancelled } from '../store/library.ts'
import { readUpload, type FormOptions, type UploadedFile } from './read-upload.ts'
import { busy, libraryFull, type UploadKey } from './upload-limits.ts'

/** Longest wait for a parsing slot. */
export const WAIT_LIMIT_MS = 20_000

/** A request that uploads a file. */
export type Origin = UploadKey & {
  requestId: string
  /** Aborts if the client disconnects before the response is sent. */
  gone: AbortSignal
}

/** The client has disconnected or cancelled the upload: nothing is stored. This error is only logged. */
export const cancelled = () => new HttpError('CONFLICT', 'This upload was cancelled')

/**
 * Receives the file of a form, passes it to `work` and counts the outcome. Many slow uploads may arrive concurrently,
 * because their data is on disk.
 */
export async function receiveFile<T>(
  context: Context,
  { request, reply, form }: { request: FastifyRequest; reply: FastifyReply; form?: FormOptions },
  key: UploadKey,
  work: (origin: Origin, file: UploadedFile) => Promise<T>,
): Promise<T> {
  const { uploads, metrics, giveUp, spoolFolder } = context
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(cancelled())
  })
  const origin = { ...key, requestId: request.id, gone: gone.signal }
  try {
    const response = await uploads.running.during(origin, async () => {
      const file = await uploads.arriving.run(() => readUpload(request, giveUp, spoolFolder, form))
      try {
        return await work(origin, file)
      } finally {
        await file.close()
      }
    })
    metrics.uploads.inc({ outcome: 'stored' })
    return response
  } catch (error) {
    metrics.uploads.inc({ outcome: error instanceof HttpError ? error.code : 'INTERNAL' })
    // The rest of an unread body must not be parsed as the next request.
    if (!request.raw.readableEnded) reply.header('connection', 'close')
    throw error
  }
}

/** Runs `work` when a slot is free, so that the number of scripts in memory is limited. */
export function inSlot<T>(
  { uploads, clock }: Context,
  gone: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
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

/** The error for the user when a script or a draft could not be stored. */
export function storingFailure(error: unknown, { library }: Pick<Context, 'library'>): unknown {
  if (error instanceof LibraryFull) return libraryFull(error.reason, library)
  if (error instanceof UploadCancelled) return cancelled()
  if (!(error instanceof DocumentTooLarge)) return error
  return new HttpError('TOO_LARGE', 'This script is too long. Split it and upload its parts.', {
    cause: error,
  })
}

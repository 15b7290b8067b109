import type { FastifyMultipartBaseOptions } from '@fastify/multipart'
import {
  FILE_TOO_LARGE,
  UPLOAD_EXTENSION,
  UPLOAD_FIELD,
  UPLOAD_LIMIT_BYTES,
} from '@andscene/contracts/limits'
import { uploadScript } from '@andscene/contracts/routes/scripts'
import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { openSpool, type Spool } from './spool.ts'

export type UploadedFile = {
  fileName: string
  /** SHA-256 of the file. */
  fileHash: string
  /** The value of the other field that was asked for. */
  field: string | undefined
  /** Reads the whole file into memory. */
  read(): Promise<Buffer>
  /** Streams the file from disk. */
  stream(): Readable
  /** Frees the disk space; must always be called. */
  close(): Promise<void>
}

const { bodyBytes: BODY_LIMIT_BYTES } = uploadScript.limits
/** Keeps paths in file names, so that they can be rejected; accepts a second file only to reject the form. */
export const FORM_OPTIONS: FastifyMultipartBaseOptions = {
  limits: { fileSize: UPLOAD_LIMIT_BYTES - 1, files: 2, fields: 10, fieldSize: 1_024, parts: 12 },
  throwFileSizeLimit: false,
  preservePath: true,
}

export type FormOptions = {
  /** Another field to read, and its maximum size in bytes. */
  field?: { name: string; bytes: number }
  /** The error of a request that is refused in any case; its body is discarded first. */
  refusal?: HttpError | undefined
}

const tooLarge = () => new HttpError('TOO_LARGE', FILE_TOO_LARGE)
const refused = (sentence: string) => new HttpError('UNPARSABLE_SCRIPT', sentence)
const NO_FILE = 'Please select a FinalDraft (.fdx) file'
const DAMAGED = 'The upload is incomplete or damaged. Please try again.'

/**
 * Reads the one file of a multipart upload (product §5) and stores it in `folder` while it arrives, not in memory.
 * Rejects with one sentence.
 */
export async function readUpload(
  request: FastifyRequest,
  giveUp: AbortSignal,
  folder: string,
  options: FormOptions = {},
): Promise<UploadedFile> {
  if (!request.isMultipart())
    throw new HttpError('UNSUPPORTED_MEDIA', 'A script is uploaded as multipart/form-data')
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge()
  const spool = await openSpool(folder)
  // From here on data arrives, so the form must be read without delay.
  const guard = guardBody(request, giveUp)
  try {
    const form = readForm(request, spool, options).finally(() => readPast(request.raw))
    const { fileName, field } = await Promise.race([guard.broken, form])
    const { read, stream, close } = spool
    return { fileName, fileHash: spool.digest(), field, read, stream, close }
  } catch (error) {
    // Also aborts a form that is still being read, because its connection is closed.
    await spool.close()
    throw error
  } finally {
    guard.stop()
  }
}

/** Discards the rest of a rejected body: a client that is still sending does not read the response before. */
async function readPast(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  body.unpipe().once('end', resolve).once('close', resolve).resume()
  await promise
}

/** Writes the file of the form to `spool`; returns its name and the other field that was asked for. */
async function readForm(
  request: FastifyRequest,
  spool: Spool,
  { field: wanted, refusal: refusedBefore }: FormOptions,
): Promise<Pick<UploadedFile, 'fileName' | 'field'>> {
  const names: string[] = []
  let field: string | undefined
  let refusal = refusedBefore
  const limits = { ...FORM_OPTIONS.limits, ...(wanted && { fieldSize: wanted.bytes }) }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') {
        if (part.fieldname !== wanted?.name) continue
        if (field !== undefined || part.valueTruncated) refusal ??= refused(DAMAGED)
        // A part of the type application/json is parsed already.
        else field = typeof part.value === 'string' ? part.value : JSON.stringify(part.value)
        continue
      }
      refusal ??=
        names.length > 0
          ? refused('Please upload one file at a time')
          : part.fieldname === UPLOAD_FIELD
            ? refuseName(part.filename)
            : refused(NO_FILE)
      names.push(part.filename)
      for await (const chunk of part.file as AsyncIterable<Buffer>) {
        // A rejected file is still read to its end, so that the client reads the response.
        if (!refusal) await spool.write(chunk)
      }
      if (part.file.truncated) refusal ??= tooLarge()
    }
  } catch (error) {
    throw refusal ?? formFailure(error)
  }
  const [name] = names
  if (refusal) throw refusal
  if (!name) throw refused(NO_FILE)
  return { fileName: name, field }
}

function refuseName(fileName: string | undefined): HttpError | undefined {
  if (!fileName) return refused(NO_FILE)
  if (/[/\\\0]/.test(fileName)) return refused('The name of the file must not contain a path')
  if (!fileName.toLowerCase().endsWith(UPLOAD_EXTENSION)) return new HttpError('UNSUPPORTED_MEDIA', NO_FILE)
  return undefined
}

function formFailure(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const code = (error as { code?: string }).code
  if (code === 'FST_FILES_LIMIT') return refused('Please upload one file at a time')
  return new HttpError('UNPARSABLE_SCRIPT', DAMAGED, { cause: error })
}

/**
 * Rejects `broken` when the body has too many bytes, or on `giveUp`. The public port and the gateway limit slow
 * clients.
 */
function guardBody({ raw }: FastifyRequest, giveUp: AbortSignal) {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  let received = 0
  const count = (chunk: Buffer) => {
    received += chunk.length
    if (received > BODY_LIMIT_BYTES) reject(tooLarge())
  }
  const stopping = () => reject(unavailable('And Scene is restarting. Please try again.'))
  giveUp.addEventListener('abort', stopping)
  if (giveUp.aborted) stopping()
  raw.on('data', count)
  return {
    broken,
    stop: () => {
      giveUp.removeEventListener('abort', stopping)
      raw.off('data', count)
    },
  }
}

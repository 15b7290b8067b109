import type { FastifyMultipartBaseOptions, MultipartFile } from '@fastify/multipart'
import { UPLOAD_EXTENSION, UPLOAD_FIELD, UPLOAD_LIMIT_BYTES } from '@andscene/contracts/limits'
import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import type { FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'

export type UploadedFile = { fileName: string; bytes: Buffer }

export type UploadLimits = {
  /** Longest silence while the body arrives. */
  idleMs: number
  /** Longest time for the whole body. */
  totalMs: number
}
export const UPLOAD_LIMITS: UploadLimits = { idleMs: 15_000, totalMs: 120_000 }

/** Room for the multipart framing around a file of the largest size. */
const BODY_LIMIT_BYTES = UPLOAD_LIMIT_BYTES + 64 * 1024
/** How the form is read: names with their path, so that it can be refused, and a second file only to be refused too. */
export const FORM_OPTIONS: FastifyMultipartBaseOptions = {
  limits: { fileSize: UPLOAD_LIMIT_BYTES - 1, files: 2, fields: 10, fieldSize: 1_024, parts: 12 },
  throwFileSizeLimit: false,
  preservePath: true,
}

const tooLarge = () => new HttpError('TOO_LARGE', 'File size must be less than 10MB')
const refused = (sentence: string) => new HttpError('UNPARSABLE_SCRIPT', sentence)
const NO_FILE = 'Please select a FinalDraft (.fdx) file'

/** The one file of a multipart upload (SPEC §5). Rejects with one sentence; keeps no more than one file in memory. */
export async function readUpload(
  request: FastifyRequest,
  limits: UploadLimits,
  giveUp: AbortSignal,
): Promise<UploadedFile> {
  if (!request.isMultipart())
    throw new HttpError('UNSUPPORTED_MEDIA', 'A script is uploaded as multipart/form-data')
  if (Number(request.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES) throw tooLarge()
  const guard = guardBody(request, limits, giveUp)
  try {
    return await Promise.race([guard.broken, readForm(request).finally(() => readPast(request.raw))])
  } finally {
    guard.stop()
  }
}

/** Whoever is still sending a refused body gets to read the answer only when all of it was taken. */
async function readPast(body: IncomingMessage): Promise<void> {
  if (body.readableEnded || body.destroyed) return
  const { promise, resolve } = Promise.withResolvers<void>()
  body.unpipe().once('end', resolve).once('close', resolve).resume()
  await promise
}

async function readForm(request: FastifyRequest): Promise<UploadedFile> {
  const files: UploadedFile[] = []
  let refusal: HttpError | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      refusal ??=
        files.length > 0
          ? refused('Please upload one file at a time')
          : part.fieldname === UPLOAD_FIELD
            ? refuseName(part.filename)
            : refused(NO_FILE)
      // A refused file is read past, so that whoever sends it gets to read the answer.
      const bytes = await readFile(part, refusal === undefined)
      if (part.file.truncated) refusal ??= tooLarge()
      files.push({ fileName: part.filename, bytes })
    }
  } catch (error) {
    throw refusal ?? formFailure(error)
  }
  const [file] = files
  if (refusal) throw refusal
  if (!file) throw refused(NO_FILE)
  return file
}

function refuseName(fileName: string | undefined): HttpError | undefined {
  if (!fileName) return refused(NO_FILE)
  if (/[/\\\0]/.test(fileName)) return refused('The name of the file must not contain a path')
  if (!fileName.toLowerCase().endsWith(UPLOAD_EXTENSION)) return new HttpError('UNSUPPORTED_MEDIA', NO_FILE)
  return undefined
}

async function readFile(part: MultipartFile, keep: boolean): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of part.file as AsyncIterable<Buffer>) if (keep) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function formFailure(error: unknown): HttpError {
  const code = (error as { code?: string }).code
  if (code === 'FST_FILES_LIMIT') return refused('Please upload one file at a time')
  return new HttpError('UNPARSABLE_SCRIPT', 'The upload is incomplete or damaged. Please try again.', {
    cause: error,
  })
}

/** Watches the body while it arrives: `broken` rejects when it is too long in bytes or too slow, or on `giveUp`. */
function guardBody(request: FastifyRequest, { idleMs, totalMs }: UploadLimits, giveUp: AbortSignal) {
  const { promise: broken, reject } = Promise.withResolvers<never>()
  const tooSlow = () => reject(new HttpError('TIMEOUT', 'The upload took too long. Please try again.'))
  const total = setTimeout(tooSlow, totalMs)
  const idle = setTimeout(tooSlow, idleMs)
  let received = 0
  const count = (chunk: Buffer) => {
    idle.refresh()
    received += chunk.length
    if (received > BODY_LIMIT_BYTES) reject(tooLarge())
  }
  const arrived = () => clearTimeout(idle)
  const stopping = () => reject(unavailable('And Scene is restarting. Please try again.'))
  giveUp.addEventListener('abort', stopping)
  if (giveUp.aborted) stopping()
  request.raw.on('data', count).once('end', arrived)
  return {
    broken,
    stop: () => {
      clearTimeout(total)
      clearTimeout(idle)
      giveUp.removeEventListener('abort', stopping)
      request.raw.off('data', count).off('end', arrived)
    },
  }
}

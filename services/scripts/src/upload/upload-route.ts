import multipart from '@fastify/multipart'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, invalid, notFound } from '@andscene/service-kit/http-error'
import type { FastifyRequest } from 'fastify'
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../context.ts'
import { scriptAnswer } from '../library/script-answer.ts'
import { DocumentTooLarge, type ScriptHead } from '../store/script-store.ts'
import { FORM_OPTIONS, readUpload, type UploadedFile } from './read-upload.ts'

/** Printable, so that it can be logged. */
const KEY_FORM = /^[\x21-\x7e]{1,200}$/

/**
 * Upload of one Final Draft file (SPEC §5, §7). With an Idempotency-Key the same upload sent again answers the same
 * script, and another file under that key is refused.
 */
export async function uploadRoute(app: App, context: Context): Promise<void> {
  await app.register(multipart, FORM_OPTIONS)
  app.post('/api/scripts/upload', { preHandler: app.requirePerson }, async (request, reply) => {
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
  const file = await readUpload(request, context.uploadLimits, context.giveUp)
  const fileHash = createHash('sha256').update(file.bytes).digest('hex')

  const earlier = key === undefined ? undefined : await store.findUpload(request.uid, key)
  if (earlier) return sameUpload(earlier, fileHash, context)
  const script = await parse(file, context)
  const head: ScriptHead = {
    id: randomUUID(),
    ownerId: request.uid,
    uploadedAt: context.clock.now(),
    casting: { characterAssignments: {} },
    castingVersion: 0,
    ...script,
  }
  const stored = await insert({ ...head, lines: script.lines, upload: { key, fileHash } }, context)
  if (stored.created) return scriptAnswer(head, script.lines)
  // The same key came in twice at once, and the other request was first.
  const first = await store.findUpload(request.uid, key!)
  if (!first) throw new HttpError('CONFLICT', 'This script was uploaded and deleted in the meantime')
  return sameUpload(first, fileHash, context)
}

function readKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !KEY_FORM.test(header)) throw invalid('The Idempotency-Key is not valid')
  return header
}

async function parse({ bytes, fileName }: UploadedFile, { parser, metrics }: Context) {
  const stop = metrics.parseSeconds.startTimer()
  const { lines, title, pages, lineCount, characters } = await parser.parse(bytes, fileName)
  stop()
  return { lines, title, pages, lineCount, characters }
}

async function insert(script: Parameters<Context['store']['insert']>[0], { store }: Context) {
  try {
    return await store.insert(script)
  } catch (error) {
    if (!(error instanceof DocumentTooLarge)) throw error
    throw new HttpError(
      'TOO_LARGE',
      'This script is too long to be kept; please split it and upload its parts',
      {
        cause: error,
      },
    )
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
  return scriptAnswer(head, lines.json)
}

import multipart from '@fastify/multipart'
import { cancelUpload, uploadScript } from '@andscene/contracts/routes/scripts'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement } from '@andscene/service-kit/implement'
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
import { uploadDraftRoute } from '../drafts/upload-draft.ts'
import { compressFile } from '../files/script-file.ts'
import { ONLY_DRAFT } from '../store/drafts/draft-store.ts'
import type { NewScript } from '../store/script-store.ts'
import { parseFile } from './parse-file.ts'
import { FORM_OPTIONS, type UploadedFile } from './read-upload.ts'
import { inSlot, receiveFile, storingFailure, type Origin } from './receive-file.ts'
import { assertRoom } from './upload-limits.ts'

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
    uploadDraftRoute(scope as App, context)
  })

  implement(app, cancelUpload, async ({ uid, body, id: requestId }) => {
    const { stores, clock, outbox } = context
    if (await stores.scripts.cancelUpload(uid, body.key, requestId, clock.now())) outbox.wake()
    return {}
  })
}

function uploadFormRoute(app: App, context: Context): void {
  implement(app, uploadScript, (request, reply) => {
    const key = { ownerId: request.uid, key: request.headers['idempotency-key'] }
    return receiveFile(context, { request, reply }, key, (origin, file) =>
      upload({ ...origin, minimal: wantsMinimal(request) }, file, context),
    )
  })
}

type ScriptOrigin = Origin & {
  /** The client accepts a response without lines. */
  minimal: boolean
}

async function upload(origin: ScriptOrigin, file: UploadedFile, context: Context): Promise<string> {
  const { scripts } = context.stores
  const earlier = origin.key === undefined ? undefined : await scripts.findUpload(origin.ownerId, origin.key)
  if (!earlier) assertRoom(await scripts.usage(origin.ownerId), context.library)
  return inSlot(context, origin.gone, () =>
    earlier ? sameUpload(earlier, file.fileHash, origin, context) : keep(origin, file, context),
  )
}

/** Parses and stores the file; returns the response. Stores nothing if the client has disconnected (product §4). */
async function keep(origin: ScriptOrigin, file: UploadedFile, context: Context): Promise<string> {
  const { lines, match: _match, ...parsed } = await parseFile(file, context)
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
      draft: ONLY_DRAFT,
      drafts: [],
    }
    return origin.minimal ? itemResponse(script) : scriptResponse(script, lines)
  }
  // Another request with the same key was faster.
  const first = await context.stores.scripts.findUpload(origin.ownerId, origin.key!)
  if (!first) throw new HttpError('CONFLICT', 'This script was already uploaded and deleted')
  return sameUpload(first, file.fileHash, origin, context)
}

async function insert(script: NewScript, context: Context) {
  try {
    return await context.stores.scripts.insert(script, context.library)
  } catch (error) {
    throw storingFailure(error, context)
  }
}

async function sameUpload(
  earlier: { id: string; fileHash: string },
  fileHash: string,
  { minimal }: ScriptOrigin,
  { stores, readLines }: Context,
): Promise<string> {
  if (earlier.fileHash !== fileHash)
    throw new HttpError('CONFLICT', 'This Idempotency-Key was used for another file')
  if (minimal) {
    const item = await stores.scripts.find(earlier.id, ITEM_FIELDS)
    if (!item) throw notFound('Script')
    return itemResponse({ ...item, role: OWNER })
  }
  const script = await stores.scripts.find(earlier.id, WHOLE_FIELDS)
  const lines = script && (await readLines(earlier.id, OWNER, script.draft.number))
  if (!lines) throw notFound('Script')
  return scriptResponse({ ...script, role: OWNER }, await jsonWithAudioCache(lines, script))
}

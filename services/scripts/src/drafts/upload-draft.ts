import { DRAFT_ANSWERS_FIELD, type DraftAnswers } from '@andscene/contracts/drafts'
import { DRAFTS_LIMIT } from '@andscene/contracts/limits'
import { uploadDraft } from '@andscene/contracts/routes/drafts'
import type { Role } from '@andscene/contracts/sharing/roles'
import { isolated } from '@andscene/contracts/text/isolated'
import type { App } from '@andscene/service-kit/create-app'
import { HttpError, notFound } from '@andscene/service-kit/http-error'
import { implement, type RouteRequest } from '@andscene/service-kit/implement'
import type { Context } from '../context.ts'
import { compressFile } from '../files/script-file.ts'
import { nameOf } from '../sharing/history.ts'
import type { DraftHead, PresentDraft } from '../store/drafts/draft-store.ts'
import { LibraryFull, type LibraryLimits } from '../store/library.ts'
import { keyOf } from '../store/script-store.ts'
import type { UploadedFile } from '../upload/read-upload.ts'
import { inSlot, receiveFile, storingFailure, type Origin } from '../upload/receive-file.ts'
import { libraryFull, ownersLibraryFull } from '../upload/upload-limits.ts'
import { ANSWERS_BYTES, answersIn } from './draft-answers.ts'
import { asked, matchedFile } from './matched-file.ts'
import { draftsFor, draftsIn } from './draft-response.ts'

/** How often a file is matched again because another draft became the present one meanwhile. */
const ATTEMPTS = 5

type Upload = {
  request: RouteRequest<typeof uploadDraft>
  origin: Origin
  file: UploadedFile
  answers: DraftAnswers
}

/**
 * Upload of a new draft of a script, with the checks of a script (product §5). What is unclear is asked before anything
 * changes. Call it where only forms are parsed.
 */
export function uploadDraftRoute(app: App, context: Context): void {
  implement(app, uploadDraft, async (request, reply) => {
    const { uid: ownerId, params } = request
    // Checked first, so that no file of a stranger is stored, and again when the file has arrived.
    const refusal = await context.access.script(uploadDraft, request, []).then(none, refusalOf)
    const sent = request.headers['idempotency-key']
    const key = sent === undefined ? undefined : `${params.id} ${sent}`
    const form = { field: { name: DRAFT_ANSWERS_FIELD, bytes: ANSWERS_BYTES }, refusal }
    return receiveFile(context, { request, reply, form }, { ownerId, key }, async (origin, file) => {
      const upload = { request, origin, file, answers: answersIn(file.field) }
      return { data: await inSlot(context, origin.gone, () => keep(upload, context)) }
    })
  })
}

const none = () => undefined
function refusalOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  throw error
}

/** Matches the file with the present draft and stores it, again if another draft became the present one meanwhile. */
async function keep(upload: Upload, context: Context) {
  const { request, origin, file } = upload
  let compressed: Uint8Array | undefined
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const script = await context.access.script(uploadDraft, request, ['draft', 'drafts'])
    const known = knownDraft(script.drafts, upload)
    if (known === undefined) {
      await requireRoom(script, context)
      const made = await matchedFile(script, upload, context)
      if (!made) continue
      origin.gone.throwIfAborted()
      // Read from disk again, because the parsed bytes were transferred to the parser.
      compressed ??= await compressFile(file.stream())
      origin.gone.throwIfAborted()
      const head = await store(script, { ...made, file: compressed }, upload, context)
      if (head) return responseOf(head, upload, context)
    } else if (known.isRepeated) return responseOf(known.head, upload, context)
    else throw await sameFile(known.head, script, upload, context)
  }
  throw new HttpError('CONFLICT', 'Other drafts were uploaded at the same time. Please try again.')
}

type Script = { id: string; ownerId: string; role: Role; draft: PresentDraft; drafts: readonly DraftHead[] }

/** The draft that this request has made before, or that was made from the same file. */
function knownDraft(
  drafts: readonly DraftHead[],
  { origin, file }: Upload,
): { head: DraftHead; isRepeated: boolean } | undefined {
  const uploadKey = origin.key === undefined ? undefined : keyOf(origin.ownerId, origin.key)
  const repeated = uploadKey === undefined ? undefined : drafts.find((draft) => draft.uploadKey === uploadKey)
  if (repeated && repeated.fileHash !== file.fileHash)
    throw new HttpError('CONFLICT', 'This Idempotency-Key was used for another file')
  const head = repeated ?? drafts.find(({ fileHash }) => fileHash === file.fileHash)
  return head && { head, isRepeated: head === repeated }
}

async function sameFile(head: DraftHead, script: Script, { request }: Upload, { stores }: Context) {
  const [same] = await draftsIn(stores, [head], request.person, script)
  return asked(`This is the same file as “${isolated(head.name)}”. Nothing was uploaded.`, { same: same! })
}

/** Rejects a file before it is parsed. */
async function requireRoom(script: Script, { stores, library }: Context): Promise<void> {
  if (script.drafts.length >= DRAFTS_LIMIT) throw tooMany()
  const { bytes } = await stores.scripts.usage(script.ownerId)
  if (bytes >= library.bytes) throw full(script, library)
}

const full = ({ role }: Pick<Script, 'role'>, library: LibraryLimits) =>
  role === 'owner' ? libraryFull('bytes', library) : ownersLibraryFull(library)

const tooMany = () =>
  new HttpError(
    'LIBRARY_FULL',
    `A script can have at most ${DRAFTS_LIMIT} drafts. Delete one and upload again.`,
  )

type Made = NonNullable<Awaited<ReturnType<typeof matchedFile>>>

/** Undefined when another draft became the present one since the file was matched. */
async function store(
  script: Script,
  made: Made & { file: Uint8Array },
  { request, origin, file }: Upload,
  context: Context,
): Promise<DraftHead | undefined> {
  const { stores, library, clock, uploads } = context
  const { id, draft } = script
  const { scripts } = stores
  const at = clock.now()
  const { requestId } = origin
  const added = await scripts
    .addDraft(
      id,
      {
        ...made,
        basis: draft.number,
        uploadedAt: at,
        by: { uid: request.uid, name: nameOf(request.person) },
        upload: { key: origin.key, fileHash: file.fileHash },
        requestId,
      },
      library,
    )
    .catch((error: unknown) => {
      throw error instanceof LibraryFull ? full(script, library) : storingFailure(error, context)
    })
  if (!('head' in added)) {
    if (added.outcome === 'present-changed') return undefined
    throw added.outcome === 'too-many' ? tooMany() : notFound('Script')
  }
  if (added.outcome === 'added' && origin.gone.aborted) {
    // The client disconnected while the draft was being stored. If the same upload was sent again, that request keeps it.
    if (!uploads.running.isRepeated(origin)) {
      const now = await scripts.find(id, ['draft'])
      // Not if a later draft is the present one already.
      if (now?.draft.number === made.number) await scripts.makePresent(id, draft.number, { requestId, at })
      await scripts.removeDraft(id, made.number, { requestId, at })
    }
    wake(id, context)
    throw origin.gone.reason
  }
  wake(id, context)
  return added.head
}

function wake(id: string, { outbox, feeds }: Context): void {
  outbox.wake()
  feeds.wake(id)
}

async function responseOf(head: DraftHead, { request }: Upload, context: Context) {
  const script = await context.access.script(uploadDraft, request, ['draft', 'drafts'])
  const [[draft], drafts] = await Promise.all([
    draftsIn(context.stores, [head], request.person, script),
    draftsFor(context, request.person, script),
  ])
  return { draft: draft!, drafts, ...(head.changes && { counts: head.changes.counts }) }
}

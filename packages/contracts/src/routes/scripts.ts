import { Type } from '../schema/schema.ts'
import { defineRoute } from '../define-route.ts'
import { Done } from '../schema/envelope.ts'
import { IDEMPOTENCY_KEY_FORM, UPLOAD_FIELD, UPLOAD_LIMIT_BYTES } from '../limits.ts'
import {
  CancelUploadBody,
  CastingBody,
  CastingResponse,
  ConflictingSlot,
  ChangedScriptResponse,
  CheckCacheBody,
  CheckCacheResponse,
  RenameBody,
  ScriptListQuery,
  ScriptListResponse,
  ScriptParams,
  ScriptResponse,
  VersionedCasting,
} from '../script.ts'

const forUsers = { service: 'scripts', access: 'user' } as const
const mayListen = { service: 'scripts', access: 'guest', right: 'listen' } as const
const mayCast = { service: 'scripts', access: 'user', right: 'cast' } as const

/** Limit of a script file plus multipart framing (product §5). */
const UPLOAD_BODY_BYTES = UPLOAD_LIMIT_BYTES + 64 * 1024
/** Fits a casting of the maximum number of characters, with the voice seen for each. */
const CASTING_BODY_BYTES = 2 * 1024 ** 2

const params = ScriptParams
/** `return=minimal`: the list item only (PREFER_MINIMAL). */
const prefer = Type.Optional(Type.String({ title: 'The preferred response' }))
const ofResponse = { id: '$response.body#/data/script/_id' }
const ofRequest = { id: '$request.path.id' }
const linksTo = (id: Record<string, string>) => ({
  open: { to: 'readScript', params: id },
  rename: { to: 'renameScript', params: id },
  delete: { to: 'deleteScript', params: id },
  casting: { to: 'readCasting', params: id },
  cast: { to: 'saveCasting', params: id },
  drafts: { to: 'listDrafts', params: id },
  addDraft: { to: 'uploadDraft', params: id },
  pronunciations: { to: 'readPronunciations', params: id },
  pronounce: { to: 'savePronunciations', params: id },
  directions: { to: 'listDirections', params: id },
  cacheState: { to: 'checkCache', params: id },
  progress: { to: 'readProgress', params: id },
  saveProgress: { to: 'saveProgress', params: id },
  narration: { to: 'readNarration', params: id },
  sharing: { to: 'readSharing', params: id },
  sharingHistory: { to: 'listShareEvents', params: id },
  invite: { to: 'inviteCollaborator', params: id },
  makeLink: { to: 'createLink', params: id },
  nameGuest: { to: 'nameGuest', params: id },
  claimGuest: { to: 'claimGuest', params: id },
  notes: { to: 'listNotes', params: id },
  note: { to: 'createNote', params: id },
  notePeople: { to: 'listNotePeople', params: id },
  markNotesSeen: { to: 'markNotesSeen', params: id },
  follow: { to: 'followScript', params: id },
  download: { to: 'downloadScript', params: id },
})

export const uploadScript = defineRoute({
  id: 'uploadScript',
  endpoint: 'POST /api/scripts/upload',
  ...forUsers,
  summary: 'Upload a Final Draft script',
  headers: Type.Object({
    /** The same for every retry of one upload, so that it is stored once. */
    'idempotency-key': Type.Optional(
      Type.String({ title: 'The idempotency key', pattern: IDEMPOTENCY_KEY_FORM }),
    ),
    prefer,
  }),
  body: { kind: 'file', field: UPLOAD_FIELD },
  response: { kind: 'rendered', schema: ChangedScriptResponse },
  errors: ['UNPARSABLE_SCRIPT', 'CONFLICT', 'LIBRARY_FULL', 'NOT_FOUND'],
  limits: { bodyBytes: UPLOAD_BODY_BYTES },
  links: linksTo(ofResponse),
})

export const cancelUpload = defineRoute({
  id: 'cancelUpload',
  endpoint: 'POST /api/scripts/cancel-upload',
  ...forUsers,
  summary: 'Cancel an upload, or delete what it stored',
  body: CancelUploadBody,
  response: Done,
  limits: { countsAsUpload: true },
})

export const listScripts = defineRoute({
  id: 'listScripts',
  endpoint: 'GET /api/scripts',
  ...forUsers,
  summary: 'List own scripts, newest first',
  query: ScriptListQuery,
  response: ScriptListResponse,
  links: { open: { to: 'readScript', params: { id: '$response.body#/data/scripts/0/_id' } } },
})

export const readScript = defineRoute({
  id: 'readScript',
  endpoint: 'GET /api/scripts/:id',
  ...mayListen,
  summary: 'Get a script with its lines',
  params,
  response: { kind: 'rendered', schema: ScriptResponse },
  links: linksTo(ofRequest),
})

export const renameScript = defineRoute({
  id: 'renameScript',
  endpoint: 'PATCH /api/scripts/:id',
  ...mayCast,
  summary: 'Rename a script',
  params,
  headers: Type.Object({ prefer }),
  body: RenameBody,
  response: { kind: 'rendered', schema: ChangedScriptResponse },
})

export const deleteScript = defineRoute({
  id: 'deleteScript',
  endpoint: 'DELETE /api/scripts/:id',
  service: 'scripts',
  access: 'user',
  right: 'share',
  summary: 'Delete a script and its audio',
  params,
  response: Done,
})

export const saveCasting = defineRoute({
  id: 'saveCasting',
  endpoint: 'POST /api/scripts/:id/assign-voices',
  ...mayCast,
  summary: 'Save the casting: all of it or, with `seen`, the changed slots',
  params,
  body: CastingBody,
  response: CastingResponse,
  errors: ['CONFLICT'],
  present: Type.Object({ ...VersionedCasting.properties, conflicts: Type.Array(ConflictingSlot) }),
  limits: { bodyBytes: CASTING_BODY_BYTES },
})

export const readCasting = defineRoute({
  id: 'readCasting',
  endpoint: 'GET /api/scripts/:id/assign-voices',
  ...mayListen,
  summary: 'Get the casting',
  params,
  response: CastingResponse,
})

export const checkCache = defineRoute({
  id: 'checkCache',
  endpoint: 'POST /api/scripts/:id/check-cache',
  ...mayListen,
  summary: "Get the cache state of a window of lines; reports the listener's position",
  params,
  body: CheckCacheBody,
  response: CheckCacheResponse,
})

import { Type } from '../schema/schema.ts'
import { defineRoute } from '../define-route.ts'
import {
  DRAFT_ANSWERS_FIELD,
  DraftAnswers,
  DraftParams,
  DraftQuestions,
  DraftsResponse,
  NewDraftResponse,
  RenameDraftBody,
} from '../drafts.ts'
import { IDEMPOTENCY_KEY_FORM, UPLOAD_FIELD } from '../limits.ts'
import { ScriptParams, ScriptResponse } from '../script.ts'
import { uploadScript } from './scripts.ts'

const mayListen = { service: 'scripts', access: 'guest', right: 'listen' } as const
const mayCast = { service: 'scripts', access: 'user', right: 'cast' } as const

/** Owner and editors see all drafts; others those that they have heard, or were sent the changes of (decision 0101). */
export const listDrafts = defineRoute({
  id: 'listDrafts',
  endpoint: 'GET /api/scripts/:id/drafts',
  ...mayListen,
  summary: 'List the drafts of a script',
  params: ScriptParams,
  response: DraftsResponse,
})

/** With questions nothing is stored (CONFLICT): send the file again with the answers (DRAFT_ANSWERS_FIELD). */
export const uploadDraft = defineRoute({
  id: 'uploadDraft',
  endpoint: 'POST /api/scripts/:id/drafts',
  ...mayCast,
  summary: 'Upload a new draft, which becomes the present one',
  params: ScriptParams,
  headers: Type.Object({
    /** The same for every retry of one upload, so that it is stored once. */
    'idempotency-key': Type.Optional(
      Type.String({ title: 'The idempotency key', pattern: IDEMPOTENCY_KEY_FORM }),
    ),
  }),
  body: { kind: 'file', field: UPLOAD_FIELD, fields: { [DRAFT_ANSWERS_FIELD]: DraftAnswers } },
  response: NewDraftResponse,
  errors: ['UNPARSABLE_SCRIPT', 'CONFLICT', 'LIBRARY_FULL'],
  present: DraftQuestions,
  limits: { bodyBytes: uploadScript.limits.bodyBytes },
})

export const readDraft = defineRoute({
  id: 'readDraft',
  endpoint: 'GET /api/scripts/:id/drafts/:draft',
  ...mayListen,
  summary: 'Get a script with the lines of one draft',
  params: DraftParams,
  response: { kind: 'rendered', schema: ScriptResponse },
})

export const renameDraft = defineRoute({
  id: 'renameDraft',
  endpoint: 'PATCH /api/scripts/:id/drafts/:draft',
  ...mayCast,
  summary: 'Rename a draft',
  params: DraftParams,
  body: RenameDraftBody,
  response: DraftsResponse,
})

export const makeDraftPresent = defineRoute({
  id: 'makeDraftPresent',
  endpoint: 'POST /api/scripts/:id/drafts/:draft/present',
  ...mayCast,
  summary: 'Make a draft the present one',
  params: DraftParams,
  response: DraftsResponse,
})

export const downloadDraft = defineRoute({
  id: 'downloadDraft',
  endpoint: 'GET /api/scripts/:id/drafts/:draft/file',
  ...mayCast,
  summary: 'Download the uploaded file of a draft',
  params: DraftParams,
  response: { kind: 'download', type: 'application/xml' },
})

/** The newest of the others becomes the present draft if it was this one. The only draft is never deleted (CONFLICT). */
export const deleteDraft = defineRoute({
  id: 'deleteDraft',
  endpoint: 'DELETE /api/scripts/:id/drafts/:draft',
  ...mayCast,
  summary: 'Delete a draft: any for the owner, own ones for editors',
  params: DraftParams,
  response: DraftsResponse,
  errors: ['CONFLICT'],
})

import { Type } from '../schema/schema.ts'
import { defineRoute } from '../define-route.ts'
import { Success } from '../schema/envelope.ts'
import { PRONUNCIATIONS_LIMIT } from '../limits.ts'
import { ScriptParams } from '../script.ts'
import { Pronunciation, PronunciationChange } from '../voices/pronunciation.ts'

const mayCast = { service: 'scripts', access: 'user', right: 'cast' } as const
/** Fits the maximum number of changes, with the pronunciation seen for each. */
const BODY_BYTES = 1024 ** 2

const List = Type.Object({
  /** By word. */
  pronunciations: Type.Array(Pronunciation),
  /** Of the casting, which increases with every change. */
  version: Type.Integer(),
})

export const readPronunciations = defineRoute({
  id: 'readPronunciations',
  endpoint: 'GET /api/scripts/:id/pronunciations',
  ...mayCast,
  summary: 'Get the pronunciations of a script',
  params: ScriptParams,
  response: Success(List),
})

export const savePronunciations = defineRoute({
  id: 'savePronunciations',
  endpoint: 'PATCH /api/scripts/:id/pronunciations',
  ...mayCast,
  summary: 'Change pronunciations: all changes or none',
  params: ScriptParams,
  body: Type.Object({
    changes: Type.Array(PronunciationChange, {
      title: 'The list of changes',
      minItems: 1,
      maxItems: PRONUNCIATIONS_LIMIT,
    }),
  }),
  response: Success(List),
  errors: ['CONFLICT'],
  present: List,
  limits: { bodyBytes: BODY_BYTES },
})

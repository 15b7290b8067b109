import * as limits from './limits.ts'
import { DraftNumber } from './script.ts'
import { Type, type Static } from './schema/schema.ts'

/* The last played line of a user in a script (product §7). */

export const ProgressBody = Type.Object({
  lastPlayedLineIndex: Type.Integer({ title: 'The last played line', minimum: limits.NO_LINE }),
  /** Milliseconds since the line was played, if it is sent later: a record that is newer stays. */
  ageMs: Type.Optional(
    Type.Integer({ title: 'The age of the line', minimum: 0, maximum: limits.PROGRESS_AGE_LIMIT_MS }),
  ),
  /** Of which draft the line is. */
  draft: Type.Optional(DraftNumber),
  /** With `ageMs`: `lastUpdated` of the newest record that the device knew then. The line is newer than it. */
  follows: Type.Optional(
    Type.String({ title: 'The record before', format: 'date-time', maxLength: limits.ID_LIMIT }),
  ),
})
/** The line in this draft: a place of another draft is found by its line. */
export const ProgressQuery = Type.Object({ draft: Type.Optional(DraftNumber) })
export type ProgressBody = Static<typeof ProgressBody>
export const ProgressResponse = Type.Object({
  success: Type.Literal(true),
  lastPlayedLineIndex: Type.Integer(),
  lastUpdated: Type.Optional(Type.String({ format: 'date-time' })),
  /** Milliseconds since `lastUpdated`, so that no client compares its clock with the server's. */
  ageMs: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type ProgressResponse = Static<typeof ProgressResponse>

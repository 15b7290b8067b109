import { Type, type Static } from './schema/schema.ts'
import { Success } from './schema/envelope.ts'
import { forRight } from './sharing/field-rights.ts'
import * as limits from './limits.ts'
import { DraftNumber, ScriptParams } from './script.ts'

/** Drafts of a script (decision 0101). All other routes speak of the present draft, unless they name another. */

const Moment = Type.String({ format: 'date-time' })
const DraftName = Type.String({
  title: 'The name of the draft',
  minLength: 1,
  maxLength: limits.DRAFT_NAME_LIMIT,
})
const CharacterName = (title: string) =>
  Type.String({ title, minLength: 1, maxLength: limits.CHARACTER_NAME_LIMIT })

/** How the lines of two drafts differ: same + reworded + moved + cut = old lines, same + reworded + moved + new = new. */
export const DraftCounts = Type.Object({
  same: Type.Integer(),
  reworded: Type.Integer(),
  moved: Type.Integer(),
  new: Type.Integer(),
  cut: Type.Integer(),
})
export type DraftCounts = Static<typeof DraftCounts>

export const Draft = Type.Object({
  /** From 1, in the order of upload; a number is never used again. */
  number: DraftNumber,
  name: Type.String(),
  uploadedAt: Moment,
  /** The name of who uploaded it. */
  uploadedBy: Type.Optional(Type.String(forRight('cast'))),
  mine: Type.Boolean(),
  pages: Type.Integer(),
  lineCount: Type.Integer(),
  characterCount: Type.Integer(),
  /** Bytes that count toward the owner's library. */
  bytes: Type.Optional(Type.Integer(forRight('cast'))),
  /** How it differs from `since`, the draft that was the present one when it was uploaded, if the caller may open that. */
  changes: Type.Optional(Type.Object({ since: DraftNumber, counts: DraftCounts })),
})
export type Draft = Static<typeof Draft>

/** Drafts that the caller may open, in the order of their numbers. */
export const Drafts = Type.Object({
  drafts: Type.Array(Draft),
  /** The number of the present draft. */
  present: DraftNumber,
  /** The draft that the caller heard last before the present one, or was sent the changes of. */
  heard: Type.Optional(DraftNumber),
  /** The caller has heard the present draft, too. */
  isHeard: Type.Optional(Type.Boolean()),
})
export type Drafts = Static<typeof Drafts>
export const DraftsResponse = Success(Drafts)

export const DraftParams = Type.Object({ ...ScriptParams.properties, draft: DraftNumber })

/** A character of the present draft that the new draft seems to call by another name. */
export const RenamedCharacter = Type.Object(
  { from: CharacterName('The former name'), to: CharacterName('The new name') },
  { title: 'The renamed character' },
)
export type RenamedCharacter = Static<typeof RenamedCharacter>

/** Form field of an upload, as JSON: what its user has answered. It stands before the file. */
export const DRAFT_ANSWERS_FIELD = 'answers'
export const DraftAnswers = Type.Object({
  name: Type.Optional(DraftName),
  /** The file is another draft of this script, although they have little in common. */
  different: Type.Optional(Type.Boolean({ title: 'Whether a different script is intended' })),
  /** Which of the characters that were asked about were renamed. Absent: they are asked about. */
  renamed: Type.Optional(
    Type.Array(RenamedCharacter, { title: 'The renamed characters', maxItems: limits.RENAMED_LIMIT }),
  ),
})
export type DraftAnswers = Static<typeof DraftAnswers>

/** What an upload asks before anything changes: send it again with DraftAnswers. */
export const DraftQuestions = Type.Object({
  /** The share of lines in common, 0 to 1, when it is too small for a draft of this script. */
  different: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  renamed: Type.Optional(Type.Array(RenamedCharacter)),
  /** The draft that was made from this same file: nothing to do. */
  same: Type.Optional(Draft),
  counts: Type.Optional(DraftCounts),
})
export type DraftQuestions = Static<typeof DraftQuestions>

export const NewDraftResponse = Success(
  Type.Object({ draft: Draft, drafts: Drafts, counts: Type.Optional(DraftCounts) }),
)
export const RenameDraftBody = Type.Object({ name: DraftName })

import type { DraftCounts, RenamedCharacter } from '@andscene/contracts/drafts'
import type { Director } from '../direction-save.ts'
import type { NewScript, ScriptHead, Upload } from '../script-store.ts'

/** Drafts of a script (decision 0101). The lines of the present draft are in the script, as of a script with one draft. */

/** A draft in the list of a script. */
export type DraftHead = {
  /** From 1, in the order of upload; a number is never used again. */
  number: number
  name: string
  uploadedAt: Date
  /** Who uploaded it; empty after the deletion of the account. */
  by: Director
  /** SHA-256 of the uploaded file. */
  fileHash: string
  /** keyOf of the upload; absent without an Idempotency-Key. */
  uploadKey?: string | undefined
  pages: number
  lineCount: number
  characterCount: number
  /** Bytes of content and file that count toward the owner's library. */
  bytes: number
  /** How it differs from `since`, the present draft when it was uploaded; absent for the first draft. */
  changes?: { since: number; counts: DraftCounts } | undefined
}

/** The present draft; `count`: how many drafts there are; `last`: the highest number that was ever used. */
export type PresentDraft = { number: number; name: string; count: number; last: number }

/** The draft of a script whose drafts were never stored. */
export const ONLY_DRAFT: Readonly<PresentDraft> = { number: 1, name: 'Draft 1', count: 1, last: 1 }

/** Facts of a stored draft. Its lines are read with findLines. */
export type DraftFacts = Pick<
  ScriptHead,
  'pages' | 'pageStarts' | 'lineCount' | 'characterCount' | 'characters' | 'language' | 'revisionSets'
> & { id: string; head: DraftHead }

export type NewDraft = Pick<
  NewScript,
  'lines' | 'pages' | 'pageStarts' | 'lineCount' | 'characters' | 'language' | 'revisionSets' | 'file'
> & {
  /** The present draft, and the new one's number, that the lines and their ids were made for. */
  basis: number
  /** `last` of the present draft, plus 1. */
  number: number
  name: string
  uploadedAt: Date
  by: { uid: string; name: string }
  upload: Upload
  /** How it differs from `basis`. */
  counts?: DraftCounts
  /** Characters that are called by another name since the present draft. */
  renamed: readonly RenamedCharacter[]
  requestId: string
}

/**
 * `repeated`: the draft that the same upload has made; `present-changed`: another draft became the present one or was
 * added: match the file again; `gone`: the script was deleted. Only `added` has changed something.
 */
export type AddedDraft =
  { outcome: 'added' | 'repeated'; head: DraftHead } | { outcome: 'present-changed' | 'too-many' | 'gone' }

/** `unknown`: there is no such draft; `only`: it is the only one. Then nothing has changed. */
export type ChangedDraft = 'changed' | 'unchanged' | 'unknown' | 'only' | 'gone'

/** Of a change of drafts. */
export type DraftChange = { requestId: string; at: Date }

import { isVoiced, type Ensemble } from '@andscene/screenplay/together/ensembles'
import type { RenamedCharacter } from '@andscene/contracts/drafts'
import type { RevisionSet } from '@andscene/contracts/revision-marks'
import type { Casting, ScriptListItem } from '@andscene/contracts/script'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import { createHash } from 'node:crypto'
import type { CastingChange } from './casting-save.ts'
import type { LeftVoice } from './drafts/cast-across.ts'
import type { DraftHead, PresentDraft } from './drafts/draft-store.ts'
import type { Director, Directions } from './direction-save.ts'
import type { Progress } from './documents/progress.ts'

/** A script without its lines. */
export type ScriptHead = {
  id: string
  ownerId: string
  /** The result of nameOf; absent in scripts of older releases until the owner's next visit. */
  ownerName?: string | undefined
  title: string
  uploadedAt: Date
  /** BCP 47 primary subtag; absent if it is unclear, and in scripts of older releases. */
  language?: string | undefined
  pages: number
  lineCount: number
  characterCount: number
  /** In the order of their first cue. */
  characters: string[]
  /** Those of the file that mark a line; absent if none does, and in scripts of older releases. */
  revisionSets?: RevisionSet[] | undefined
  casting: Casting
  /** Increases with every change of casting, pronunciations and directions; 0 before the first. */
  castingVersion: number
  /** Who last changed which slot of the casting, in no order. */
  castingChanges: CastingChange[]
  /** By word. */
  pronunciations: Pronunciation[]
  directions: Directions
  /** By their index in takes. */
  directors: readonly Director[]
  /** Index of the first line of each page, ascending; absent in scripts of older releases until it is added. */
  pageStarts?: readonly number[] | undefined
  draft: PresentDraft
  /** In the order of their numbers. */
  drafts: DraftHead[]
  /** See castAcross. */
  leftVoices: readonly LeftVoice[]
  renamed: readonly RenamedCharacter[]
}
/** Fields of a script that can be read separately. */
export type ScriptField = Exclude<keyof ScriptHead, 'id' | 'ownerId'>
export type ScriptWith<Field extends ScriptField> = Pick<ScriptHead, 'id' | 'ownerId' | Field>

export type NewScript = Omit<
  ScriptHead,
  | 'ownerName'
  | 'characterCount'
  | 'casting'
  | 'castingVersion'
  | 'castingChanges'
  | 'pronunciations'
  | 'directions'
  | 'directors'
  | 'pageStarts'
  | 'draft'
  | 'drafts'
  | 'leftVoices'
  | 'renamed'
> & {
  pageStarts: readonly number[]
  /** JSON array of the lines. One text, because lines are written once and read as a whole. */
  lines: string
  upload: Upload
  /** The uploaded file, compressed by script-file.ts; its size counts toward the owner's library. */
  file: Uint8Array
}

/** Identifies a repeated upload. */
export type Upload = {
  /** The client's Idempotency-Key. */
  key: string | undefined
  /** SHA-256 of the file. */
  fileHash: string
}

/** A script of a list. `page` of the last played line is unknown in records of older releases. */
export type ListedScript = Omit<ScriptListItem, 'lastPlayed' | 'newNotes'> & {
  lastPlayed?: Progress | undefined
}

export type ListPosition = { uploadedAt: Date; id: string }

/** Number of parts with a voice (contracts ScriptListItem), also those of which others speak all lines together. */
export function castCountOf(casting: Casting, ensembles?: ReadonlyMap<string, Ensemble>): number {
  const { characterAssignments, narrationVoiceId } = casting
  const together = [...(ensembles ?? [])].filter(
    ([name, ensemble]) => !Object.hasOwn(characterAssignments, name) && isVoiced(ensemble, casting),
  )
  return Object.keys(characterAssignments).length + together.length + (narrationVoiceId === undefined ? 0 : 1)
}

/**
 * Maximum number of cancelled keys of one user: the rate limit allows this many in five minutes, longer than any
 * attempt of an upload.
 */
export const CANCELLED_LIMIT = 300

/** Unique per owner and key, for the index; an upload without a key uses the script's own id. */
export const uploadKey = ({ id, ownerId, upload }: Pick<NewScript, 'id' | 'ownerId' | 'upload'>): string =>
  upload.key === undefined ? id : keyOf(ownerId, upload.key)

export const keyOf = (ownerId: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, key]))
    .digest('hex')

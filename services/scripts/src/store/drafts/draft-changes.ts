import { DRAFT_NUMBER_LIMIT, DRAFTS_LIMIT } from '@andscene/contracts/limits'
import type { RenamedCharacter } from '@andscene/contracts/drafts'
import {
  fromCasting,
  HEAD_FIELDS,
  headsOf,
  toCasting,
  toDraftHead,
  type ScriptDocument,
  type StoredHead,
} from '../documents/script-documents.ts'
import { nextVersion } from '../command-store.ts'
import { keyOf } from '../script-store.ts'
import { castAcross } from './cast-across.ts'
import { CONTENT, ensemblesIn, type DraftContent, type DraftDocument } from './draft-documents.ts'
import { ONLY_DRAFT, type AddedDraft, type NewDraft } from './draft-store.ts'

/** What a change of drafts reads of the script. */
export const CHANGED = [
  ...HEAD_FIELDS,
  ...(['ownerId', 'characters', 'casting', 'castingChanges'] as const),
  ...(['pronunciations', 'leftVoices', 'renamed'] as const),
] as const satisfies (keyof ScriptDocument)[]

export const projectionOf = (fields: readonly (keyof ScriptDocument)[]): Record<string, 1> =>
  Object.fromEntries(fields.map((field) => [field, 1]))

export const presentOf = ({ draft }: ScriptDocument) => draft ?? ONLY_DRAFT

/** Why a draft is not added; undefined if it is. */
export function refusalOf(
  script: ScriptDocument,
  { basis, number, by, upload }: NewDraft,
): AddedDraft | undefined {
  const heads = headsOf(script)
  const present = presentOf(script)
  const key = uploadKeyOf({ by, upload })
  const earlier = key === undefined ? undefined : heads.find(({ uploadKey }) => uploadKey === key)
  if (earlier) return { outcome: 'repeated', head: toDraftHead(earlier) }
  if (present.number !== basis || present.last + 1 !== number) return { outcome: 'present-changed' }
  if (heads.length >= DRAFTS_LIMIT || number > DRAFT_NUMBER_LIMIT) return { outcome: 'too-many' }
  return undefined
}

const uploadKeyOf = ({ by, upload: { key } }: Pick<NewDraft, 'by' | 'upload'>): string | undefined =>
  key === undefined ? undefined : keyOf(by.uid, key)

/** The head of a new draft. */
export function headOf(made: NewDraft, { key, bytes }: Pick<StoredHead, 'key' | 'bytes'>): StoredHead {
  const { number, name, uploadedAt, by, upload, pages, lineCount, characters, basis, counts } = made
  const uploadKey = uploadKeyOf(made)
  return {
    key,
    number,
    name,
    uploadedAt,
    by,
    fileHash: upload.fileHash,
    ...(uploadKey !== undefined && { uploadKey }),
    pages,
    lineCount,
    characterCount: characters.length,
    bytes,
    ...(counts && { changes: { since: basis, counts } }),
  }
}

export const contentOf = ({ characters, pageStarts, ...made }: NewDraft): DraftContent =>
  picked({ ...made, characters, characterCount: characters.length, pageStarts: JSON.stringify(pageStarts) })

const FIELDS = Object.keys(CONTENT) as (keyof DraftContent)[]

/** Returns only the content, without absent fields. */
export const picked = (from: { [Field in keyof DraftContent]: unknown }): DraftContent =>
  Object.fromEntries(
    FIELDS.flatMap((field) => (from[field] === undefined ? [] : [[field, from[field]]])),
  ) as DraftContent

type Present = {
  heads: StoredHead[]
  number: number
  document: DraftDocument & DraftContent
  renamed?: RenamedCharacter[]
}

/** The change of a script whose present draft is now the one of `document`. */
export function presentChange(found: ScriptDocument, { heads, number, document, renamed }: Present) {
  const { castingChanges = [], pronunciations = [], leftVoices = [] } = found
  const known = { castingChanges, pronunciations, leftVoices, renamed: renamed ?? found.renamed ?? [] }
  const cast = castAcross(
    { casting: toCasting(found.casting!), ...known },
    found.characters!,
    document.characters,
  )
  const { name } = heads.find((head) => head.number === number)!
  const last = Math.max(presentOf(found).last, number)
  return {
    set: {
      ...picked(document),
      casting: fromCasting(cast.casting, ensemblesIn(document)),
      castingChanges: [...cast.castingChanges],
      pronunciations: [...cast.pronunciations],
      leftVoices: [...cast.leftVoices],
      renamed: [...cast.renamed],
      drafts: heads,
      draft: { number, name, count: heads.length, last },
      castingVersion: nextVersion(found.castingVersion),
    },
    unset: FIELDS.filter((field) => document[field] === undefined),
  }
}

import type { RenamedCharacter } from '@andscene/contracts/drafts'
import type { Preferences } from '@andscene/contracts/preferences'
import type { CharacterSound } from '@andscene/contracts/character-sound'
import type { RevisionSet } from '@andscene/contracts/revision-marks'
import type { Casting } from '@andscene/contracts/script'
import { plainTitle } from '@andscene/contracts/text/isolated'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import type { CastingChange, CastingSave } from '../casting-save.ts'
import { directionsIn, type Director } from '../direction-save.ts'
import type { PendingCommand } from '../command-store.ts'
import type { LeftVoice } from '../drafts/cast-across.ts'
import { ONLY_DRAFT, type DraftHead, type PresentDraft } from '../drafts/draft-store.ts'
import { castCountOf, type ScriptField, type ScriptHead } from '../script-store.ts'

/**
 * The value of `pendingSince` when no command is pending: a value, because not every compatible server has partial
 * indexes.
 */
export const AT_NO_TIME = new Date(0)
/** The value for a command that was never sent: sorts before deferred ones. */
export const AT_ONCE = new Date(1)

/** Character names are stored as values, because field names may not contain every character. */
type CastingDocument = {
  assignments: { character: string; voiceId: string }[]
  narrationVoiceId?: string
  sceneHeadingVoiceId?: string
  languageByLine?: boolean
  deliveries?: boolean
  sounds?: ({ character: string } & CharacterSound)[]
  /** The result of castCountOf; absent in documents of older releases. */
  count?: number
}

/** `key`: the id of its document. */
export type StoredHead = DraftHead & { key: string }

/** A script, or what remains of a deleted one until its command is acknowledged: only the required fields. */
export type ScriptDocument = {
  _id: string
  uploadKey: string
  castingVersion: number
  /** When its command is due, or AT_NO_TIME. */
  pendingSince: Date
  pendingKind?: PendingCommand['kind']
  pendingRequestId?: string
  ownerId?: string
  ownerName?: string | undefined
  title?: string
  uploadedAt?: Date
  language?: string
  pages?: number
  characterCount?: number
  lineCount?: number
  characters?: string[]
  revisionSets?: RevisionSet[]
  casting?: CastingDocument
  castingChanges?: CastingChange[]
  /** By word; absent when there are none. */
  pronunciations?: Pronunciation[]
  /** directionsJson; absent if no line was directed. */
  directions?: string
  /** Who directed lines, in the order of the indexes in takes. */
  directors?: Director[]
  fileHash?: string
  lines?: string
  /** JSON array, as in NewScript; absent in scripts of older releases until it is added. */
  pageStarts?: string | undefined
  /** Set for a cancelled upload: its document reserves the owner's key, so that no script is stored with it. */
  cancelledAt?: Date
  cancelledBy?: string
  /** Bytes of a script's lines, characters and files, of all drafts; 0 in documents of older releases. */
  contentBytes?: number
  /** Absent until a second draft is added, like the following ones: then the script has draft 1, made of its own fields. */
  drafts?: StoredHead[]
  draft?: PresentDraft
  leftVoices?: LeftVoice[]
  renamed?: RenamedCharacter[]
}
/**
 * _id is the hash of the uid. The uid is stored until all data was erased: twice on a server, once in the embedded
 * database. `closedAt` is then the time of the last erasure.
 */
export type ClosedAccountDocument = {
  _id: string
  uid?: string
  requestId?: string
  closedAt: Date
  /** When the first erasure finished. */
  erasedAt?: Date
}
export type PreferencesDocument = {
  uid: string
  /** Absent if only the profile was changed. */
  preferences?: Preferences
  /** See profiles.ts. */
  profile?: ProfileDocument
}
export type ProfileDocument = {
  /** The name that others see. */
  name?: string
  /** The key of the links that stop the daily mail, in every mail the same; stays when it is stopped. */
  mailKey?: string
  /** Absent while the daily mail is off: notes after `since` are mailed when it is due. */
  daily?: { since: Date; dueAt: Date }
}

export const fromCasting = (casting: Casting, ensembles?: CastingSave['ensembles']): CastingDocument => {
  const { characterAssignments, characterSounds, ...voices } = casting
  const sounds = Object.entries(characterSounds ?? {})
  return {
    ...voices,
    ...(sounds.length > 0 && { sounds: sounds.map(([character, sound]) => ({ character, ...sound })) }),
    assignments: Object.entries(characterAssignments).map(([character, voiceId]) => ({ character, voiceId })),
    count: castCountOf(casting, ensembles),
  }
}

export const toCasting = ({ assignments, sounds, count: _count, ...voices }: CastingDocument): Casting => ({
  ...voices,
  ...(sounds && {
    characterSounds: Object.fromEntries(sounds.map(({ character, ...sound }) => [character, sound])),
  }),
  characterAssignments: Object.fromEntries(assignments.map(({ character, voiceId }) => [character, voiceId])),
})

/** The fields of which headsOf makes draft 1 of a script without stored drafts. */
export const HEAD_FIELDS = [
  ...(['draft', 'drafts', 'uploadedAt', 'ownerName', 'fileHash'] as const),
  ...(['pages', 'lineCount', 'characterCount', 'contentBytes'] as const),
] as const satisfies (keyof ScriptDocument)[]

/** The list of drafts; `key` is the one of draft 1, if that is not stored. */
export const headsOf = (script: ScriptDocument, key = ''): StoredHead[] =>
  script.drafts ?? [
    {
      key,
      number: ONLY_DRAFT.number,
      name: (script.draft ?? ONLY_DRAFT).name,
      uploadedAt: script.uploadedAt!,
      by: { uid: script.ownerId!, ...(script.ownerName !== undefined && { name: script.ownerName }) },
      fileHash: script.fileHash!,
      pages: script.pages!,
      lineCount: script.lineCount!,
      characterCount: script.characterCount!,
      bytes: script.contentBytes ?? 0,
    },
  ]

export const toDraftHead = ({ key: _key, ...head }: StoredHead): DraftHead => head

/** Returns these fields of a script. */
export function toHead(found: ScriptDocument, fields: readonly ScriptField[]): Partial<ScriptHead> {
  const values: Record<ScriptField, () => unknown> = {
    ownerName: () => found.ownerName,
    // Older releases stored titles as they were typed.
    title: () => found.title && plainTitle(found.title),
    uploadedAt: () => found.uploadedAt,
    language: () => found.language,
    pages: () => found.pages,
    lineCount: () => found.lineCount,
    characterCount: () => found.characterCount,
    characters: () => found.characters,
    casting: () => found.casting && toCasting(found.casting),
    castingVersion: () => found.castingVersion,
    castingChanges: () => found.castingChanges ?? [],
    pronunciations: () => found.pronunciations ?? [],
    directions: () => directionsIn(found.directions),
    directors: () => found.directors ?? [],
    pageStarts: () => found.pageStarts && (JSON.parse(found.pageStarts) as number[]),
    revisionSets: () => found.revisionSets,
    draft: () => found.draft ?? ONLY_DRAFT,
    drafts: () => headsOf(found).map(toDraftHead),
    leftVoices: () => found.leftVoices ?? [],
    renamed: () => found.renamed ?? [],
  }
  const read = fields.map((field) => [field, values[field]()] as const)
  return {
    id: found._id,
    ownerId: found.ownerId!,
    ...Object.fromEntries(read.filter(([, value]) => value !== undefined)),
  }
}

/** A deleted script has no owner. */
export const ALIVE = { ownerId: { $exists: true } } as const

/** Returns the pending command of a document. */
export const toCommand = (document: ScriptDocument): PendingCommand => ({
  scriptId: document._id,
  kind: document.pendingKind!,
  mark: document.castingVersion,
  requestId: document.pendingRequestId!,
})

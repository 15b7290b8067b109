import type { Preferences } from '@andscene/contracts/preferences'
import type { CharacterSound } from '@andscene/contracts/character-sound'
import type { RevisionSet } from '@andscene/contracts/revision-marks'
import type { Casting } from '@andscene/contracts/script'
import type { Pronunciation } from '@andscene/contracts/voices/pronunciation'
import type { DocumentDb } from '@andscene/service-kit/stores/documents'
import type { CastingChange, CastingSave } from '../casting-save.ts'
import type { Director } from '../direction-save.ts'
import type { PendingCommand } from '../command-store.ts'
import { castCountOf } from '../script-store.ts'
import { createNoteIndexes } from './note-documents.ts'
import { createShareIndexes } from './share-documents.ts'

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
  /** Bytes of a script's lines and characters; 0 in documents of older releases. */
  contentBytes?: number
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

/** A deleted script has no owner. */
export const ALIVE = { ownerId: { $exists: true } } as const

/** Returns the pending command of a document. */
export const toCommand = (document: ScriptDocument): PendingCommand => ({
  scriptId: document._id,
  kind: document.pendingKind!,
  mark: document.castingVersion,
  requestId: document.pendingRequestId!,
})

/** Does nothing if they exist. One call each, because some compatible servers fail if several of them exist. */
export async function createIndexes(db: DocumentDb): Promise<void> {
  const scripts = db.collection('scripts')
  await scripts.createIndex({ uploadKey: 1 }, { unique: true, name: 'upload' })
  // Contains all fields of a list, so that a server reads no documents.
  await scripts.createIndex(
    {
      ownerId: 1,
      uploadedAt: -1,
      _id: -1,
      title: 1,
      characterCount: 1,
      pages: 1,
      lineCount: 1,
      language: 1,
      'casting.count': 1,
    },
    { name: 'list with language' },
  )
  await scripts.createIndex({ ownerId: 1, _id: 1, contentBytes: 1 }, { name: 'usage' })
  await scripts.createIndex({ pendingSince: 1 }, { name: 'pending' })
  await scripts.createIndex({ 'castingChanges.uid': 1 }, { name: 'casters', sparse: true })
  await scripts.createIndex({ 'directors.uid': 1 }, { name: 'directors', sparse: true })
  await scripts.createIndex({ cancelledAt: 1 }, { name: 'cancelled', sparse: true })
  await scripts.createIndex({ cancelledBy: 1, cancelledAt: -1 }, { name: 'cancelled by', sparse: true })
  await db.collection('progress').createIndex({ scriptId: 1, uid: 1 }, { unique: true })
  await db.collection('progress').createIndex({ uid: 1 })
  const preferences = db.collection('preferences')
  await preferences.createIndex({ uid: 1 }, { unique: true })
  await preferences.createIndex({ 'profile.daily.dueAt': 1 }, { sparse: true })
  await preferences.createIndex({ 'profile.mailKey': 1 }, { sparse: true })
  await createShareIndexes(db)
  await createNoteIndexes(db)
}

import type { Preferences } from '@andscene/contracts/preferences'
import type { Casting } from '@andscene/contracts/script'
import type { PendingCommand, ScriptHead } from './script-store.ts'

/** The value of `pendingSince` while nothing is pending: a plain index serves every compatible server. */
export const AT_NO_TIME = new Date(0)
/** And of a command that was never sent: before all that are due again. */
export const AT_ONCE = new Date(1)

/** Character names are values here, never field names, which may not hold every sign. */
type CastingDocument = {
  assignments: { character: string; voiceId: string }[]
  narrationVoiceId?: string
  sceneHeadingVoiceId?: string
}

/** A script, or what is left of a deleted one until its command is acknowledged: then only the always-present fields. */
export type ScriptDocument = {
  _id: string
  uploadKey: string
  castingVersion: number
  /** When its command is due, or AT_NO_TIME. */
  pendingSince: Date
  pendingKind?: PendingCommand['kind']
  pendingRequestId?: string
  ownerId?: string
  title?: string
  uploadedAt?: Date
  pages?: number
  characterCount?: number
  lineCount?: number
  characters?: string[]
  casting?: CastingDocument
  fileHash?: string
  lines?: string
  /** Of a script's lines and characters; counts as 0 in documents that were written before it was kept. */
  contentBytes?: number
}
export type ProgressDocument = {
  scriptId: string
  uid: string
  lastPlayedLineIndex: number
  lastUpdated: Date
}
export type PreferencesDocument = { uid: string; preferences: Preferences }

export const fromCasting = ({ characterAssignments, ...voices }: Casting): CastingDocument => ({
  ...voices,
  assignments: Object.entries(characterAssignments).map(([character, voiceId]) => ({ character, voiceId })),
})

const toCasting = ({ assignments, ...voices }: CastingDocument): Casting => ({
  ...voices,
  characterAssignments: Object.fromEntries(assignments.map(({ character, voiceId }) => [character, voiceId])),
})

/** Of a script that is not deleted. */
export const toHead = (document: ScriptDocument): ScriptHead => {
  const alive = document as Required<ScriptDocument>
  return {
    id: alive._id,
    ownerId: alive.ownerId,
    title: alive.title,
    uploadedAt: alive.uploadedAt,
    pages: alive.pages,
    lineCount: alive.lineCount,
    characters: alive.characters,
    casting: toCasting(alive.casting),
    castingVersion: alive.castingVersion,
  }
}

/** Of a document that has a command pending. */
export const toCommand = (document: ScriptDocument): PendingCommand => ({
  scriptId: document._id,
  kind: document.pendingKind!,
  mark: document.castingVersion,
  requestId: document.pendingRequestId!,
})

import type { Casting, ScriptListItem } from '@andscene/contracts/script'
import { createHash } from 'node:crypto'
import type { CastingChange, CastingSave, SavedCasting } from './casting-save.ts'
import type { LibraryLimits, LibraryUsage } from './library.ts'
import type { Progress } from './documents/progress.ts'

/** A script without its lines. */
export type ScriptHead = {
  id: string
  ownerId: string
  /** As nameOf; absent until the owner's next visit in scripts of older releases. */
  ownerName?: string | undefined
  title: string
  uploadedAt: Date
  pages: number
  lineCount: number
  characterCount: number
  /** In the order of their first cue. */
  characters: string[]
  casting: Casting
  /** Rises with every saved casting; 0 before the first. */
  castingVersion: number
  /** Who changed which slot of the casting last, in no order. */
  castingChanges: CastingChange[]
  /** Index of the first line of each page, rising; absent in scripts of older releases until it is filled in. */
  pageStarts?: readonly number[] | undefined
}
/** The fields of a script that can be read separately. */
export type ScriptField = Exclude<keyof ScriptHead, 'id' | 'ownerId'>
export type ScriptWith<Field extends ScriptField> = Pick<ScriptHead, 'id' | 'ownerId' | Field>

export type NewScript = Omit<
  ScriptHead,
  'ownerName' | 'characterCount' | 'casting' | 'castingVersion' | 'castingChanges' | 'pageStarts'
> & {
  pageStarts: readonly number[]
  /** JSON array of the lines. One text, because lines are written once and read whole, never one by one. */
  lines: string
  upload: Upload
  /** The uploaded file, compressed as script-file.ts does it; it counts to the bytes of the owner's library. */
  file: Uint8Array
}

/** What makes a repeated upload the same one. */
export type Upload = {
  /** What the client sent as Idempotency-Key. */
  key: string | undefined
  /** SHA-256 of the file. */
  fileHash: string
}

/** A script of a list. `page` of the last played line is unknown in records of older releases. */
export type ListedScript = Omit<ScriptListItem, 'lastPlayed'> & {
  lastPlayed?: Progress | undefined
}

export type ListPosition = { uploadedAt: Date; id: string }

/** Stores scripts and their castings. Does not check permissions. */
export interface ScriptStore {
  /**
   * Returns the script's id, or with `created: false` that of the first script when the owner has used the key
   * before. Throws DocumentTooLarge; UNAUTHENTICATED when the owner's account is closed; UploadCancelled when the
   * owner has cancelled the key; LibraryFull when the owner would exceed `limits`, also with concurrent inserts.
   */
  insert(script: NewScript, limits?: LibraryLimits): Promise<{ id: string; created: boolean }>
  usage(ownerId: string): Promise<LibraryUsage>
  /** The script of an earlier upload with this key, if it still exists. */
  findUpload(ownerId: string, key: string): Promise<{ id: string; fileHash: string } | undefined>
  /**
   * From now on an upload with this key stores nothing, until the key is forgotten; an existing script of the key is
   * removed as by `remove`. Returns whether there was one. The latest CANCELLED_LIMIT keys of an owner are stored.
   * UNAUTHENTICATED when the owner's account is closed.
   */
  cancelUpload(ownerId: string, key: string, requestId: string, now: Date): Promise<boolean>
  /** Forgets the keys that were cancelled before a moment, or those of a person. */
  forgetCancelled(which: { before: Date } | { ownerId: string }): Promise<void>
  /** Newest first, then by id, with the owner's progress; starts behind `after`. Reads no lines. */
  list(ownerId: string, options: { limit: number; after?: ListPosition | undefined }): Promise<ListedScript[]>
  /** Of the existing scripts, in no order. */
  heads(ids: readonly string[]): Promise<ScriptWith<'castingVersion'>[]>
  /** The owner, and of the rest only `fields`: a long script has thousands of characters to parse. */
  find<Field extends ScriptField>(
    id: string,
    fields: readonly Field[],
  ): Promise<ScriptWith<Field> | undefined>
  /** JSON array of the lines. */
  findLines(id: string): Promise<string | undefined>
  /** The uploaded file as `insert` was given it; undefined for a script of a release that did not keep it. */
  findFile(id: string): Promise<Uint8Array | undefined>
  /** Removes files from before a moment whose script was not stored because its process crashed. */
  sweepFiles(before: Date): Promise<void>
  /** Adds what a script of an older release lacks. */
  fillPageStarts(id: string, pageStarts: readonly number[]): Promise<void>
  rename(id: string, title: string): Promise<boolean>
  /** Stores the owner's name. */
  nameOwner(id: string, name: string): Promise<void>
  /**
   * Saves a casting, merged with what others have saved meanwhile, and leaves a pending command: both or, when a slot
   * conflicts, neither, also with concurrent saves. Undefined when the script was deleted; UNAUTHENTICATED when the
   * account of the caster is closed.
   */
  saveCasting(id: string, save: CastingSave): Promise<SavedCasting | undefined>
  /** Castings stay; who made them is forgotten. */
  forgetCaster(uid: string): Promise<void>
  /** Removes the script and leaves a pending command, both or neither. */
  remove(id: string, requestId: string): Promise<boolean>
}

/** Parts with a voice, as in a list (contracts ScriptListItem). */
export const castCountOf = ({ characterAssignments, narrationVoiceId }: Casting): number =>
  Object.keys(characterAssignments).length + (narrationVoiceId === undefined ? 0 : 1)

/**
 * Cancelled keys of one user: the number that the rate limit admits in five minutes, longer than any attempt of an
 * upload.
 */
export const CANCELLED_LIMIT = 300

/** One value per owner and key, for a unique index; an upload without a key has the script's own id. */
export const uploadKey = ({ id, ownerId, upload }: Pick<NewScript, 'id' | 'ownerId' | 'upload'>): string =>
  upload.key === undefined ? id : keyOf(ownerId, upload.key)

export const keyOf = (ownerId: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, key]))
    .digest('hex')

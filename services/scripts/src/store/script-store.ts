import type { Casting, ScriptListItem } from '@andscene/contracts/script'
import { createHash } from 'node:crypto'
import type { LibraryLimits, LibraryUsage } from './library.ts'

/** A script without its lines. */
export type ScriptHead = {
  id: string
  ownerId: string
  title: string
  uploadedAt: Date
  pages: number
  lineCount: number
  characterCount: number
  /** In the order of their first cue. */
  characters: string[]
  casting: Casting
  /** Changes with every saved casting; 0 before the first. */
  castingVersion: number
}
/** What is read of a script on demand. */
export type ScriptField = Exclude<keyof ScriptHead, 'id' | 'ownerId'>
export type ScriptWith<Field extends ScriptField> = Pick<ScriptHead, 'id' | 'ownerId' | Field>

export type NewScript = Omit<ScriptHead, 'characterCount' | 'casting' | 'castingVersion'> & {
  /** JSON array of the lines. One text, because lines are written once and read whole: nobody has to walk them here. */
  lines: string
  upload: Upload
}

/** What makes a repeated upload the same one. */
export type Upload = {
  /** What the client sent as Idempotency-Key. */
  key: string | undefined
  /** SHA-256 of the file. */
  fileHash: string
}

export type ListPosition = { uploadedAt: Date; id: string }

/** Keeps scripts and their castings. Knows nothing of permissions. */
export interface ScriptStore {
  /**
   * Returns the script's id, and `created: false` with the first one's when the owner has used the key before. Throws
   * DocumentTooLarge; UNAUTHENTICATED when the owner's account is closed; LibraryFull when the owner would have more than `limits`, however many inserts run at once.
   */
  insert(script: NewScript, limits?: LibraryLimits): Promise<{ id: string; created: boolean }>
  usage(ownerId: string): Promise<LibraryUsage>
  /** What an earlier upload under this key made, while that script is there. */
  findUpload(ownerId: string, key: string): Promise<{ id: string; fileHash: string } | undefined>
  /** Newest first, then by id; starts behind `after`. Reads no lines. */
  list(
    ownerId: string,
    options: { limit: number; after?: ListPosition | undefined },
  ): Promise<ScriptListItem[]>
  /** Whose script it is, and of the rest no more than `fields`: a long script has thousands of characters to parse. */
  find<Field extends ScriptField>(
    id: string,
    fields: readonly Field[],
  ): Promise<ScriptWith<Field> | undefined>
  /** JSON array of the lines. */
  findLines(id: string): Promise<string | undefined>
  rename(id: string, title: string): Promise<boolean>
  /** Replaces the whole casting and leaves a pending command, both or neither. */
  saveCasting(id: string, casting: Casting, requestId: string): Promise<boolean>
  /** Removes the script and leaves a pending command, both or neither. */
  remove(id: string, requestId: string): Promise<boolean>
}

/** One value per owner and key, for a unique index; an upload without a key has the script's own id. */
export const uploadKey = ({ id, ownerId, upload }: Pick<NewScript, 'id' | 'ownerId' | 'upload'>): string =>
  upload.key === undefined ? id : keyOf(ownerId, upload.key)

export const keyOf = (ownerId: string, key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([ownerId, key]))
    .digest('hex')

import type { Casting, ScriptListItem } from '@andscene/contracts/script'
import { randomInt } from 'node:crypto'
import type { Preferences } from '@andscene/contracts/preferences'

/** A script without its lines. */
export type ScriptHead = {
  id: string
  ownerId: string
  title: string
  uploadedAt: Date
  pages: number
  lineCount: number
  /** In the order of their first cue. */
  characters: string[]
  casting: Casting
  /** Changes with every saved casting; 0 before the first. */
  castingVersion: number
}

export type NewScript = Pick<
  ScriptHead,
  'id' | 'ownerId' | 'title' | 'uploadedAt' | 'pages' | 'lineCount' | 'characters'
> & {
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

/** A command that its consumer has not acknowledged. It is written in one with what caused it (product §10). */
export type PendingCommand = {
  scriptId: string
  kind: 'casting' | 'deleted'
  /** Tells this command from a later one of the same kind. Of a casting: its version. */
  mark: number
  requestId: string
}
/** Which command, without who asked for it. */
export type CommandKey = Pick<PendingCommand, 'scriptId' | 'kind' | 'mark'>

/**
 * Tells one write from all others: microseconds, of which the last three digits are random. Not a counter, because two
 * saves at once would have to count one after the other, which not every MongoDB-compatible server promises.
 */
export const newMark = (): number => Date.now() * 1_000 + randomInt(1_000)

export type ListPosition = { uploadedAt: Date; id: string }
export type Progress = { lastPlayedLineIndex: number; lastUpdated: Date }

/** Most bytes of lines and character names in one script: MongoDB's 16 MiB per document, less room for its casting. */
export const CONTENT_LIMIT_BYTES = 14 * 1024 ** 2

/** The script is over the limit of one document. */
export class DocumentTooLarge extends Error {
  override readonly name = 'DocumentTooLarge'
}

/**
 * Returns the bytes of a script's content. Every implementation has the same bound, so that a script can move from one
 * to the other.
 */
export function assertFits(script: Pick<NewScript, 'lines' | 'characters'>): number {
  const bytes = Buffer.byteLength(script.lines) + Buffer.byteLength(JSON.stringify(script.characters))
  if (bytes > CONTENT_LIMIT_BYTES) throw new DocumentTooLarge(`${bytes} bytes of content`)
  return bytes
}

/** What one person has: scripts, and bytes of their content. */
export type LibraryUsage = { scripts: number; bytes: number }
/** The most that one person may have. */
export type LibraryLimits = LibraryUsage
export type LibraryReason = keyof LibraryLimits

/** The person has as much as they may. */
export class LibraryFull extends Error {
  override readonly name = 'LibraryFull'
  readonly reason: LibraryReason
  constructor(reason: LibraryReason) {
    super(`the limit of ${reason} is reached`)
    this.reason = reason
  }
}

/** Throws LibraryFull when a library has grown over its limits. */
export function assertWithin(usage: LibraryUsage, limits: LibraryLimits): void {
  if (usage.scripts > limits.scripts) throw new LibraryFull('scripts')
  if (usage.bytes > limits.bytes) throw new LibraryFull('bytes')
}

/** Keeps scripts, castings, progress and preferences. Knows nothing of permissions. */
export interface ScriptStore {
  /**
   * Returns the script's id, and `created: false` with the first one's when the owner has used the key before. Throws
   * DocumentTooLarge; LibraryFull when the owner would have more than `limits`, however many inserts run at once.
   */
  insert(script: NewScript, limits?: LibraryLimits): Promise<{ id: string; created: boolean }>
  usage(ownerId: string): Promise<LibraryUsage>
  /** What an earlier upload under this key made, while that script is there. */
  findUpload(ownerId: string, key: string): Promise<{ id: string; fileHash: string } | undefined>
  /** Newest first, then by id; starts behind `after`. Reads no lines. */
  list(ownerId: string, options: { limit: number; after?: ListPosition }): Promise<ScriptListItem[]>
  find(id: string): Promise<ScriptHead | undefined>
  /** JSON array of the lines. */
  findLines(id: string): Promise<string | undefined>
  rename(id: string, title: string): Promise<boolean>
  /** Replaces the whole casting and leaves a pending command, both or neither. */
  saveCasting(id: string, casting: Casting, requestId: string): Promise<boolean>
  /** Removes the script and leaves a pending command, both or neither. */
  remove(id: string, requestId: string): Promise<boolean>

  /** Commands due at `now`: first those that were never sent, then those that were deferred longest ago. */
  due(now: Date, limit: number): Promise<PendingCommand[]>
  /** The command was sent; it is due again at `until` unless it is acknowledged before. A later one of the same script stays as it is. */
  defer(command: CommandKey, until: Date): Promise<void>
  /** The command is carried out durably, and forgotten. A later one of the same script stays pending; an unknown one is no failure. */
  acknowledge(command: CommandKey): Promise<void>

  progress(uid: string, scriptId: string): Promise<Progress | undefined>
  saveProgress(uid: string, scriptId: string, progress: Progress): Promise<void>
  preferences(uid: string): Promise<Preferences | undefined>
  savePreferences(uid: string, preferences: Preferences): Promise<void>

  /** Rejects when the database cannot be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

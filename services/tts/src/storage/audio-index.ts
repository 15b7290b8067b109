import type { ClipRow } from '@andscene/contracts/internal'
import { hash, randomInt } from 'node:crypto'

/** A stored clip. Previews belong to no script. */
export type StoredClip = ClipRow & { scriptId?: string }

/** At most `limit` clips whose paths follow `after`. */
export type ClipsPage = { after?: string | undefined; limit: number }

/** Identifies the state of a script's clips by numbers of `newVersion`; 0 before the first change. */
export type ClipsVersion = {
  /** Changes whenever a clip of the script is put or removed. */
  changed: number
  /** Changes whenever a clip is removed. */
  removed: number
}

/** What a running job has to know about its script. */
export type ScriptState = {
  /** Increases when the script's clips are cleared: jobs that started before must not store a clip. */
  epoch: number
  /** The same for the clips of one spoken text; 0 without a text. Starts again with each epoch of the script. */
  textEpoch: number
  erased: boolean
}

export interface Clips {
  find(path: string): Promise<StoredClip | undefined>
  /** Clips of a script: all of them, unordered, or a page in the order of their paths. */
  ofScript(scriptId: string, page?: ClipsPage): Promise<StoredClip[]>
  /** A script's clips of some spoken texts, in every voice; unordered. */
  ofTexts(scriptId: string, textHashes: readonly string[]): Promise<StoredClip[]>
  /**
   * Paths of a script's clips in pages of some hundreds, unordered; with `since` those put at this version or later.
   */
  pathsOf(scriptId: string, since?: number): AsyncIterable<readonly string[]>
  /** All clips and previews in pages of some hundreds, in the order of their paths. */
  everyClip(): AsyncIterable<readonly StoredClip[]>
  versionOf(scriptId: string): Promise<ClipsVersion>
  /** Adds or replaces the row of `clip.path`, and counts its duration as usage of `usedBy`. */
  put(clip: StoredClip, usedBy?: UsageKey): Promise<void>
  remove(paths: readonly string[]): Promise<void>
  removeScript(scriptId: string): Promise<void>
}

export interface ScriptStates {
  stateOf(scriptId: string, textHash?: string): Promise<ScriptState>
  /**
   * Starts a new epoch and ends the narration in progress. Erasing again restarts the time until the script is
   * forgotten.
   */
  raiseEpoch(scriptId: string, options: { erased: boolean }): Promise<void>
  /** Forgets scripts without clips that were erased before this time (ms). Sets a missing time of erasure to `now`. */
  forgetErased(before: number, now: number): Promise<void>
  raiseTextEpoch(scriptId: string, textHash: string): Promise<void>
}

export interface Narrations {
  /** Records that a narration is in progress since `at` (ms). The reconciler plans it again until it is closed. */
  openNarration(scriptId: string, at: number): Promise<void>
  /** Closes the narration that was opened at `openedAt`, unless it was opened or claimed again since then. */
  closeNarration(scriptId: string, openedAt: number): Promise<void>
  isUnderWay(scriptId: string): Promise<boolean>
  /**
   * Returns narrations not checked since `before` and marks them as checked at `now`. Rarely, two processes get the
   * same.
   */
  claimNarrations(before: number, now: number, limit: number): Promise<string[]>
}

export interface DefaultVoices {
  defaultVoice(uid: string): Promise<string | undefined>
  /** Null removes the choice. Stores nothing for a closed account. */
  setDefaultVoice(uid: string, voiceId: string | null): Promise<void>
}

/**
 * Deleted accounts (product §10), for which nothing is stored. Kept as hashes, as long as their tokens may be valid.
 */
export interface ClosedAccounts {
  isClosed(uid: string): Promise<boolean>
  /**
   * Closes the account (ms); deletes its default voice and usage. Repeating it restarts the time until it is forgotten.
   */
  closePerson(uid: string, at: number): Promise<void>
  /** Removes the rows and notes of all previews below a folder. */
  removePreviews(folder: string): Promise<void>
  /** Forgets accounts that were last closed before this time (ms). */
  forgetClosed(before: number): Promise<void>
}

/** A user and a day in UTC (`2026-01-02`). */
export type UsageKey = { ownerId: string; day: string }

/** Duration of new audio per user and day (ms). Increments are atomic across processes. */
export interface UsageLedger {
  usage(use: UsageKey): Promise<number>
  /** Counts nothing for a closed account. */
  addUsage(use: UsageKey, durationMs: number): Promise<void>
  forgetUsage(beforeDay: string): Promise<void>
}

/** A preview that is stored, or that a process was about to store when it died. */
export type StoredPreview = {
  path: string
  bytes: number
  /** Time of last playback, to the hour (ms since 1970). */
  usedAt: number
}

/** Previews and their last use: noted before the object is written, removed after the object is removed. */
export interface PreviewLedger {
  notePreview(preview: StoredPreview): Promise<void>
  /** Updates the last use, unless the noted one is `unlessSince` or later. */
  usePreview(path: string, usedAt: number, unlessSince: number): Promise<void>
  oldestPreviews(limit: number): Promise<StoredPreview[]>
  previewBytes(): Promise<number>
  /** Does nothing if the preview was used or made again since it was read. */
  forgetPreview(preview: StoredPreview): Promise<void>
}

/** Identifies an account whose id must not be stored. */
export const uidHash = (uid: string): string => hash('sha256', uid)

/**
 * The database of tts (architecture §4): durable, shared by processes. Throws StoreUnavailable while unavailable or
 * full.
 */
export interface AudioIndex
  extends Clips, ScriptStates, Narrations, DefaultVoices, ClosedAccounts, UsageLedger, PreviewLedger {
  check(): Promise<void>
  close(): Promise<void>
}

let lastVersion = 0

/**
 * Returns a unique version for a change of clips: microseconds with three random digits. Concurrent changes could share
 * a count. Across processes, versions increase only approximately, as their clocks differ.
 */
export function newVersion(): number {
  lastVersion = Math.max(Date.now() * 1_000 + randomInt(1_000), lastVersion + 1)
  return lastVersion
}

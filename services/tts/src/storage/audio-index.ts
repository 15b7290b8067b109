import type { ClipRow } from '@andscene/contracts/internal'
import { hash, randomInt } from 'node:crypto'

/** A stored clip. Previews belong to no script. */
export type StoredClip = ClipRow & { scriptId?: string }

/** At most `limit` clips, of those whose paths come behind `after`. */
export type ClipsPage = { after?: string | undefined; limit: number }

/** Tells whether a script's clips have changed: by numbers as of `newVersion`, 0 before the first change. */
export type ClipsVersion = {
  /** Changes with every clip of the script that is put or removed. */
  changed: number
  /** Changes with every clip that is removed. */
  removed: number
}

/** What a running job must know of its script. */
export type ScriptState = {
  /** Rises whenever the script's clips are cleared: a job that began before must not leave a clip behind. */
  epoch: number
  /** The same for the clips of one spoken text; 0 without a text. Starts again with each epoch of the script. */
  textEpoch: number
  erased: boolean
}

export interface Clips {
  find(path: string): Promise<StoredClip | undefined>
  /** Clips of a script: all, in no order; or a page of them, in the order of their paths. */
  ofScript(scriptId: string, page?: ClipsPage): Promise<StoredClip[]>
  /** A script's clips of some spoken texts, in every voice; in no order. */
  ofTexts(scriptId: string, textHashes: readonly string[]): Promise<StoredClip[]>
  /** Paths of a script's clips, some hundreds at a time, unordered; with `since` those put at this version or later. */
  pathsOf(scriptId: string, since?: number): AsyncIterable<readonly string[]>
  /** Every clip and preview, some hundreds at a time, in the order of their paths. */
  everyClip(): AsyncIterable<readonly StoredClip[]>
  versionOf(scriptId: string): Promise<ClipsVersion>
  /** Adds or replaces the row of `clip.path`, and counts its sound for who it was made for. */
  put(clip: StoredClip, usedBy?: UsageKey): Promise<void>
  remove(paths: readonly string[]): Promise<void>
  removeScript(scriptId: string): Promise<void>
}

export interface ScriptStates {
  stateOf(scriptId: string, textHash?: string): Promise<ScriptState>
  /** Starts a new epoch and ends the narration under way. Erased again, the script is remembered from now on. */
  raiseEpoch(scriptId: string, options: { erased: boolean }): Promise<void>
  /** Forgets scripts erased before this moment (ms) that have no clips; without a time of erasure it is `now`. */
  forgetErased(before: number, now: number): Promise<void>
  raiseTextEpoch(scriptId: string, textHash: string): Promise<void>
}

export interface Narrations {
  /** Narration of this script is under way since `at` (ms); the reconciler looks after it until it is closed. */
  openNarration(scriptId: string, at: number): Promise<void>
  /** Ends what was opened at `openedAt`; one that was opened or claimed since then stays under way. */
  closeNarration(scriptId: string, openedAt: number): Promise<void>
  isUnderWay(scriptId: string): Promise<boolean>
  /** Narrations not checked since `before`; they count as checked `now`. Two processes may rarely get the same. */
  claimNarrations(before: number, now: number, limit: number): Promise<string[]>
}

export interface DefaultVoices {
  defaultVoice(uid: string): Promise<string | undefined>
  /** Null takes the choice back. Nothing is kept for a person who is closed. */
  setDefaultVoice(uid: string, voiceId: string | null): Promise<void>
}

/** Deleted accounts (product §10), for which nothing is stored. By hash, for as long as their tokens may live. */
export interface ClosedPeople {
  isClosed(uid: string): Promise<boolean>
  /** Closes the account (ms); forgets its default voice and usage. Again: restarts the time until it is forgotten. */
  closePerson(uid: string, at: number): Promise<void>
  /** Removes the rows and notes of all previews below a folder. */
  removePreviews(folder: string): Promise<void>
  /** Forgets who was closed last before this moment (ms). */
  forgetClosed(before: number): Promise<void>
}

/** A person and a day in UTC (`2026-01-02`). */
export type UsageKey = { ownerId: string; day: string }

/** How much was newly made for whom. Increments are atomic; several processes count at the same time. */
export interface UsageLedger {
  usage(use: UsageKey): Promise<number>
  /** Counts nothing for a person who is closed. */
  addUsage(use: UsageKey, durationMs: number): Promise<void>
  forgetUsage(beforeDay: string): Promise<void>
}

/** A preview that is stored, or was about to be when its process died. */
export type KeptPreview = {
  path: string
  bytes: number
  /** When it was last heard, to the hour (ms since 1970). */
  usedAt: number
}

/** Previews and their last use: noted before the object is written, forgotten after it is removed. */
export interface PreviewLedger {
  notePreview(preview: KeptPreview): Promise<void>
  /** Notes a later use, unless the one that is noted is `unlessSince` or later. */
  usePreview(path: string, usedAt: number, unlessSince: number): Promise<void>
  oldestPreviews(limit: number): Promise<KeptPreview[]>
  previewBytes(): Promise<number>
  /** Unless it was used or made again since it was seen like this. */
  forgetPreview(preview: KeptPreview): Promise<void>
}

/** Identifies an account whose id must not be stored any more. */
export const uidHash = (uid: string): string => hash('sha256', uid)

/** The database of tts (architecture §4), durable, shared by processes. StoreUnavailable while unavailable or full. */
export interface AudioIndex
  extends Clips, ScriptStates, Narrations, DefaultVoices, ClosedPeople, UsageLedger, PreviewLedger {
  check(): Promise<void>
  close(): Promise<void>
}

let lastVersion = 0

/**
 * A version of a script's clips: one that no other change of this process has. Microseconds, of which the last three
 * digits are random, so that two processes hardly ever share one. Not a count, which two concurrent changes would share; by
 * the clock of the process, so between processes they rise only about.
 */
export function newVersion(): number {
  lastVersion = Math.max(Date.now() * 1_000 + randomInt(1_000), lastVersion + 1)
  return lastVersion
}

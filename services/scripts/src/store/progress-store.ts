export type Progress = {
  lastPlayedLineIndex: number
  /** The page of that line, from 1; absent when none was played, and in records of older releases. */
  page?: number | undefined
  lastUpdated: Date
}

/** How far a user or guest listened in a script. */
export type Hearing = {
  uid: string
  /** The furthest line ever played; in records of older releases, the last one. */
  furthestLineIndex: number
  lastUpdated: Date
}

/** Stores the last played line of each user in each script. */
export interface ProgressStore {
  find(uid: string, scriptId: string): Promise<Progress | undefined>
  /** Does nothing when the script was deleted. */
  save(uid: string, scriptId: string, progress: Progress): Promise<void>
  /** Of everybody who ever played a line of the script. */
  hearings(scriptId: string): Promise<Hearing[]>
  /** Of all scripts. */
  removeOf(uid: string): Promise<void>
  /** The place of a guest becomes that of an account; of two the later one stays, and the furthest line of both. */
  handOver(scriptId: string, guestId: string, uid: string): Promise<void>
  /** Adds the page of a line, if that is still the last one played. */
  fillPage(uid: string, scriptId: string, lineIndex: number, page: number): Promise<void>
}

export type Progress = {
  lastPlayedLineIndex: number
  /** Where that line stands, from 1; absent when none was played, and in what was saved before pages were kept. */
  page?: number | undefined
  lastUpdated: Date
}

/** How far somebody listened in a script. */
export type Hearing = {
  uid: string
  /** The furthest line that they ever played; of what was saved before this was kept, the last one. */
  furthestLineIndex: number
  lastUpdated: Date
}

/** Keeps the last played line of each person in each script. */
export interface ProgressStore {
  find(uid: string, scriptId: string): Promise<Progress | undefined>
  /** Does nothing when the script is gone. */
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

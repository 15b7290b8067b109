export type Progress = { lastPlayedLineIndex: number; lastUpdated: Date }

/** Keeps the last played line of each person in each script. */
export interface ProgressStore {
  find(uid: string, scriptId: string): Promise<Progress | undefined>
  /** Does nothing when the script is gone. */
  save(uid: string, scriptId: string, progress: Progress): Promise<void>
  /** Of all scripts. */
  removeOf(uid: string): Promise<void>
}

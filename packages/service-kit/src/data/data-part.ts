/**
 * The data of a service as a whole, for backups, restores and moves (decision 0053). Documents travel as one SQLite
 * file with the tables of the embedded store, whichever store holds them; objects travel by name. Only the service
 * itself knows its stores.
 */
export type DataPart = {
  /** Migrations that this release knows. */
  schema: number
  state(): Promise<DataState>
  /**
   * Writes the documents into a new `file`: of one moment, where the store can be held still until `held` resolves; else so that
   * nothing in it refers to something that it lacks.
   */
  copyOut(file: string, moment: CopyMoment): Promise<void>
  /** How many documents of each kind are in such a file. */
  count(file: string): Promise<Record<string, number>>
  /**
   * Objects that rows of such a file name, as they are now. Rows whose object no longer exists are removed from the
   * file.
   */
  objects?(file: string): AsyncIterable<DataObject>
  /**
   * Begins to restore a copy: into empty stores, or into those that an interrupted restore `from` the same source left.
   * On servers a mark names the source until `finish`.
   */
  takeIn(from: string): Promise<DataSink>
  /** All parts are restored: removes the mark. */
  finish(): Promise<void>
  /** Removes everything that servers store. Files are kept, because a restore moves them aside. */
  empty(): Promise<void>
  /** Looks for inconsistent data while the service runs; with `repair` it repairs what is safe to repair. */
  examine(options: ExamineOptions): Promise<Finding[]>
  /** Scripts that exist, or whose deletion is in progress; only from the service that owns them. */
  scriptIds?(): Promise<string[]>
}

export type CopyMoment = {
  /** Resolves when all parts have reached this point. */
  held(): Promise<void>
  /** As DataPart.scriptIds of their owner, called after that has read everything. */
  scriptIds(): Promise<ReadonlySet<string>>
}

export type ExamineOptions = {
  repair: boolean
  /** Data written after this moment may be incomplete. */
  before: Date
  /** As DataPart.scriptIds of their owner, asked now. */
  scriptIds(): Promise<ReadonlySet<string>>
}

/** One kind of damage, also when there is none of it. */
export type Finding = { what: string; found: number; repaired: number; examples: string[] }

export type DataObject = { name: string; bytes: Uint8Array }

/** Whether there is data; for servers that are being filled, from what. */
export type DataState = { documents: boolean; objects?: boolean; filling?: string | undefined }

export type DataSink = {
  object?(object: DataObject): Promise<void>
  /** The documents, after all objects. Rejects when the stored data differs from the file, which may be moved. */
  documents(file: string): Promise<void>
}

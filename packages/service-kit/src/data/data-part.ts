import type { Readable, Writable } from 'node:stream'

/**
 * What a service does with its data as a whole, for backups, restores and moves (decision 0053). Documents travel as one SQLite file
 * with the tables of the embedded store, wherever they are kept; objects by their names. Nobody but the service knows
 * either of its stores.
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
  /** Objects that rows of such a file name, as they are now. Rows whose object is gone by then leave the file. */
  objects?(file: string): AsyncIterable<DataObject>
  /** Takes in what comes out of the others. Repeating it finishes what was interrupted. */
  takeIn(): Promise<DataSink>
  /** All parts have taken in what they were to: what DataSink.begin has noted goes. */
  finish?(): Promise<void>
  /** Removes everything that servers keep; files are left, as whoever restores moves them aside. */
  empty(): Promise<void>
  /** Looks for what does not belong together, beside the service that runs; with `repair` it mends what can be mended safely. */
  examine(options: ExamineOptions): Promise<Finding[]>
  /** Scripts that are there, or whose deletion is under way; of the service that owns them. */
  scriptIds?(): Promise<string[]>
}

export type CopyMoment = {
  /** Resolves when all parts have come so far. */
  held(): Promise<void>
  /** As DataPart.scriptIds of their owner, asked when that has read everything; undefined where nothing goes meanwhile. */
  scriptIds: (() => Promise<ReadonlySet<string>>) | undefined
}

export type ExamineOptions = {
  repair: boolean
  /** What was written after this moment may be half of something that is still being written. */
  before: Date
  /** As DataPart.scriptIds of their owner, asked now. */
  scriptIds(): Promise<ReadonlySet<string>>
}

/** One kind of damage, also when there is none of it. */
export type Finding = { what: string; found: number; repaired: number; examples: string[] }

/** Name of the entry with the documents; objects are below OBJECTS. */
export const DOCUMENTS = 'documents.sqlite'
export const OBJECTS = 'clips/'

export type DataObject = { name: string; bytes: Uint8Array }

/** Whether something is there; of servers that were being filled, by what (DataSink). */
export type DataState = { documents: boolean; objects: boolean; filling?: string | undefined }

export type DataSink = {
  /** Says what this is filled from, so that nothing else is put in should it be interrupted. */
  begin?(from: string): Promise<void>
  object?(object: DataObject): Promise<void>
  /** The documents, after all objects. Rejects when what is stored then is not what the file says. Leaves `file` to the caller. */
  documents(file: string): Promise<void>
  close(): Promise<void>
}

/** What a process that runs a part and whoever started it tell each other. */
export type FromPart =
  | { type: 'held' }
  /** Which scripts are there? */
  | { type: 'ask' }
  | { type: 'done'; report: DataReport }
  | { type: 'failed'; message: string }
export type ToPart = { type: 'go' } | { type: 'scripts'; ids: string[] }

export type DataReport = {
  /** Of the documents that were handed out; else what the release knows. */
  schema: number
  state?: DataState
  /** Rows by table. */
  rows?: Record<string, number>
  objects?: number
  /** Objects that were gone when they were read. */
  leftOut?: number
  findings?: Finding[]
  scriptIds?: string[]
}

export type PartStreams = { input: Readable; output: Writable }

/*
 * What /operators/overview.json says, and the page shows. Times are ISO 8601, amounts in the unit that their names end with.
 * No field holds what people wrote, their names or addresses: metrics have none (decision 0055).
 */

/** One process. */
export type PartRow = {
  part: string
  /** Where its metrics are read. */
  at: string
  state: 'up' | 'not ready' | 'away'
  /** Why it is away, or which of its checks fail. */
  why?: string
  version?: string
  /** What an image was built from; left out where nobody said. */
  revision?: string
  since?: string
  memoryBytes?: number
  /** One turn in a hundred of its event loop is later than this. */
  loopDelaySeconds?: number
}

export type QueueRow = {
  queue: string
  waiting: number
  prioritised: number
  active: number
  delayed: number
  failed: number
  /** Of the job that is taken next. */
  nextWaitsSeconds?: number
}

export type WorkerRow = {
  at: string
  state: PartRow['state']
  /** Jobs under way, by queue. */
  doing: { queue: string; jobs: number }[]
  /** Texts that each provider may speak at once here, and does. */
  lanes: { provider: string; busy: number; all: number }[]
  naturalVoices?: string
  /** Its storage refuses: it takes no clips. */
  refusing: boolean
  clips: number
}

export type Speed = {
  /** How much of the last minutes was seen. */
  seconds: number
  clips: number
  soundSeconds: number
  /** Of those who waited for a clip that was not stored. */
  firstSound: { count: number; medianSeconds?: number; p95Seconds?: number }
  waitingNow: number
}

export type Failures = {
  /** How much of the last hour was seen. */
  seconds: number
  /** Newest first. */
  rows: { what: string; where: string; count: number; lastAt: string }[]
}

/** A disk is named once, however many parts keep their data on it. */
export type DiskRow = { parts: string[]; at: string; freeBytes: number; sizeBytes: number }

export type Overview = {
  at: string
  /** Since when this process has been looking; what was before is not counted. */
  watchedSince: string
  parts: PartRow[]
  /** OPERATOR_TARGETS names no others. */
  watchesOnlyItself: boolean
  /** More than one release runs. */
  mixed: boolean
  /** What pages that are opened now get. */
  pages: { name: string; version: string }[]
  queues: QueueRow[]
  /** Of the Redis of the queues; limit 0: none. */
  queueMemory?: { usedBytes: number; limitBytes: number }
  workers: WorkerRow[]
  /** What all workers make. */
  speed: Speed
  failures: Failures
  disks: DiskRow[]
}

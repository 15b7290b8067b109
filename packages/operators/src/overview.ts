/*
 * The body of /operators/overview.json. Times are ISO 8601, amounts in the unit that their names end with. No field holds
 * users' texts, names or addresses: metrics have none (decision 0055).
 */

export type PartRow = {
  part: string
  /** Host and port of its metrics. */
  at: string
  state: 'up' | 'not ready' | 'away'
  /** Why it is unavailable, or which of its checks fail. */
  why?: string | undefined
  version?: string | undefined
  /** The revision of its image; absent outside of images. */
  revision?: string | undefined
  since?: string | undefined
  memoryBytes?: number | undefined
  /** The 99th percentile of its event loop's delay. */
  loopDelaySeconds?: number | undefined
}

export type QueueRow = {
  queue: string
  waiting: number
  prioritised: number
  active: number
  delayed: number
  failed: number
  /** Age of the next job. */
  nextWaitsSeconds?: number | undefined
}

export type WorkerRow = {
  at: string
  state: PartRow['state']
  /** Running jobs, by queue. */
  doing: { queue: string; jobs: number }[]
  /** Concurrent requests to each provider, and their limit. */
  lanes: { provider: string; busy: number; all: number }[]
  naturalVoices?: string | undefined
  /** Its storage rejects writes, so it accepts no clips. */
  refusing: boolean
  clips: number
}

export type Speed = {
  /** The observed seconds of the last minutes. */
  seconds: number
  clips: number
  soundSeconds: number
  /** For listeners whose clip was not stored yet. */
  firstSound: { count: number; medianSeconds?: number | undefined; p95Seconds?: number | undefined }
  waitingNow: number
}

export type Failures = {
  /** The observed seconds of the last hour. */
  seconds: number
  /** Newest first. */
  rows: { what: string; where: string; count: number; lastAt: string }[]
}

/** One disk, with all parts that store data on it. */
export type DiskRow = { parts: string[]; at: string; freeBytes: number; sizeBytes: number }

export type Overview = {
  at: string
  /** When this process began to observe; earlier events are not counted. */
  watchedSince: string
  parts: PartRow[]
  /** OPERATOR_TARGETS is empty. */
  watchesOnlyItself: boolean
  /** More than one release runs. */
  mixed: boolean
  /** The versions of shell and remotes that newly opened pages load. */
  pages: { name: string; version: string }[]
  queues: QueueRow[]
  /** Of the queues' Redis; limit 0: none. */
  queueMemory?: { usedBytes: number; limitBytes: number }
  workers: WorkerRow[]
  /** Of all workers together. */
  speed: Speed
  failures: Failures
  disks: DiskRow[]
}

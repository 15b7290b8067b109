import { unavailable } from '@andscene/service-kit/http-error'
import { Piscina } from 'piscina'
import { createSlots } from './slots.ts'

export type FileThreadOptions = {
  threads: number
  /** Files that may wait for a thread. */
  waiting: number
  timeLimitMs: number
  memoryLimitMb: number
  /** How long a thread waits for its next file before it ends. */
  idleMs: number
  /** Module the threads run; tests bring one that misbehaves. */
  worker: URL
}
export const FILE_THREADS = {
  memoryLimitMb: 512,
  idleMs: 60_000,
  worker: new URL('./parse-worker.ts', import.meta.url),
}

type Failures = {
  /** The error when the queue is full. */
  busy: () => Error
  /** What a file gets that was given up, or failed in its thread. */
  failureOf: (error: unknown) => unknown
}
type RunOptions = { signal: AbortSignal }

/** Threads that work on whole files, with limits in time and memory: a hostile file costs its own request only. */
export function createFileThreads(options: FileThreadOptions, { busy, failureOf }: Failures) {
  const pool = new Piscina<object, object>({
    filename: options.worker.href,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: options.idleMs,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryLimitMb },
  })
  // A thread that dies while idle is replaced; a task that waits for one rejects.
  pool.on('error', () => {})
  // The time limit covers the work, not waiting for a thread: so a task enters the pool only when one is free.
  const slots = createSlots({ count: options.threads, waiting: options.waiting, busy })
  let closing = false

  return {
    pool,
    /** In a slot and within the time limit, with what can go wrong there as a sentence. `giveUp` ends it earlier. */
    run: <T>(work: (options: RunOptions) => Promise<T>, giveUp?: AbortSignal): Promise<T> =>
      slots.run(async () => {
        try {
          // A destroyed pool would start again with the next task.
          if (closing) throw new Error('closed')
          const limit = AbortSignal.timeout(options.timeLimitMs)
          return await work({ signal: giveUp ? AbortSignal.any([giveUp, limit]) : limit })
        } catch (error) {
          if (closing) throw unavailable('And Scene is restarting. Please try again.', error)
          throw failureOf(error)
        }
      }, giveUp),
    /** Aborts running work: it rejects with UNAVAILABLE. */
    close: () => {
      closing = true
      return pool.destroy()
    },
  }
}

/** Small buffers share one that belongs to Node. */
export const movable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

import { unavailable, HttpError } from '@andscene/service-kit/http-error'
import { Piscina } from 'piscina'
import { createSlots } from './slots.ts'
import type { ParseResult, AnnotateResult, AnnotateTask, DraftTask } from './parse-worker.ts'

export type FileThreadOptions = {
  threads: number
  /** Maximum number of files waiting for a thread. */
  waiting: number
  timeLimitMs: number
  memoryLimitMb: number
  /** How long an idle thread waits for a file before it exits. */
  idleMs: number
  /** The module that the threads run; tests pass one that misbehaves. */
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
  /** Returns the error of a file that timed out or failed in its thread. */
  failureOf: (error: unknown) => unknown
}
type RunOptions = { signal: AbortSignal }

/** A worker pool for whole files, with time and memory limits: a hostile file fails only its own request. */
function createFileThreads(options: FileThreadOptions, { busy, failureOf }: Failures) {
  const pool = new Piscina<object, object>({
    filename: options.worker.href,
    minThreads: 0,
    maxThreads: options.threads,
    idleTimeout: options.idleMs,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.memoryLimitMb },
  })
  // The pool replaces a thread that dies while idle, and rejects the task of one that dies while working.
  pool.on('error', () => {})
  // The time limit must not include waiting: so a task enters the pool only when a thread is free.
  const slots = createSlots({ count: options.threads, waiting: options.waiting, busy })
  let closing = false

  return {
    pool,
    /** Runs `work` in a slot and within the time limit; rejects with errors for the user. `giveUp` aborts it. */
    run: <T>(work: (options: RunOptions) => Promise<T>, giveUp?: AbortSignal): Promise<T> =>
      slots.run(async () => {
        try {
          // A destroyed pool would start threads again for the next task.
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

/** Small Node buffers share one ArrayBuffer, which must not be transferred. */
const movable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

export type ParsedUpload = Omit<Extract<ParseResult, { ok: true }>, 'ok'>

export type ScriptParser = {
  /**
   * Reads a Final Draft file in a worker thread. The bytes are transferred if they own their buffer: the caller must
   * not use them afterwards. Rejects with UNPARSABLE_SCRIPT or TOO_LARGE and a sentence for the user, or with
   * UNAVAILABLE when too many files wait. With `draft`, the lines get the ids of the present draft's lines.
   */
  parse(bytes: Uint8Array, fileName: string, draft?: DraftTask): Promise<ParsedUpload>
  /** Aborts running work: it rejects with UNAVAILABLE. */
  close(): Promise<void>
}

const TOO_SLOW =
  'Reading this file takes too long. Open it in Final Draft, save it again and upload the new file.'
const TOO_BIG_TO_READ =
  'Reading this file needs too much memory. Open it in Final Draft, save it again and upload the new file.'

/** Creates a parser for uploads, with its own thread pool. */
export function createScriptParser(options: Partial<FileThreadOptions> = {}): ScriptParser {
  const threads = createFileThreads(
    { threads: 2, waiting: 30, timeLimitMs: 10_000, ...FILE_THREADS, ...options },
    {
      busy: () => unavailable('Many scripts are being uploaded right now. Please try again.'),
      failureOf: parserFailure,
    },
  )
  return {
    parse: (bytes, fileName, draft) =>
      threads.run(async (limits) => {
        const task = { bytes, fileName, draft }
        return parsed(
          (await threads.pool.run(task, { ...limits, transferList: movable(bytes) })) as ParseResult,
        )
      }),
    close: threads.close,
  }
}

function parsed(result: ParseResult): ParsedUpload {
  if (result.ok) return result
  throw new HttpError(result.tooLong ? 'TOO_LARGE' : 'UNPARSABLE_SCRIPT', result.sentence)
}

function parserFailure(error: unknown): unknown {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'AbortError') return new HttpError('UNPARSABLE_SCRIPT', TOO_SLOW, { cause: error })
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new HttpError('TOO_LARGE', TOO_BIG_TO_READ, { cause: error })
  return error
}

export type ScriptAnnotator = {
  /**
   * Writes notes into a Final Draft file. The file is read when a thread is free, so waiting and refused requests cost
   * neither memory nor time. Rejects with UNPARSABLE_SCRIPT for an unreadable file, with UNAVAILABLE when the machine
   * is too busy, and with the reason of `giveUp`.
   */
  annotate(read: () => Promise<AnnotateTask>, giveUp: AbortSignal): Promise<Uint8Array>
  /** Aborts running work: it rejects with UNAVAILABLE. */
  close(): Promise<void>
}

/** At most six wait for the one thread, so that the last one starts before its client times out. */
const ANNOTATOR = { threads: 1, waiting: 6, timeLimitMs: 20_000 }
const RETRY_S = 5

const busy = (cause?: unknown) =>
  new HttpError('UNAVAILABLE', 'Many scripts are being downloaded right now. Please try again.', {
    retryAfter: RETRY_S,
    cause,
  })

/** Creates an annotator for downloads, with its own thread, so that uploads never wait for one. */
export function createScriptAnnotator(options: Partial<FileThreadOptions> = {}): ScriptAnnotator {
  const threads = createFileThreads(
    { ...ANNOTATOR, ...FILE_THREADS, ...options },
    {
      busy,
      // The file was readable when it was uploaded: so a limit exceeded now is due to the load of the machine.
      failureOf: (error) => (isOverLimit(error) ? busy(error) : error),
    },
  )
  return {
    annotate: (read, giveUp) =>
      threads.run(async (limits) => {
        const task = await read()
        const run = { ...limits, name: 'annotate', transferList: movable(task.bytes) }
        const result = (await threads.pool.run(task, run)) as AnnotateResult
        if (!result.ok) throw new HttpError('UNPARSABLE_SCRIPT', result.sentence)
        return result.bytes
      }, giveUp),
    close: threads.close,
  }
}

const isOverLimit = (error: unknown) => {
  const { name, code } = error as { name?: string; code?: string }
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY'
}

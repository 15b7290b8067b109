import { HttpError } from '@andscene/service-kit/http-error'
import { createFileThreads, FILE_THREADS, movable, type FileThreadOptions } from './file-threads.ts'
import type { AnnotateResult, AnnotateTask } from './parse-worker.ts'

export type ScriptAnnotator = {
  /**
   * Writes notes into a Final Draft file. The file is read when a thread is free, so waiting and refused requests
   * cost neither memory nor time. Rejects with UNPARSABLE_SCRIPT for a file that can no longer be read, with
   * UNAVAILABLE when the machine is too busy, and with the reason of `giveUp`.
   */
  annotate(read: () => Promise<AnnotateTask>, giveUp: AbortSignal): Promise<Uint8Array>
  /** Aborts running work: it rejects with UNAVAILABLE. */
  close(): Promise<void>
}

/** Six wait for one thread: what the last of them waits is less than what a caller does. */
const ANNOTATOR = { threads: 1, waiting: 6, timeLimitMs: 20_000 }
const RETRY_S = 5

const busy = (cause?: unknown) =>
  new HttpError('UNAVAILABLE', 'Many scripts are being downloaded right now. Please try again.', {
    retryAfter: RETRY_S,
    cause,
  })

/** Writes notes into downloaded files in a thread of its own, so that uploads never wait for one. */
export function createScriptAnnotator(options: Partial<FileThreadOptions> = {}): ScriptAnnotator {
  const threads = createFileThreads(
    { ...ANNOTATOR, ...FILE_THREADS, ...options },
    {
      busy,
      // The file was read when it was uploaded: what it takes too much of now is what others use.
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

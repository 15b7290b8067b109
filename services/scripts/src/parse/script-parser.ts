import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import { createFileThreads, FILE_THREADS, movable, type FileThreadOptions } from './file-threads.ts'
import type { ParseResult } from './parse-worker.ts'

export type ParsedUpload = Omit<Extract<ParseResult, { ok: true }>, 'ok'>

export type ScriptParser = {
  /**
   * Reads a Final Draft file in a worker thread. The bytes are transferred if they own their buffer: the caller must
   * not use them afterwards. Rejects with UNPARSABLE_SCRIPT or TOO_LARGE and a sentence for the writer, or with
   * UNAVAILABLE when too many files wait.
   */
  parse(bytes: Uint8Array, fileName: string): Promise<ParsedUpload>
  /** Aborts running work: it rejects with UNAVAILABLE. */
  close(): Promise<void>
}

const TOO_SLOW = 'This file takes too long to read; open it in Final Draft, save it again and upload that.'
const TOO_BIG_TO_READ =
  'This file needs too much memory to be read; open it in Final Draft, save it again and upload that.'

/** Reads uploads, in a pool of their own. */
export function createScriptParser(options: Partial<FileThreadOptions> = {}): ScriptParser {
  const threads = createFileThreads(
    { threads: 2, waiting: 30, timeLimitMs: 10_000, ...FILE_THREADS, ...options },
    {
      busy: () => unavailable('Many scripts are being uploaded right now. Please try again.'),
      failureOf,
    },
  )
  return {
    parse: (bytes, fileName) =>
      threads.run(async (limits) => {
        const task = { bytes, fileName }
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

function failureOf(error: unknown): unknown {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'AbortError') return new HttpError('UNPARSABLE_SCRIPT', TOO_SLOW, { cause: error })
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new HttpError('TOO_LARGE', TOO_BIG_TO_READ, { cause: error })
  return error
}

import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import { Piscina } from 'piscina'
import type { ParseResult, ParseTask } from './parse-worker.ts'
import { createSlots } from './slots.ts'

export type ParsedUpload = Omit<Extract<ParseResult, { ok: true }>, 'ok'>

export type ScriptParser = {
  /**
   * Reads a Final Draft file in a thread of its own. Rejects with UNPARSABLE_SCRIPT or TOO_LARGE and a sentence for
   * the writer, or with UNAVAILABLE when too many files wait.
   */
  parse(bytes: Uint8Array, fileName: string): Promise<ParsedUpload>
  /** Gives up what is being read: that rejects with UNAVAILABLE. */
  close(): Promise<void>
}

export type ParserOptions = {
  threads?: number
  /** Files that may wait for a thread. */
  waiting?: number
  timeLimitMs?: number
  memoryLimitMb?: number
  /** Module the threads run; tests bring one that misbehaves. */
  worker?: URL
}

const TOO_SLOW = 'This file takes too long to read; open it in Final Draft, save it again and upload that.'
const TOO_BIG_TO_READ =
  'This file needs too much memory to be read; open it in Final Draft, save it again and upload that.'

/** A pool of parsing threads with limits in time and memory: a hostile file costs its own upload only. */
export function createScriptParser({
  threads = 2,
  waiting = 30,
  timeLimitMs = 10_000,
  memoryLimitMb = 512,
  worker = new URL('./parse-worker.ts', import.meta.url),
}: ParserOptions = {}): ScriptParser {
  const pool = new Piscina<ParseTask, ParseResult>({
    filename: worker.href,
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: 60_000,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: memoryLimitMb },
  })
  // A thread that dies while idle is replaced; whoever waits for one learns it from its own task.
  pool.on('error', () => {})
  // The time limit covers reading, not waiting for a thread: so a task enters the pool only when one is free.
  const slots = createSlots({
    count: threads,
    waiting,
    busy: () => unavailable('Many scripts are being uploaded right now. Please try again.'),
  })
  let closing = false

  return {
    parse: (bytes, fileName) =>
      slots.run(async () => {
        try {
          // A pool that was destroyed starts anew when it is asked.
          if (closing) throw new Error('closed')
          return parsed(await pool.run({ bytes, fileName }, { signal: AbortSignal.timeout(timeLimitMs) }))
        } catch (error) {
          throw closing
            ? unavailable('And Scene is restarting. Please try again.', error)
            : asHttpError(error)
        }
      }),
    close: () => {
      closing = true
      return pool.destroy()
    },
  }
}

function parsed(result: ParseResult): ParsedUpload {
  if (result.ok) return result
  throw new HttpError(result.tooLong ? 'TOO_LARGE' : 'UNPARSABLE_SCRIPT', result.sentence)
}

function asHttpError(error: unknown): unknown {
  const { name, code } = error as { name?: string; code?: string }
  if (name === 'AbortError') return new HttpError('UNPARSABLE_SCRIPT', TOO_SLOW, { cause: error })
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new HttpError('TOO_LARGE', TOO_BIG_TO_READ, { cause: error })
  return error
}

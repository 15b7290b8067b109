import type { FdxNote } from '@andscene/screenplay/fdx/annotate/note'
import { HttpError, unavailable } from '@andscene/service-kit/http-error'
import { Piscina } from 'piscina'
import type { AnnotateResult, AnnotateTask, ParseResult, ParseTask } from './parse-worker.ts'
import { createSlots } from './slots.ts'

export type ParsedUpload = Omit<Extract<ParseResult, { ok: true }>, 'ok'>

export type ScriptParser = {
  /**
   * Reads a Final Draft file in a thread of its own. The bytes are moved there where they have a buffer to themselves: the
   * caller has them no more. Rejects with UNPARSABLE_SCRIPT or TOO_LARGE and a sentence for the writer, or with
   * UNAVAILABLE when too many files wait.
   */
  parse(bytes: Uint8Array, fileName: string): Promise<ParsedUpload>
  /**
   * Writes notes into a Final Draft file, within the same limits; rejects as `parse` does. The file is read when a thread
   * is free for it: those that wait are not in memory.
   */
  annotate(read: () => Promise<Uint8Array>, notes: readonly FdxNote[]): Promise<Uint8Array>
  /** Gives up what is being read: that rejects with UNAVAILABLE. */
  close(): Promise<void>
}

export type ParserOptions = {
  threads?: number
  /** Files that may wait for a thread. */
  waiting?: number
  timeLimitMs?: number
  memoryLimitMb?: number
  /** How long a thread waits for its next file before it ends. */
  idleMs?: number
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
  idleMs = 60_000,
  worker = new URL('./parse-worker.ts', import.meta.url),
}: ParserOptions = {}): ScriptParser {
  const pool = new Piscina<ParseTask | AnnotateTask, ParseResult | AnnotateResult>({
    filename: worker.href,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleMs,
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

  /** In a slot and within the time limit, with what can go wrong there as a sentence. */
  const inThread = <T>(run: (options: { signal: AbortSignal }) => Promise<T>): Promise<T> =>
    slots.run(async () => {
      try {
        // A pool that was destroyed starts anew when it is asked.
        if (closing) throw new Error('closed')
        return await run({ signal: AbortSignal.timeout(timeLimitMs) })
      } catch (error) {
        throw closing ? unavailable('And Scene is restarting. Please try again.', error) : asHttpError(error)
      }
    })

  return {
    parse: (bytes, fileName) =>
      inThread(async (options) =>
        parsed(
          (await pool.run({ bytes, fileName }, { ...options, transferList: movable(bytes) })) as ParseResult,
        ),
      ),
    annotate: (read, notes) =>
      inThread(async (options) => {
        const task = { bytes: await read(), notes }
        const result = (await pool.run(task, { ...options, name: 'annotate' })) as AnnotateResult
        if (!result.ok) throw new HttpError('UNPARSABLE_SCRIPT', result.sentence)
        return result.bytes
      }),
    close: () => {
      closing = true
      return pool.destroy()
    },
  }
}

/** Small buffers share one that belongs to Node. */
const movable = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []

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

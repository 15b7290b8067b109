import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { SpeechError, type Clip } from '../provider.ts'
import { SpeechSlots, type Turn } from '../speech-slots.ts'
import type { SpeechTask, TaskEnvelope, TaskOutcome } from './task.ts'

export type SpeechThreadsOptions = {
  /** Threads at most; as many as processors when unsaid. None is started before it is needed; a single one has a second beside it for long texts. */
  threads?: number
  /** A thread that works longer than this on one task is ended. */
  taskTimeoutMs?: number
  /** Another module for the threads to run. */
  worker?: URL
}

const TASK_TIMEOUT_MS = 60_000
/** A thread keeps its engines (some 100 MB) for so long after its last task. */
const IDLE_MS = 300_000
const HEAP_LIMIT_MB = 512

/** A task that says nothing of its turn goes before all others. */
const AT_ONCE: Turn = { priority: 0, long: false }

/**
 * Threads that make clips. Tasks wait here until a thread is free, under the rules of {@link SpeechSlots}; one whose
 * request is aborted leaves the queue, or frees its thread at the next piece of its text. A thread that dies or hangs
 * fails its own task.
 */
export class SpeechThreads {
  readonly #slots: SpeechSlots
  readonly #pool: Piscina<TaskEnvelope, TaskOutcome>
  /** Threads of their own for long texts: a thread that has lowered its priority cannot raise it again. */
  readonly #longPool: Piscina<TaskEnvelope, TaskOutcome>
  readonly #taskTimeoutMs: number
  readonly #closing = new AbortController()

  constructor({ threads, taskTimeoutMs, worker }: SpeechThreadsOptions = {}) {
    this.#slots = new SpeechSlots(threads ?? availableParallelism(), { spareForLong: true })
    this.#taskTimeoutMs = taskTimeoutMs ?? TASK_TIMEOUT_MS
    const filename = (worker ?? new URL('worker.ts', import.meta.url)).href
    this.#pool = poolOf(filename, this.#slots.limit)
    this.#longPool = poolOf(filename, this.#slots.longLimit)
  }

  /** Rejects with {@link SpeechError}, or with the turn's signal's reason when that is aborted first. */
  async run(task: SpeechTask, { priority, long, signal }: Turn = AT_ONCE): Promise<Clip> {
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const ended = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])])
    ended.throwIfAborted()
    const cancelled = new Int32Array(new SharedArrayBuffer(4))
    const abort = () => {
      Atomics.store(cancelled, 0, 1)
      reject(ended.reason)
    }
    ended.addEventListener('abort', abort, { once: true })
    // The thread is free only when it has seen the abort, so its slot may be held longer than anybody waits.
    const outcome = this.#slots.run({ priority, long, signal: ended }, () =>
      this.#runOnThread({ task, cancelled, background: long }),
    )
    try {
      return toClip(await Promise.race([outcome, aborted]))
    } finally {
      ended.removeEventListener('abort', abort)
      outcome.catch(() => {})
    }
  }

  /** Ends all threads; what is running or waiting fails. */
  async close(): Promise<void> {
    this.#closing.abort(shuttingDown())
    await Promise.all([this.#pool.destroy(), this.#longPool.destroy()])
  }

  async #runOnThread(envelope: TaskEnvelope): Promise<TaskOutcome> {
    const hung = new AbortController()
    const timer = setTimeout(() => hung.abort(), this.#taskTimeoutMs)
    try {
      return await (envelope.background ? this.#longPool : this.#pool).run(envelope, { signal: hung.signal })
    } catch (error) {
      this.#closing.signal.throwIfAborted()
      if (hung.signal.aborted) {
        return { kind: 'timeout', message: 'The speech engine took too long and was stopped.' }
      }
      throw new SpeechError('server', 'The speech engine failed on this text.', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

function poolOf(filename: string, maxThreads: number): Piscina<TaskEnvelope, TaskOutcome> {
  const pool = new Piscina({
    filename,
    minThreads: 0,
    maxThreads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
    execArgv: [],
  })
  // A thread's death has already failed its task; without a listener the event would end the process.
  pool.on('error', () => {})
  return pool
}

const shuttingDown = () => new SpeechError('server', 'The speech engine is shutting down.')

function toClip(outcome: TaskOutcome): Clip {
  if ('kind' in outcome) throw new SpeechError(outcome.kind, outcome.message)
  return outcome
}

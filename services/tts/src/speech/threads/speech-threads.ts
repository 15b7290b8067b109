import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { SpeechError, type Clip } from '../provider.ts'
import type { SpeechTask, TaskEnvelope, TaskOutcome } from './task.ts'

export type SpeechThreadsOptions = {
  /** Threads at most; as many as processors when unsaid. None is started before it is needed. */
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

/**
 * Threads that make clips. Tasks wait here, first come first served, until a thread is free; one whose request is
 * aborted leaves the queue, or frees its thread at the next piece of its text. A thread that dies or hangs fails its own task.
 */
export class SpeechThreads {
  readonly size: number
  readonly #pool: Piscina<TaskEnvelope, TaskOutcome>
  readonly #taskTimeoutMs: number
  readonly #waiting: PromiseWithResolvers<void>[] = []
  #busy = 0
  #closed = false

  constructor({ threads, taskTimeoutMs, worker }: SpeechThreadsOptions = {}) {
    this.size = threads ?? availableParallelism()
    this.#taskTimeoutMs = taskTimeoutMs ?? TASK_TIMEOUT_MS
    this.#pool = new Piscina({
      filename: (worker ?? new URL('worker.ts', import.meta.url)).href,
      minThreads: 0,
      maxThreads: this.size,
      idleTimeout: IDLE_MS,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
      execArgv: [],
    })
    // A thread's death has already failed its task; without a listener the event would end the process.
    this.#pool.on('error', () => {})
  }

  /** Rejects with {@link SpeechError}, or with the signal's reason when that is aborted first. */
  async run(task: SpeechTask, signal?: AbortSignal): Promise<Clip> {
    signal?.throwIfAborted()
    await this.#turn(signal)
    const cancelled = new Int32Array(new SharedArrayBuffer(4))
    const outcome = this.#runOnThread({ task, cancelled }).finally(() => this.#release())
    if (!signal) return toClip(await outcome)
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const abort = () => {
      Atomics.store(cancelled, 0, 1)
      reject(signal.reason)
    }
    signal.addEventListener('abort', abort, { once: true })
    if (signal.aborted) abort()
    try {
      return toClip(await Promise.race([outcome, aborted]))
    } finally {
      signal.removeEventListener('abort', abort)
      outcome.catch(() => {})
    }
  }

  /** Ends all threads; what is running or waiting fails. */
  async close(): Promise<void> {
    this.#closed = true
    for (const { reject } of this.#waiting.splice(0)) reject(shuttingDown())
    await this.#pool.destroy()
  }

  async #turn(signal: AbortSignal | undefined): Promise<void> {
    if (this.#closed) throw shuttingDown()
    if (this.#busy < this.size) {
      this.#busy++
      return
    }
    const turn = Promise.withResolvers<void>()
    const leave = () => {
      this.#waiting.splice(this.#waiting.indexOf(turn), 1)
      turn.reject(signal!.reason)
    }
    this.#waiting.push(turn)
    signal?.addEventListener('abort', leave, { once: true })
    await turn.promise.finally(() => signal?.removeEventListener('abort', leave))
  }

  /** Hands the thread's turn on to who waits longest. */
  #release(): void {
    const next = this.#waiting.shift()
    if (next) next.resolve()
    else this.#busy--
  }

  async #runOnThread(envelope: TaskEnvelope): Promise<TaskOutcome> {
    const hung = new AbortController()
    const timer = setTimeout(() => hung.abort(), this.#taskTimeoutMs)
    try {
      return await this.#pool.run(envelope, { signal: hung.signal })
    } catch (error) {
      if (this.#closed) throw shuttingDown()
      if (hung.signal.aborted) {
        return { kind: 'timeout', message: 'The speech engine took too long and was stopped.' }
      }
      throw new SpeechError('server', 'The speech engine failed on this text.', { cause: error })
    } finally {
      clearTimeout(timer)
    }
  }
}

const shuttingDown = () => new SpeechError('server', 'The speech engine is shutting down.')

function toClip(outcome: TaskOutcome): Clip {
  if ('kind' in outcome) throw new SpeechError(outcome.kind, outcome.message)
  return outcome
}

import { THREAD_HUNG_MS } from '@andscene/contracts/deadlines'
import { noteSpan } from '@andscene/service-kit/tracing/spans'
import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import type { Finishing } from '../audio/finish.ts'
import { SpeechError, type Clip } from '../provider.ts'
import { Slots, type SpeechTurn } from '../slots.ts'
import type { SpeechTask, TaskEnvelope, TaskOutcome } from './task.ts'

export type SpeechThreadsOptions = {
  /** Maximum number of threads; default: the number of processors. They are started on demand. */
  threads?: number | undefined
  idleMs?: number
  /** An alternative module for the threads to run. */
  worker?: URL
}

export type FinishedClip = Clip & { finishing: Finishing }

const IDLE_MS = 300_000
const HEAP_LIMIT_MB = 512

/** A task without a turn goes first. */
const AT_ONCE: SpeechTurn = { priority: 0, long: false }

/**
 * Threads that make clips; tasks with low priority numbers start first. A thread that dies or hangs fails only its own
 * task.
 */
export class SpeechThreads {
  readonly #short: Pool
  /** Separate threads for long texts, as a thread that has lowered its priority cannot raise it again. */
  readonly #long: Pool
  readonly #closing = new AbortController()

  constructor({ threads = availableParallelism(), idleMs = IDLE_MS, worker }: SpeechThreadsOptions = {}) {
    const filename = (worker ?? new URL('worker.ts', import.meta.url)).href
    this.#short = poolOf(filename, threads, idleMs)
    this.#long = poolOf(filename, Math.max(1, threads - 1), idleMs)
  }

  /** Rejects with {@link SpeechError}, or with the turn's signal's reason when that is aborted first. */
  async run(task: SpeechTask, { priority, long, signal }: SpeechTurn = AT_ONCE): Promise<FinishedClip> {
    const { promise: aborted, reject } = Promise.withResolvers<never>()
    const ended = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])])
    ended.throwIfAborted()
    const cancelled = new Int32Array(new SharedArrayBuffer(4))
    const abort = () => {
      Atomics.store(cancelled, 0, 1)
      reject(ended.reason)
    }
    ended.addEventListener('abort', abort, { once: true })
    const { slots, threads } = long ? this.#long : this.#short
    // The thread is free once it has noticed the abort, so its slot may be held longer than the caller waits.
    const outcome = slots.run({ priority, signal: ended }, () =>
      this.#runOn(threads, { task, cancelled, background: long }),
    )
    try {
      const made = await Promise.race([outcome, aborted])
      noteTimes(task, made)
      return toClip(made)
    } finally {
      ended.removeEventListener('abort', abort)
      outcome.catch(() => {})
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(shuttingDown())
    await Promise.all([this.#short.threads.destroy(), this.#long.threads.destroy()])
  }

  async #runOn(threads: Pool['threads'], envelope: TaskEnvelope): Promise<TaskOutcome> {
    const hung = new AbortController()
    const timer = setTimeout(() => hung.abort(), THREAD_HUNG_MS)
    try {
      const { task } = envelope
      const transferList = task.engine === 'sound' ? task.pieces.map(({ buffer }) => buffer) : []
      return await threads.run(envelope, { signal: hung.signal, transferList })
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

/** As many slots as threads, so that no task waits in the pool itself. */
type Pool = { slots: Slots; threads: Piscina<TaskEnvelope, TaskOutcome> }

function poolOf(filename: string, maxThreads: number, idleTimeout: number): Pool {
  const threads = new Piscina({
    filename,
    minThreads: 0,
    maxThreads,
    idleTimeout,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_LIMIT_MB },
    execArgv: [],
  })
  // A thread's death has already failed its task; without a listener the event would end the process.
  threads.on('error', () => {})
  return { slots: new Slots(maxThreads), threads }
}

const shuttingDown = () => new SpeechError('server', 'The speech engine is shutting down.')

function toClip(outcome: TaskOutcome): FinishedClip {
  if ('kind' in outcome) throw new SpeechError(outcome.kind, outcome.message)
  const { times: _times, ...clip } = outcome
  return clip
}

function noteTimes({ engine }: SpeechTask, outcome: TaskOutcome): void {
  if ('kind' in outcome) return
  const { taken, spoken, encoded } = outcome.times
  noteSpan('synthesise', taken, spoken, { 'andscene.engine': engine })
  noteSpan('encode', spoken, encoded)
}

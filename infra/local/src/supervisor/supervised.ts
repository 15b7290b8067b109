import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { OperatorError } from '@andscene/service-kit/operator-error'
import { messageOf } from '../failure.ts'
import { privately } from '../private-files.ts'
import type { Part } from './part.ts'

export type SupervisedDeps = {
  /** Logs a line of the process, or about it if `own` is true. */
  log: (line: string, own?: boolean) => void
  onStart: (pid: number) => void
  onEnd: (pid: number) => void
  /** Delay before the first restart, doubled each time up to the second number, in ms. */
  backoffMs?: readonly [first: number, most: number] | undefined
}

const BACKOFF_MS = [500, 15_000] as const
/** After this uptime a process counts as healthy again, and its backoff is reset. */
const HEALTHY_MS = 30_000
const PROBE_EVERY_MS = 50
const PROBE_LIMIT_MS = 2_000

/**
 * Keeps one part running: starts it, restarts it with backoff when it exits, and stops it with its whole process group.
 */
export class Supervised {
  readonly part: Part
  readonly #deps: SupervisedDeps
  #child: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #stopping = false
  #wasReady = false
  #restarts = 0
  #readySince = 0
  #lastWords = ''
  #startFailure: ((failure: OperatorError) => void) | undefined
  readonly #abort = new AbortController()

  constructor(part: Part, deps: SupervisedDeps) {
    this.part = part
    this.#deps = deps
  }

  get pid(): number | undefined {
    return this.#child?.pid
  }

  /**
   * Starts the process and resolves once it is ready; rejects with an OperatorError if it exits earlier or `signal`
   * aborts.
   */
  async start(signal: AbortSignal): Promise<void> {
    const failed = new Promise<never>((_resolve, reject) => {
      this.#startFailure = reject
    })
    failed.catch(() => undefined)
    this.#spawn()
    await Promise.race([this.#untilReady(AbortSignal.any([signal, this.#abort.signal])), failed])
    this.#startFailure = undefined
    this.#becameReady()
  }

  /** Sends SIGTERM to the process group, and SIGKILL after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true
    this.#abort.abort(new Error('stopped'))
    const { pid } = this
    if (pid === undefined) return
    signalGroup(pid, 'SIGTERM')
    await Promise.race([this.#ended, delay(graceMs, undefined, { ref: false })])
    signalGroup(pid, 'SIGKILL')
    await this.#ended
  }

  #spawn(): void {
    const { part } = this
    const child = privately(() =>
      spawn(part.file, part.args, {
        env: part.env,
        // In its own process group: Ctrl-C reaches only the launcher, and child processes of the part end with it.
        detached: true,
        stdio: [
          part.stdin === undefined ? 'ignore' : 'pipe',
          'pipe',
          'pipe',
          ...(part.channel ? ['ipc' as const] : []),
        ],
      }),
    )
    this.#child = child
    this.#lastWords = ''
    const { pid } = child
    if (pid !== undefined) this.#deps.onStart(pid)
    if (part.stdin !== undefined) {
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(part.stdin)
    }
    for (const stream of [child.stdout, child.stderr])
      if (stream)
        createInterface({ input: stream, crlfDelay: Infinity }).on('line', (line) => {
          if (line.trim()) this.#lastWords = line.trim()
          if (!part.noise?.test(line)) this.#deps.log(line)
        })
    this.#ended = new Promise((resolve) => {
      let done = false
      const end = (how: string) => {
        if (done) return
        done = true
        if (pid !== undefined) this.#deps.onEnd(pid)
        this.#child = undefined
        resolve()
        if (!this.#stopping) this.#onDeath(how)
      }
      child.once('error', (error) => end(messageOf(error)))
      // Kills the rest of its process group, which holds our pipes open.
      child.once('exit', () => pid !== undefined && signalGroup(pid, 'SIGKILL'))
      child.once('close', (code, by) => end(by ? `ended by ${by}` : `ended with exit code ${code}`))
    })
  }

  #onDeath(how: string): void {
    if (this.#startFailure) {
      this.#startFailure(
        new OperatorError(
          `${this.part.name} did not start, it ${how}${this.#lastWords && `: ${this.#lastWords}`}`,
        ),
      )
      return
    }
    if (!this.#wasReady) return
    if (this.#readySince && Date.now() - this.#readySince > HEALTHY_MS) this.#restarts = 0
    this.#readySince = 0
    const [first, most] = this.#deps.backoffMs ?? BACKOFF_MS
    const wait = Math.min(first * 2 ** this.#restarts, most)
    this.#restarts++
    this.#deps.log(`${how}; starting it again in ${wait / 1000} s`, true)
    void this.#restartAfter(wait)
  }

  async #restartAfter(wait: number): Promise<void> {
    const { signal } = this.#abort
    try {
      await delay(wait, undefined, { signal })
      this.#spawn()
      const { pid } = this
      await this.#untilReady(signal)
      if (this.pid !== pid) return
      this.#deps.log('is back', true)
      this.#becameReady()
    } catch (error) {
      if (!signal.aborted) this.#deps.log(messageOf(error), true)
    }
  }

  #becameReady(): void {
    this.#wasReady = true
    this.#readySince = Date.now()
  }

  /** Probes until the current process is ready; also returns when that process has exited. */
  async #untilReady(signal: AbortSignal): Promise<void> {
    const child = this.#child
    while (this.#child === child) {
      signal.throwIfAborted()
      const isReady = await this.part
        .probe(AbortSignal.any([signal, AbortSignal.timeout(PROBE_LIMIT_MS)]))
        .catch(() => false)
      if (isReady && this.#child === child) return
      await delay(PROBE_EVERY_MS, undefined, { signal })
    }
  }
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // The group has already exited.
  }
}

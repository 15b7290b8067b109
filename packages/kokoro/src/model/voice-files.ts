import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { fork } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { VoicesFailure } from './failure.ts'
import { areInstalled, requireTrusted, voiceFolders, type VoiceFolders } from './folders.ts'
import type { PlatformStore } from './platform-store.ts'
import { failedAfter, readProgress } from './progress-file.ts'
import type { InstallMessage, InstallOrder } from './install-process.ts'
import { unsupported } from './runtime.ts'
import { KOKORO, type VoicesSpec } from './spec.ts'
import { toolEnvironment } from './tools.ts'

export type VoiceFilesOptions = {
  dir: string
  store?: PlatformStore | undefined
  log: Record<'info' | 'warn' | 'debug', (fields: unknown, message?: string) => void>
  isOff?: boolean
  spec?: VoicesSpec
  /** Module of the installing process. */
  entry?: string
  /** Delays before the attempts; the last one is repeated. */
  retryMs?: readonly number[]
  /** How often files of other processes are read. */
  lookMs?: number
}

const MINUTE = 60_000
const DEFAULTS = {
  store: undefined,
  isOff: false,
  spec: KOKORO,
  entry: path.join(import.meta.dirname, 'install-process.ts'),
  retryMs: [MINUTE, 5 * MINUTE, 30 * MINUTE],
  lookMs: 1_000,
}
const FAILED = 'Natural voices could not be set up. This is retried.'
const EXITED = 'Natural voices could not be set up: the setup process exited. This is retried.'
export const OFF_BY_SETTING = 'Natural voices are disabled (KOKORO=off).'

/**
 * The files of the natural voices, as one worker sees them: the worker that gets the lock installs them, the others
 * watch. Emits `change` on every change; never throws and never blocks.
 */
export class VoiceFiles extends EventEmitter<{ change: [NaturalVoices] }> {
  readonly #ready = Promise.withResolvers<VoiceFolders>()
  readonly #known = Promise.withResolvers<void>()
  /** Resolves with their folders once they are there; never rejects. */
  readonly whenReady = this.#ready.promise
  /** Resolves once it is known whether they are there: until then `state()` is a guess. */
  readonly whenKnown = this.#known.promise
  readonly #options: Required<VoiceFilesOptions>
  readonly #folders: VoiceFolders
  readonly #abort = new AbortController()
  /** Failures up to this time (ms since 1970) are over or were waited for. */
  #waitedFor = Date.now()
  #state: NaturalVoices
  #running: Promise<void> = Promise.resolve()

  constructor(options: VoiceFilesOptions) {
    super()
    this.#options = { ...DEFAULTS, ...options }
    this.#folders = voiceFolders(options.dir, this.#options.spec)
    this.#state = this.#coming(0)
    const why = options.isOff ? OFF_BY_SETTING : unsupported()
    if (why !== undefined) this.#become({ state: 'off', reason: why })
  }

  state(): NaturalVoices {
    return this.#state
  }

  /** Starts once. */
  start(): void {
    if (this.#state.state !== 'off') this.#begin()
  }

  /** Downloads the files again when they were removed. Call it when they do not work; never rejects. */
  async check(): Promise<void> {
    if (this.#state.state !== 'ready' || (await areInstalled(this.#folders))) return
    // Another check may have found it meanwhile.
    if (this.#state.state !== 'ready' || this.#abort.signal.aborted) return
    this.#options.log.warn('natural voices were removed: they are fetched again')
    this.#become(this.#coming(0))
    this.#begin()
  }

  /** Stops a running installation; the next one resumes it. */
  async close(): Promise<void> {
    this.#abort.abort(new Error('closed'))
    this.#known.resolve()
    await this.#running
  }

  #begin(): void {
    this.#running = this.#untilHere().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.#options.log.warn({ err: error }, 'natural voices given up')
    })
  }

  /** Unexpected errors are retried too. */
  async #untilHere(): Promise<void> {
    const { retryMs, log } = this.#options
    for (;;) {
      try {
        return await this.#run()
      } catch (error) {
        if (this.#abort.signal.aborted || this.#state.state === 'off') throw error
        log.warn({ err: error }, 'natural voices are not there')
        await this.#rest(FAILED, Date.now() + retryMs[0]!, await this.#placedAt())
      }
    }
  }

  async #run(): Promise<void> {
    const { retryMs, log } = this.#options
    for (let failures = 0; ;) {
      this.#abort.signal.throwIfAborted()
      if (await this.#areHere()) return
      if (this.#isLocked()) {
        this.#follow()
        await this.#look()
        continue
      }
      const before = await this.#placedAt()
      // Another worker has failed meanwhile: so would this one.
      const failed = failedAfter(this.#waitedFor, readProgress(this.#folders.progress))
      if (failed) {
        await this.#rest(failed.reason, failed.retryAt, before)
        continue
      }
      const pause = retryMs[Math.min(failures, retryMs.length - 1)]!
      const outcome = await this.#install(pause)
      if (outcome.kind === 'busy') await this.#look()
      if (outcome.kind !== 'failed') continue
      const { reason, isFinal, detail } = outcome
      log.warn({ reason, detail }, 'natural voices are not there')
      if (isFinal) return this.#become({ state: 'off', reason })
      failures += 1
      await this.#rest(reason, Date.now() + pause, before)
    }
  }

  #look(until = Infinity): Promise<void> {
    const pause = Math.min(this.#options.lookMs, Math.max(1, until - Date.now()))
    return delay(pause, undefined, { signal: this.#abort.signal })
  }

  async #areHere(): Promise<boolean> {
    if (!(await areInstalled(this.#folders))) return false
    try {
      await requireTrusted(this.#folders.dir)
    } catch (error) {
      this.#become({ state: 'off', reason: (error as VoicesFailure).message })
      throw error
    }
    this.#become({ state: 'ready' })
    this.#ready.resolve(this.#folders)
    return true
  }

  #isLocked(): boolean {
    if (!existsSync(this.#folders.lock)) return false
    try {
      const lock = tryFileLock(this.#folders.lock)
      lock?.release()
      return lock === undefined
    } catch {
      // It cannot be opened: the installing process finds out why.
      return false
    }
  }

  /** Shows the progress of the installing process, this worker's or another's. */
  #follow(): void {
    const told = readProgress(this.#folders.progress)
    if (told?.state === 'coming') this.#become(this.#coming(told.doneBytes))
    else if (this.#state.state !== 'coming') this.#become(this.#coming(0))
  }

  /**
   * Waits until a time, until a file is placed manually (`before`: when a wrong one was), or until another process
   * installs the voices or holds the lock. Returns the rest of the time.
   */
  async #rest(reason: string, until: number, before: number | undefined): Promise<void> {
    this.#become({ state: 'missing', reason })
    while (Date.now() < until) {
      await this.#look(until)
      if ((await areInstalled(this.#folders)) || this.#isLocked()) return
      const now = await this.#placedAt()
      if (now !== undefined && now !== before) break
    }
    this.#waitedFor = Date.now()
  }

  /** When the file was placed manually, if its size is right. */
  async #placedAt(): Promise<number | undefined> {
    const stats = await stat(this.#folders.byHand).catch(() => undefined)
    return stats?.size === this.#options.spec.model.bytes ? stats.mtimeMs : undefined
  }

  /** Runs the installing process to its end; an exit without an outcome is a failure. */
  async #install(retryMs: number): Promise<InstallMessage> {
    const { dir, entry, store, log, lookMs } = this.#options
    const { signal } = this.#abort
    this.#become(this.#coming(0))
    const child = fork(entry, { env: toolEnvironment(), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const kill = () => child.kill('SIGTERM')
    signal.addEventListener('abort', kill, { once: true })
    const following = setInterval(() => this.#follow(), lookMs)
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said = (said + String(chunk)).slice(-2_000)
    })
    const outcome = await new Promise<InstallMessage>((resolve) => {
      let last: InstallMessage | undefined
      const end = (detail: string) =>
        resolve(last ?? { kind: 'failed', reason: EXITED, isFinal: false, detail })
      child.on('message', (message) => {
        const { kind, ...fields } = message as InstallMessage
        if (kind === 'tried') log.info(fields, 'natural voices not from here')
        else last = message as InstallMessage
      })
      child.once('error', (error) => end(error.message))
      child.once('close', (code, by) => end(`${by ?? code}: ${said.trim()}`))
      const order: InstallOrder = { dir, store, retryMs, since: this.#waitedFor }
      child.send(order, () => undefined)
    })
    clearInterval(following)
    signal.removeEventListener('abort', kill)
    signal.throwIfAborted()
    return outcome
  }

  #coming(doneBytes: number): NaturalVoices {
    return { state: 'coming', doneBytes, totalBytes: this.#options.spec.model.bytes }
  }

  #become(state: NaturalVoices): void {
    const before = this.#state
    this.#state = state
    this.#known.resolve()
    if (
      before.state !== state.state ||
      before.doneBytes !== state.doneBytes ||
      before.reason !== state.reason
    )
      this.emit('change', state)
  }
}

import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import { tryFileLock } from '@andscene/service-kit/process/file-lock'
import { fork, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { VoicesFailure } from './failure.ts'
import { areInstalled, requireTrusted, voiceFolders, type VoiceFolders } from './folders.ts'
import type { PlatformStore } from './platform-store.ts'
import { failedAfter, readProgress } from './progress-file.ts'
import type { InstallMessage, InstallOrder } from './run-install-process.ts'
import { unsupported } from './runtime.ts'
import { KOKORO, type VoicesSpec } from './spec.ts'
import { toolEnvironment } from './tools.ts'

export type VoiceFilesOptions = {
  dir: string
  store?: PlatformStore | undefined
  log: Record<'info' | 'warn' | 'debug', (fields: unknown, message?: string) => void>
  /** KOKORO=off. */
  isOff?: boolean
  spec?: VoicesSpec
  /** The installing process. */
  entry?: string
  /** Waits before another attempt, in ms; the last one again and again. */
  retryMs?: readonly number[]
  /** How often one that waits looks again, in ms. */
  lookMs?: number
}

const MINUTE = 60_000
const RETRY_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE]
const LOOK_MS = 1_000
const FAILED = 'Natural voices could not be set up. This is retried.'
export const OFF_BY_SETTING = 'Natural voices are disabled (KOKORO=off).'

/**
 * Installs the files of the natural voices, as one worker sees it: the worker that gets the lock installs, the
 * others watch. Emits `change` on every change; never throws and never blocks.
 */
export class VoiceFiles extends EventEmitter<{ change: [NaturalVoices] }> {
  /** Resolves with their folders once they are there; never rejects. */
  readonly whenReady: Promise<VoiceFolders>
  /** Resolves once it is known whether they are there: until then `state()` is a guess. */
  readonly whenKnown: Promise<void>
  readonly #options: VoiceFilesOptions
  readonly #spec: VoicesSpec
  readonly #folders: VoiceFolders
  readonly #abort = new AbortController()
  /** Failures up to this time (ms since 1970) are over or were waited for. */
  #waitedFor = Date.now()
  #ready!: (folders: VoiceFolders) => void
  #known!: () => void
  #state: NaturalVoices
  #running: Promise<void> = Promise.resolve()

  constructor(options: VoiceFilesOptions) {
    super()
    this.#options = options
    this.#spec = options.spec ?? KOKORO
    this.#folders = voiceFolders(options.dir, this.#spec)
    this.#state = this.#coming(0)
    this.whenReady = new Promise((resolve) => {
      this.#ready = resolve
    })
    this.whenKnown = new Promise((resolve) => {
      this.#known = resolve
    })
    const why = options.isOff ? OFF_BY_SETTING : unsupported()
    if (why === undefined) return
    this.#state = { state: 'off', reason: why }
    this.#known()
  }

  state(): NaturalVoices {
    return this.#state
  }

  /** Begins, once. */
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

  #begin(): void {
    this.#running = this.#untilHere().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.#options.log.warn({ err: error }, 'natural voices given up')
    })
  }

  /** Stops a running installation; the next one resumes it. */
  async close(): Promise<void> {
    this.#abort.abort(new Error('closed'))
    this.#known()
    await this.#running
  }

  /** What fails for no reason that is known is tried again: else it would count as coming for ever. */
  async #untilHere(): Promise<void> {
    const { retryMs = RETRY_MS, log } = this.#options
    for (;;) {
      try {
        return await this.#run()
      } catch (error) {
        if (this.#abort.signal.aborted || this.#state.state === 'off') throw error
        log.warn({ err: error }, 'natural voices are not there')
        await this.#rest(FAILED, Date.now() + retryMs[0]!, await this.#broughtAt())
      }
    }
  }

  async #run(): Promise<void> {
    const { lookMs = LOOK_MS, retryMs = RETRY_MS, log } = this.#options
    const { signal } = this.#abort
    for (let failures = 0; ;) {
      signal.throwIfAborted()
      if (await this.#areHere()) return
      if (this.#isLocked()) {
        const told = readProgress(this.#folders.progress)
        this.#become(this.#coming(told?.state === 'coming' ? told.doneBytes : 0))
        await delay(lookMs, undefined, { signal })
        continue
      }
      // Another worker tried while this one was there; what failed for it would fail now.
      const failed = failedAfter(this.#waitedFor, readProgress(this.#folders.progress))
      if (failed) {
        await this.#rest(failed.reason, failed.retryAt, await this.#broughtAt())
        continue
      }
      const before = await this.#broughtAt()
      const pause = retryMs[Math.min(failures, retryMs.length - 1)]!
      const outcome = await this.#install(pause)
      if (outcome.kind === 'busy') await delay(lookMs, undefined, { signal })
      if (outcome.kind !== 'failed') continue
      const { reason, isFinal, detail } = outcome
      log.warn({ reason, detail }, 'natural voices are not there')
      if (isFinal) return this.#become({ state: 'off', reason })
      failures += 1
      await this.#rest(reason, Date.now() + pause, before)
    }
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
    this.#ready(this.#folders)
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

  /**
   * Waits until it is time, or a person brings the file (`before`: when one was brought that was of no use); or until
   * another process installs them, or holds the lock to look: then the rest of the time is still to be waited for.
   */
  async #rest(reason: string, until: number, before: number | undefined): Promise<void> {
    const { lookMs = LOOK_MS } = this.#options
    this.#become({ state: 'missing', reason })
    while (Date.now() < until) {
      await delay(Math.min(lookMs, Math.max(1, until - Date.now())), undefined, {
        signal: this.#abort.signal,
      })
      if ((await areInstalled(this.#folders)) || this.#isLocked()) return
      const now = await this.#broughtAt()
      if (now !== undefined && now !== before) break
    }
    this.#waitedFor = Date.now()
  }

  /** When the file was placed manually, if its size is right. */
  async #broughtAt(): Promise<number | undefined> {
    const stats = await stat(this.#folders.byHand).catch(() => undefined)
    return stats?.size === this.#spec.model.bytes ? stats.mtimeMs : undefined
  }

  /** Runs the installing process to its end. */
  async #install(retryMs: number): Promise<InstallMessage> {
    const { entry = path.join(import.meta.dirname, 'install-process.ts'), store, log } = this.#options
    const { signal } = this.#abort
    this.#become(this.#coming(0))
    const child = fork(entry, { env: toolEnvironment(), stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    const end = () => child.kill('SIGTERM')
    signal.addEventListener('abort', end, { once: true })
    try {
      const last = await lastWord(
        child,
        { dir: this.#folders.dir, store, retryMs, since: this.#waitedFor },
        (message) => {
          if (message.kind === 'bytes') this.#become(this.#coming(message.bytes))
          if (message.kind === 'tried')
            log.info({ source: message.source, detail: message.detail }, 'natural voices not from here')
        },
      )
      signal.throwIfAborted()
      return last
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  #coming(doneBytes: number): NaturalVoices {
    return { state: 'coming', doneBytes, totalBytes: this.#spec.model.bytes }
  }

  #become(state: NaturalVoices): void {
    const before = this.#state
    this.#state = state
    this.#known()
    if (
      before.state !== state.state ||
      before.doneBytes !== state.doneBytes ||
      before.reason !== state.reason
    )
      this.emit('change', state)
  }
}

/** What the process says at last; a failure when it ends without a word. */
function lastWord(
  child: ChildProcess,
  order: InstallOrder,
  onMessage: (message: InstallMessage) => void,
): Promise<InstallMessage> {
  let last: InstallMessage | undefined
  let said = ''
  child.stderr?.on('data', (chunk) => {
    said = (said + String(chunk)).slice(-2_000)
  })
  child.on('message', (message) => {
    const told = message as InstallMessage
    if (told.kind === 'bytes' || told.kind === 'tried') onMessage(told)
    else last = told
  })
  child.send(order, () => undefined)
  return new Promise((resolve) => {
    const reason = 'Natural voices could not be set up: the setup process exited. This is retried.'
    const fail = (detail: string) => resolve({ kind: 'failed', reason, isFinal: false, detail })
    child.once('error', (error) => fail(error.message))
    child.once('close', (code, by) => (last ? resolve(last) : fail(`${by ?? code}: ${said.trim()}`)))
  })
}

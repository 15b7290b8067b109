import type { UploadedScript } from '../library/scripts-query.ts'
import { parsingPercent, sendingPercent } from './progress.ts'
import { uploadProblem } from './validate-file.ts'

/** product §4, upload status. */
export type UploadStatus = 'idle' | 'uploading' | 'parsing' | 'success' | 'error'
export type UploadState = {
  status: UploadStatus
  /** Percent: to 45 while uploading, to 95 while parsing, 100 on success, 0 on error. */
  progress: number
  fileName: string | null
  /** Why the chosen file was refused (status idle) or the upload failed (status error). */
  problem: string | null
}

/** product §9: after a success the screen switches to the scripts. Milliseconds. */
const SUCCESS_SWITCH_MS = 1_500
/** How often the estimate moves. Milliseconds. */
const TICK_MS = 100

/** Timers of the page, or of a test. */
export type Clock = {
  now: () => number
  /** Runs `act` once after `ms`; returns its cancelling. */
  after: (ms: number, act: () => void) => () => void
}

export type Send = (
  file: File,
  options: { idempotencyKey: string; onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<UploadedScript>

type UploadDeps = {
  send: Send
  clock: Clock
  newKey: () => string
  /** The upload of this key was cancelled, and may be stored already or soon: nothing of it is to be kept. */
  takeBack: (key: string) => void
  /** How long to wait before the next try after `failures` of them; null when there is none. */
  retryIn: (failures: number, error: unknown) => number | null
}

export type UploadEvents = {
  uploaded?: (script: UploadedScript) => void
  failed?: (reason: string) => void
  /** The 1.5 s after a success are over. */
  finished?: (script: UploadedScript) => void
}

const IDLE: UploadState = { status: 'idle', progress: 0, fileName: null, problem: null }

/**
 * One upload at a time, as product §4 describes it. Lives as long as the page, so that an upload goes on while
 * another screen is shown. All tries for one chosen file carry one key, so that none of them uploads it twice.
 */
export class ScriptUpload {
  #state: UploadState = IDLE
  readonly #listeners = new Set<() => void>()
  readonly #subscribers = new Set<UploadEvents>()
  #chosen: { file: File; key: string } | undefined
  /** The chosen file failed in a way that says nothing of whether it was stored. */
  #mayBeStored = false
  #running: AbortController | undefined
  #stopTimer: () => void = () => undefined
  readonly #deps: UploadDeps

  constructor(deps: UploadDeps) {
    this.#deps = deps
  }

  getState = (): UploadState => this.#state

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Follows what happens; returns the end of it. */
  on(events: UploadEvents): () => void {
    this.#subscribers.add(events)
    return () => this.#subscribers.delete(events)
  }

  /** Choosing is blocked while uploading or parsing (product §2), and until a success has been shown. */
  get busy(): boolean {
    const { status } = this.#state
    return status === 'uploading' || status === 'parsing' || status === 'success'
  }

  choose = (files: readonly File[]): void => {
    if (this.busy) return
    const problem = uploadProblem(files)
    const [file] = files
    if (problem || !file) return this.#set({ ...IDLE, problem })
    // Another file takes the place of the one whose response was lost, or both would be there.
    if (this.#chosen && this.#mayBeStored) this.#deps.takeBack(this.#chosen.key)
    this.#chosen = { file, key: this.#deps.newKey() }
    void this.#run()
  }

  /** What a refused file was told is over when its screen is left. */
  forgetRefusal = (): void => {
    if (this.#state.status === 'idle' && this.#state.problem) this.#set(IDLE)
  }

  /** The failed file once more, under its key. */
  retry = (): void => {
    if (this.#state.status === 'error' && this.#chosen) void this.#run()
  }

  /** Stops what runs and forgets the file; nothing of it stays stored, whichever of its tries arrived (product §4). */
  cancel = (): void => {
    if (this.#state.status === 'success') return
    if (this.#chosen) this.#deps.takeBack(this.#chosen.key)
    this.#running?.abort()
    this.#running = undefined
    this.#stopTimer()
    this.#chosen = undefined
    this.#set(IDLE)
  }

  async #run(): Promise<void> {
    const chosen = this.#chosen
    if (!chosen) return
    const running = new AbortController()
    this.#running = running
    this.#mayBeStored = false
    for (let failures = 0; !running.signal.aborted; failures += 1) {
      this.#stopTimer()
      this.#set({ status: 'uploading', progress: 0, fileName: chosen.file.name, problem: null })
      try {
        const script = await this.#deps.send(chosen.file, {
          idempotencyKey: chosen.key,
          onProgress: (share) => this.#sent(share, running),
          signal: running.signal,
        })
        if (!running.signal.aborted) this.#succeed(script)
        return
      } catch (error) {
        if (running.signal.aborted) return
        this.#stopTimer()
        this.#mayBeStored ||= this.#deps.retryIn(1, error) !== null
        const wait = this.#deps.retryIn(failures + 1, error)
        if (wait === null) return this.#fail(error)
        await new Promise<void>((resolve) => {
          const stop = this.#deps.clock.after(wait, resolve)
          this.#stopTimer = stop
          running.signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    }
  }

  #sent(share: number, running: AbortController): void {
    if (running.signal.aborted || this.#state.status !== 'uploading') return
    if (share < 1) return this.#set({ ...this.#state, progress: sendingPercent(share) })
    this.#parse(this.#deps.clock.now())
  }

  #parse(since: number): void {
    const progress = parsingPercent(this.#deps.clock.now() - since)
    this.#set({ ...this.#state, status: 'parsing', progress })
    this.#stopTimer = this.#deps.clock.after(TICK_MS, () => this.#parse(since))
  }

  #succeed(script: UploadedScript): void {
    this.#stopTimer()
    this.#chosen = undefined
    this.#set({ ...this.#state, status: 'success', progress: 100 })
    this.#tell((events) => events.uploaded?.(script))
    this.#stopTimer = this.#deps.clock.after(SUCCESS_SWITCH_MS, () => {
      this.#set(IDLE)
      this.#tell((events) => events.finished?.(script))
    })
  }

  #fail(error: unknown): void {
    const reason = error instanceof Error && error.message ? error.message : 'Upload failed'
    this.#set({ ...this.#state, status: 'error', progress: 0, problem: reason })
    this.#tell((events) => events.failed?.(reason))
  }

  #tell(say: (events: UploadEvents) => void): void {
    for (const events of this.#subscribers) say(events)
  }

  #set(state: UploadState): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

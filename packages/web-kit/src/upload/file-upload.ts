import { Emitter } from '@andscene/web-kit/emitter'
import { isTransient, retryWrite } from '@andscene/web-kit/retries'
import { canRead, FileChanged, uploadProblem } from './chosen-file.ts'

export type UploadStatus = 'idle' | 'uploading' | 'parsing' | 'asking' | 'success' | 'error'
export type UploadState<Questions = unknown> = {
  status: UploadStatus
  /** Percent: to 45 while uploading, to 95 while parsing, 100 on success, 0 on error. */
  progress: number
  fileName: string | null
  /** Why the chosen file was rejected (status idle) or the upload failed (status error). */
  problem: string | null
  /** The browser can no longer read the chosen file: it must be chosen again. */
  isFileChanged?: boolean
  /** What the backend asks before it stores the file (status asking). */
  questions?: Questions
}

/** A `send` rejects with it when the file is sent again with answers. */
export class Asked<Questions> extends Error {
  readonly questions: Questions
  constructor(questions: Questions) {
    super('The upload requires answers')
    this.questions = questions
  }
}

/** product §9: after a success, the dashboard switches to the scripts. Milliseconds. */
const SUCCESS_SWITCH_MS = 1_500
/** Update interval of the estimate. Milliseconds. */
const TICK_MS = 100

/** Runs `act` once after `ms`; returns a function that cancels it. */
function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

export type Send<Stored> = (
  file: File,
  options: { idempotencyKey: string; onProgress: (share: number) => void; signal: AbortSignal },
) => Promise<Stored>

type UploadDeps<Stored> = {
  send: Send<Stored>
  newKey: () => string
  /** Whether the browser can still read a chosen file; replaced in tests. */
  isReadable?: (file: File) => Promise<boolean>
  /** Deletes the upload with this key, which was cancelled but may already be stored, or soon will be. */
  takeBack: (key: string) => void
  /** Shows a success until `reset`, instead of 1.5 s. */
  keepsSuccess?: boolean
}

export type UploadEvents<Stored> = {
  uploaded?: (stored: Stored) => void
  failed?: (reason: string) => void
  asked?: () => void
  /** Called 1.5 s after a success. */
  finished?: (stored: Stored) => void
}

const IDLE: UploadState<never> = { status: 'idle', progress: 0, fileName: null, problem: null }

/**
 * One upload at a time (product §4). It continues on other pages. All attempts for one file have the same idempotency
 * key, so that the file is stored once.
 */
export class FileUpload<Stored, Questions = never> {
  #state: UploadState<Questions> = IDLE
  readonly #changed = new Emitter()
  subscribe = this.#changed.subscribe
  readonly #subscribers = new Set<UploadEvents<Stored>>()
  #chosen: { file: File; key: string } | undefined
  /** The upload failed without a response, so the file may be stored. */
  #mayBeStored = false
  #running: AbortController | undefined
  #stopTimer: () => void = () => undefined
  readonly #deps: UploadDeps<Stored>
  readonly #isReadable: (file: File) => Promise<boolean>

  constructor(deps: UploadDeps<Stored>) {
    this.#deps = deps
    this.#isReadable = deps.isReadable ?? canRead
  }

  getState = (): UploadState<Questions> => this.#state

  on(events: UploadEvents<Stored>): () => void {
    this.#subscribers.add(events)
    return () => this.#subscribers.delete(events)
  }

  /** Choosing is disabled while uploading or parsing (product §2), and until the success has been shown. */
  get busy(): boolean {
    const { status } = this.#state
    return status === 'uploading' || status === 'parsing' || status === 'success'
  }

  choose = (files: readonly File[]): void => {
    if (this.busy) return
    const problem = uploadProblem(files)
    const [file] = files
    if (problem || !file) return this.#set({ ...IDLE, problem })
    // Another file replaces one whose response was lost; otherwise both would be stored.
    if (this.#chosen && this.#mayBeStored) this.#deps.takeBack(this.#chosen.key)
    this.#chosen = { file, key: this.#deps.newKey() }
    void this.#run()
  }

  /** Clears the message of a rejected file when its screen closes. */
  forgetRefusal = (): void => {
    if (this.#state.status === 'idle' && this.#state.problem) this.#set(IDLE)
  }

  /** Uploads the same file again, unless it has changed. Resolves when the upload has ended. */
  retry = async (): Promise<void> => {
    const chosen = this.#chosen
    const { status } = this.#state
    if (!chosen || (status !== 'error' && status !== 'asking')) return
    const isReadable = await this.#isReadable(chosen.file)
    // Retried, cancelled or replaced meanwhile.
    if (this.#chosen !== chosen || this.#state.status !== status) return
    if (!isReadable) return this.#fail(new FileChanged())
    await this.#run()
  }

  /** The chosen file, until it is stored. */
  get file(): File | undefined {
    return this.#chosen?.file
  }

  /** Ends the display of a success. */
  reset = (): void => {
    if (this.#state.status === 'success') this.#set(IDLE)
  }

  /** Stops the upload and deletes it, if any attempt was stored (product §4). */
  cancel = (): void => {
    const { status } = this.#state
    if (status === 'success') return
    // While answers are required, nothing is stored.
    if (this.#chosen && status !== 'asking') this.#deps.takeBack(this.#chosen.key)
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
    const { signal } = running
    this.#running = running
    this.#mayBeStored = false
    const attempt = async () => {
      signal.throwIfAborted()
      this.#set({ status: 'uploading', progress: 0, fileName: chosen.file.name, problem: null })
      try {
        return await this.#deps.send(chosen.file, {
          idempotencyKey: chosen.key,
          onProgress: (share) => this.#sent(share, signal),
          signal,
        })
      } catch (error) {
        // A changed file fails like a lost connection, and would fail again.
        if (!isTransient(error) || (await this.#isReadable(chosen.file))) throw error
        lost()
        throw new FileChanged()
      }
    }
    const lost = () => {
      if (signal.aborted) return
      this.#stopTimer()
      this.#mayBeStored = true
    }
    try {
      const stored = await retryWrite(attempt, lost)
      if (!signal.aborted) this.#succeed(stored)
    } catch (error) {
      if (error instanceof Asked) {
        if (!signal.aborted) this.#ask(error.questions as Questions)
        return
      }
      if (isTransient(error)) lost()
      if (!signal.aborted) this.#fail(error)
    }
  }

  #sent(share: number, signal: AbortSignal): void {
    if (signal.aborted || this.#state.status !== 'uploading') return
    if (share < 1) return this.#set({ ...this.#state, progress: sendingPercent(share) })
    this.#parse(performance.now())
  }

  #parse(since: number): void {
    const progress = parsingPercent(performance.now() - since)
    this.#set({ ...this.#state, status: 'parsing', progress })
    this.#stopTimer = after(TICK_MS, () => this.#parse(since))
  }

  #ask(questions: Questions): void {
    this.#stopTimer()
    this.#set({ ...this.#state, status: 'asking', progress: 0, questions })
    this.#tell((events) => events.asked?.())
  }

  #succeed(stored: Stored): void {
    this.#stopTimer()
    this.#chosen = undefined
    this.#set({ ...this.#state, status: 'success', progress: 100 })
    this.#tell((events) => events.uploaded?.(stored))
    if (this.#deps.keepsSuccess) return
    this.#stopTimer = after(SUCCESS_SWITCH_MS, () => {
      this.#set(IDLE)
      this.#tell((events) => events.finished?.(stored))
    })
  }

  #fail(error: unknown): void {
    this.#stopTimer()
    const reason = error instanceof Error && error.message ? error.message : 'Upload failed'
    const isFileChanged = error instanceof FileChanged
    this.#set({ ...this.#state, status: 'error', progress: 0, problem: reason, isFileChanged })
    this.#tell((events) => events.failed?.(reason))
  }

  #tell(say: (events: UploadEvents<Stored>) => void): void {
    for (const events of this.#subscribers) say(events)
  }

  #set(state: UploadState<Questions>): void {
    this.#state = state
    this.#changed.emit()
  }
}

/** Percent when the last byte has been sent; then the server parses the script (product §4). */
const SENT_PERCENT = 45
/** Maximum percent before the response (product §4). */
const PARSED_PERCENT = 95
/** Time constant of the estimate, after which it has covered 63 % of its range. Milliseconds. */
const EASE_MS = 1_500

const sendingPercent = (share: number): number => Math.min(Math.max(share, 0), 1) * SENT_PERCENT

/** Estimated percent `elapsed` milliseconds after the last byte: always rising, never reaching the maximum. */
const parsingPercent = (elapsed: number): number =>
  SENT_PERCENT + (PARSED_PERCENT - SENT_PERCENT) * (1 - Math.exp(-Math.max(elapsed, 0) / EASE_MS))

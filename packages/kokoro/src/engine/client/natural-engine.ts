import { PROVIDER_STALL_MS, SYNTHESIS_MS } from '@andscene/contracts/deadlines'
import { EventEmitter } from 'node:events'
import { availableParallelism } from 'node:os'
import { SpeakingFailed, EngineFailure } from './engine-failure.ts'
import { Heartbeat, lastWords, openLink, type Link, type LinkOptions } from './engine-link.ts'
import { SAMPLE_RATE } from '../graph-names.ts'
import { meetingPlace } from '../meeting-place.ts'
import { abortable } from '../../model/tools.ts'
import type { Frame } from '../protocol.ts'
import { Requests, type SpeakOptions, type Spoken, type SpokenRequest } from './requests.ts'
import { lanesOf } from '../process/run-engine.ts'

export type NaturalEngineOptions = {
  voicesDir: string
  modelFolder: string
  threads?: number | undefined
  /** This worker's share of the texts when several workers share the engine; all by default. */
  ownThreads?: number | undefined
  temporary?: string | undefined
  entry?: URL
  wrapper?: readonly string[]
  lingerMs?: number
  idleMs?: number
  /** A busy process that is silent for this long counts as hanging. */
  stallMs?: number
  startMs?: number
  /** ms since 1970 */
  now?: () => number
}

export type NaturalSpeech = Spoken & { sampleRate: number }
export type NaturalEngineState = { state: 'ready' } | { state: 'resting'; reason: string }

const LINGER_MS = 5_000
const IDLE_MS = 600_000
/** A process on a busy machine: Node, then the connection. */
const START_MS = PROVIDER_STALL_MS

/** After this many crashes in a row the engine rests. */
const DEATHS = 3
const FIRST_REST_MS = 120_000
const LONGEST_REST_MS = 1_800_000
/** Other requests wait this long for the first attempt: about the time of a line. */
const TRY_MS = 2_000

/** When an engine that crashed repeatedly may be retried: after minutes, doubled with each failed attempt. */
class Rest {
  readonly #now: () => number
  #deaths = 0
  #reason = ''
  #until = 0
  #isTrying = false

  constructor(now: () => number) {
    this.#now = now
  }

  /** Also `ready` when another attempt is due: without a request nothing would show whether the engine works again. */
  get state(): NaturalEngineState {
    return this.#deaths < DEATHS || (this.#now() >= this.#until && !this.#isTrying)
      ? { state: 'ready' }
      : { state: 'resting', reason: this.#reason }
  }

  /**
   * Call it before each request: throws `throttled` while the engine rests. Returns true for the one request
   * that may try after a rest; its caller calls `tried` when it has ended.
   */
  check(): boolean {
    if (this.#deaths < DEATHS) return false
    const left = this.#isTrying ? TRY_MS : this.#until - this.#now()
    if (left > 0) throw new SpeakingFailed('throttled', this.#reason, { retryAfterMs: left })
    this.#isTrying = true
    return true
  }

  tried(): void {
    this.#isTrying = false
  }

  died(reason: string): void {
    this.#deaths++
    this.#reason = `Natural voices rest for some minutes, as their engine failed again and again. ${reason}`
    const times = this.#deaths - DEATHS
    if (times >= 0) this.#until = this.#now() + Math.min(FIRST_REST_MS * 2 ** times, LONGEST_REST_MS)
  }

  succeeded(): void {
    this.#deaths = 0
  }
}

/**
 * A worker's side of the engine, whose one process speaks for all workers of the machine. Requests fail when it
 * dies or hangs and may be retried; after three deaths in a row it rests for some minutes.
 */
export class NaturalEngine extends EventEmitter<{
  state: [NaturalEngineState]
  process: [pid: number]
  /** The process died, hung, or could not start or load what it needs. */
  died: []
}> {
  readonly atOnce: number
  readonly #options: LinkOptions
  readonly #rest: Rest
  readonly #closing = new AbortController()
  readonly #requests = new Requests()
  readonly #heart: Heartbeat
  #link: Promise<Link> | undefined
  #connected: Link | undefined
  #asked = 0

  constructor(options: NaturalEngineOptions) {
    super()
    this.#heart = new Heartbeat(options.stallMs ?? PROVIDER_STALL_MS)
    this.#rest = new Rest(options.now ?? Date.now)
    const { threads = availableParallelism(), ownThreads = threads } = options
    this.atOnce = Math.max(1, Math.min(ownThreads, lanesOf(threads)))
    this.#options = {
      settings: {
        voicesDir: options.voicesDir,
        modelFolder: options.modelFolder,
        temporary: options.temporary,
        threads,
        lingerMs: options.lingerMs ?? LINGER_MS,
        idleMs: options.idleMs ?? IDLE_MS,
        stepLimitMs: SYNTHESIS_MS,
      },
      entry: options.entry ?? new URL('../process/main.ts', import.meta.url),
      wrapper: options.wrapper ?? [],
      startMs: options.startMs ?? START_MS,
    }
  }

  get state(): NaturalEngineState {
    return this.#rest.state
  }

  /**
   * Rejects with the signal's reason, which frees the engine at its next step, or a {@link SpeakingFailed}.
   * `onHead` is called whenever more of a long text can be heard.
   */
  async speak(request: SpokenRequest, options: SpeakOptions = {}): Promise<NaturalSpeech> {
    options.signal?.throwIfAborted()
    const isTrying = this.#rest.check()
    this.#asked++
    try {
      const spoken = await this.#ask(request, options)
      this.#change(() => this.#rest.succeeded())
      return { ...spoken, sampleRate: SAMPLE_RATE }
    } catch (error) {
      // Rejecting a text shows that the process works.
      if (error instanceof SpeakingFailed && error.kind === 'bad-input')
        this.#change(() => this.#rest.succeeded())
      throw error
    } finally {
      this.#asked--
      if (isTrying) this.#change(() => this.#rest.tried())
    }
  }

  async #ask(request: SpokenRequest, options: SpeakOptions): Promise<Spoken> {
    const { signal } = options
    const link = await abortable(this.#linked(), signal)
    // The connection may have been lost meanwhile, which has been counted.
    if (this.#connected !== link) throw new SpeakingFailed('server', new EngineFailure('ended').message)
    signal?.throwIfAborted()
    link.socket.ref()
    this.#heart.watch(link, () => this.#requests.size > 0)
    try {
      return await this.#requests.run(link.socket, request, options)
    } finally {
      // An idle connection does not keep the worker's process alive.
      if (this.#requests.size === 0) link.socket.unref()
    }
  }

  /** The model was installed again: earlier deaths no longer count. */
  renew(): void {
    this.#change(() => this.#rest.succeeded())
  }

  /** Pending requests fail; the process exits when no worker is connected. */
  async close(): Promise<void> {
    this.#closing.abort(new SpeakingFailed('server', 'The engine of the natural voices is shutting down.'))
    const link = await this.#link?.catch(() => undefined)
    link?.socket.destroy()
    this.#requests.failAll(this.#closing.signal.reason as Error)
  }

  #linked(): Promise<Link> {
    this.#closing.signal.throwIfAborted()
    if (!this.#link) {
      const link = this.#open()
      link.catch(() => {
        if (this.#link === link) this.#link = undefined
      })
      this.#link = link
    }
    return this.#link
  }

  async #open(): Promise<Link> {
    let link: Link
    try {
      link = await openLink(this.#options, this.#closing.signal)
    } catch (error) {
      this.#closing.signal.throwIfAborted()
      throw this.#died(error instanceof EngineFailure ? error : new EngineFailure('start', error))
    }
    const { socket, reader, early } = link
    this.#connected = link
    this.emit('process', link.pid)
    socket.on('data', (chunk) => {
      try {
        for (const frame of reader.push(chunk)) this.#receive(frame, link)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => this.#gone(link))
    if (socket.destroyed) this.#gone(link)
    for (const frame of early) this.#receive(frame, link)
    socket.resume()
    return link
  }

  #receive(frame: Frame, link: Link): void {
    this.#heart.heard()
    const broken = this.#requests.receive(frame)
    if (broken !== undefined) this.#gone(link, broken)
  }

  /** Counts an exit or kill of the process once. */
  #gone(link: Link, why?: EngineFailure): void {
    if (this.#connected !== link) return
    this.#connected = undefined
    this.#link = undefined
    link.socket.destroy()
    this.#heart.stop()
    if (this.#closing.signal.aborted || this.#asked === 0) return
    why ??= this.#heart.hasKilled
      ? new EngineFailure('hanging')
      : lastWords(meetingPlace(this.#options.settings), link.logFrom)
    this.#requests.failAll(this.#died(why))
  }

  #died({ message, cause }: EngineFailure): SpeakingFailed {
    this.#change(() => this.#rest.died(message))
    this.emit('died')
    return new SpeakingFailed('server', message, { cause })
  }

  #change(what: () => void): void {
    const before = this.state.state
    what()
    if (this.state.state !== before) this.emit('state', this.state)
  }
}

import { PROVIDER_STALL_MS, SYNTHESIS_MS } from '@andscene/contracts/deadlines'
import { EventEmitter } from 'node:events'
import { availableParallelism } from 'node:os'
import { SpeechError } from '../../provider.ts'
import { lastWords, openLink, type Link, type LinkOptions } from './engine-link.ts'
import { meetingPlace } from './meeting-place.ts'
import {
  Failure,
  FRAME,
  frameOf,
  Head,
  jsonFrame,
  jsonOf,
  Part,
  samplesOf,
  type Frame,
  type SpeakRequest,
} from './protocol.ts'
import { Rest } from './rest.ts'

export type NaturalEngineOptions = {
  voicesDir: string
  /** Where the converted model and its styles lie. */
  modelFolder: string
  /** Processors it may use; all that this process may use when unsaid. */
  threads?: number | undefined
  temporary?: string | undefined
  entry?: URL
  wrapper?: readonly string[]
  lingerMs?: number
  idleMs?: number
  /** Silence of the process while something is asked of it, until it counts as hanging. */
  stallMs?: number
  startMs?: number
  /** ms since 1970 */
  now?: () => number
}

/** One run of phonemes: `durations` are frames of 25 ms (600 samples) of each token, the silences at both ends included. */
export type NaturalPart = Part & { samples: Float32Array }
/** The beginning of the first part, 24 kHz; milliseconds that all of it will take, silences included. */
export type NaturalHead = Head & { samples: Float32Array }
/** Parts in order, 24 kHz each. */
export type NaturalSpeech = { parts: NaturalPart[]; sampleRate: number }
export type NaturalEngineState = { state: 'ready' } | { state: 'resting'; reason: string }

type SpeakOptions = {
  signal?: AbortSignal | undefined
  /** Called once, when the beginning is there, if the text is long enough for one. */
  onHead?: ((head: NaturalHead) => void) | undefined
}

type Waiting = {
  parts: NaturalPart[]
  samples: Float32Array[]
  onHead: ((head: NaturalHead) => void) | undefined
  done(parts: NaturalPart[]): void
  fail(error: Error): void
}

const LINGER_MS = 5_000
const IDLE_MS = 600_000
/** A process on a busy machine: Node, then the connection. */
const START_MS = PROVIDER_STALL_MS
export const SAMPLE_RATE = 24_000

/**
 * A worker's side of the engine of the natural voices, whose one process speaks for all workers of the machine. It is
 * started when it is first needed. Where it dies or hangs, what it had in hand fails and may be tried again; after three
 * deaths in a row it rests for some minutes.
 */
export class NaturalEngine extends EventEmitter<{ state: [NaturalEngineState] }> {
  readonly #options: LinkOptions
  readonly #stallMs: number
  readonly #rest: Rest
  readonly #closing = new AbortController()
  readonly #waiting = new Map<number, Waiting>()
  #link: Promise<Link> | undefined
  #heart: NodeJS.Timeout | undefined
  #heard = 0
  #lastRequest = 0

  constructor(options: NaturalEngineOptions) {
    super()
    this.#stallMs = options.stallMs ?? PROVIDER_STALL_MS
    this.#rest = new Rest(options.now ?? Date.now)
    this.#options = {
      settings: {
        voicesDir: options.voicesDir,
        modelFolder: options.modelFolder,
        temporary: options.temporary,
        threads: options.threads ?? availableParallelism(),
        lingerMs: options.lingerMs ?? LINGER_MS,
        idleMs: options.idleMs ?? IDLE_MS,
        stepLimitMs: SYNTHESIS_MS,
      },
      entry: options.entry ?? new URL('main.ts', import.meta.url),
      wrapper: options.wrapper ?? [],
      startMs: options.startMs ?? START_MS,
    }
  }

  get state(): NaturalEngineState {
    return this.#rest.state
  }

  /**
   * Rejects with the signal's reason when it is aborted, which frees the engine at its next step; else with a
   * {@link SpeechError}: `bad-input` when there is nothing to say, `throttled` while it rests, `server` for the rest.
   */
  async speak(
    request: Omit<SpeakRequest, 'head'>,
    { signal, onHead }: SpeakOptions = {},
  ): Promise<NaturalSpeech> {
    signal?.throwIfAborted()
    this.#rest.check()
    const link = await abortable(this.#linked(), signal)
    const id = (this.#lastRequest = (this.#lastRequest + 1) % 2 ** 32)
    const { promise, resolve: done, reject: fail } = Promise.withResolvers<NaturalPart[]>()
    const cancel = () => {
      link.socket.write(frameOf(FRAME.cancel, id))
      fail(signal!.reason as Error)
    }
    this.#waiting.set(id, { parts: [], samples: [], onHead, done, fail })
    signal?.addEventListener('abort', cancel, { once: true })
    link.socket.ref()
    this.#watch(link)
    link.socket.write(jsonFrame(FRAME.speak, id, { ...request, head: onHead !== undefined }))
    try {
      const parts = await promise
      this.#change(() => this.#rest.succeeded())
      return { parts, sampleRate: SAMPLE_RATE }
    } finally {
      signal?.removeEventListener('abort', cancel)
      this.#waiting.delete(id)
      // No process stays up for the sake of a connection that nothing is asked of.
      if (this.#waiting.size === 0) link.socket.unref()
    }
  }

  /** What is asked for fails; the process ends by itself when no worker is left. */
  async close(): Promise<void> {
    this.#closing.abort(new SpeechError('server', 'The engine of the natural voices is shutting down.'))
    const link = await this.#link?.catch(() => undefined)
    link?.socket.destroy()
    this.#failAll(this.#closing.signal.reason as Error)
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
      throw this.#died((error as Error).message)
    }
    const { socket, reader, early } = link
    socket.on('data', (chunk) => {
      try {
        for (const frame of reader.push(chunk)) this.#receive(frame)
      } catch {
        socket.destroy()
      }
    })
    socket.on('error', () => {})
    socket.on('close', () => this.#gone(link))
    for (const frame of early) this.#receive(frame)
    socket.resume()
    return link
  }

  #receive(frame: Frame): void {
    this.#heard = performance.now()
    const waiting = this.#waiting.get(frame.request)
    // What was cancelled may still be under way.
    if (!waiting) return
    switch (frame.kind) {
      case FRAME.samples:
        waiting.samples.push(samplesOf(frame))
        break
      case FRAME.part: {
        const part = { ...jsonOf(Part, frame), samples: joined(waiting.samples.splice(0)) }
        waiting.parts.push(part)
        break
      }
      case FRAME.head:
        waiting.onHead?.({ ...jsonOf(Head, frame), samples: joined(waiting.samples.splice(0)) })
        break
      case FRAME.done:
        waiting.done(waiting.parts)
        break
      case FRAME.failed: {
        const { kind, message } = jsonOf(Failure, frame)
        if (kind === 'text') waiting.fail(new SpeechError('bad-input', message))
        else waiting.fail(this.#died(message))
        break
      }
    }
  }

  /** The process has ended or was ended: all that it had in hand fails. */
  #gone(link: Link): void {
    this.#link = undefined
    clearInterval(this.#heart)
    this.#heart = undefined
    if (this.#closing.signal.aborted || this.#waiting.size === 0) return
    const { voicesDir, temporary } = this.#options.settings
    this.#failAll(this.#died(lastWords(meetingPlace(voicesDir, temporary), link.logFrom)))
  }

  #died(reason: string): SpeechError {
    this.#change(() => this.#rest.died(reason))
    return new SpeechError('server', reason)
  }

  #failAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.fail(error)
  }

  #change(what: () => void): void {
    const before = this.state.state
    what()
    if (this.state.state !== before) this.emit('state', this.state)
  }

  /** Asks for a sign of life while something is awaited, and ends a process that gives none. */
  #watch({ socket, pid }: Link): void {
    if (this.#heart) return
    this.#heard = performance.now()
    const everyMs = this.#stallMs / 4
    this.#heart = setInterval(() => {
      if (this.#waiting.size === 0) {
        clearInterval(this.#heart)
        this.#heart = undefined
      } else if (performance.now() - this.#heard > this.#stallMs) kill(pid, socket)
      else socket.write(frameOf(FRAME.ping, 0))
    }, everyMs).unref()
  }
}

function kill(pid: number, socket: Link['socket']): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
  socket.destroy()
}

function joined(chunks: Float32Array[]): Float32Array {
  const samples = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    samples.set(chunk, at)
    at += chunk.length
  }
  return samples
}

/** The same promise, but for a signal that aborts first. */
async function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

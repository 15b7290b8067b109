import { awayOf, ClipError, ClipTimeoutError, isAbort } from '../errors.ts'
import { METADATA_TIMEOUT_MS } from '../limits.ts'
import type { AudioOutput, ClipHead, ClipRequest, ClipSource, Clock, Due, Hearing, Sound } from '../ports.ts'
import type { RequestQueue } from './request-queue.ts'
import { retried, within } from '../output/waiting.ts'

type FetchOptions = {
  signal: AbortSignal
  urgent: boolean
  isFresh?: boolean
  hearing?: Hearing | undefined
}

type Entry = {
  controller: AbortController
  isUrgent: boolean
  bytes: Promise<ArrayBuffer>
  /** Heads of a clip that is being generated, for a listener who would have to wait for it. */
  heads: Heads
  sound?: Promise<Sound>
  /** Set once decoded. */
  ready?: Sound
}

/** Each head with the promise of the next one. */
type Heads = Promise<{ head: ClipHead; next: Heads }>

export const soundKey = ({ lineId, draft, voiceId, language = '', readsDirections, sound }: ClipRequest) =>
  `${lineId} ${draft ?? ''} ${voiceId} ${language}${readsDirections ? ' directions' : ''}${sound ? ` ${JSON.stringify(sound)}` : ''}`

/** Decoded clips around the current line: each is fetched and decoded once, for any number of callers. */
export type Sounds = ReturnType<typeof createSounds>

type Deps = { clips: ClipSource; output: AudioOutput; clock: Clock; queue: RequestQueue }

export function createSounds({ clips, output, clock, queue }: Deps) {
  const entries = new Map<string, Entry>()
  /** Keys of the clips that wait for a rate limit or for a voice to load. */
  const waiting = new Set<string>()

  /** Without `due`, a clip is only fetched. */
  function begin(request: ClipRequest, urgent: boolean, due?: Due): Entry {
    const key = soundKey(request)
    const existing = entries.get(key)
    if (existing) return existing
    const controller = new AbortController()
    const { signal } = controller
    const { heads, onHead } = headsToCome()
    const bytes = fetch(request, { signal, urgent, hearing: due && { ...due, onHead } })
    const entry: Entry = { controller, isUrgent: urgent, bytes, heads }
    entries.set(key, entry)
    entry.bytes.catch(() => forget(key, entry))
    return entry
  }

  /** Retries after the server's delay without holding a queue slot, so that the due line can go first. */
  function fetch(request: ClipRequest, { signal, urgent, isFresh = false, hearing }: FetchOptions) {
    const key = soundKey(request)
    const work = () => {
      waiting.delete(key)
      return clips.fetch(request, signal, { isUrgent: urgent, isFresh, hearing })
    }
    return retried(
      clock,
      signal,
      () => queue.run(work, { signal, urgent }),
      ({ waitMs }) => {
        if (waitMs !== undefined) waiting.add(key)
        return waitMs
      },
    )
  }

  function drop(key: string) {
    entries.get(key)?.controller.abort()
    entries.delete(key)
    waiting.delete(key)
  }

  function forget(key: string, entry: Entry) {
    if (entries.get(key) === entry) entries.delete(key)
  }

  const withTimeout = (decoding: Promise<Sound>) =>
    within(clock, METADATA_TIMEOUT_MS, decoding, () => new ClipTimeoutError())
  // Decoding detaches the buffer, and another attempt would find it empty.
  const decode = (bytes: ArrayBuffer, { sound }: ClipRequest) =>
    withTimeout(output.decode(bytes.slice(0), sound))

  /** Resolves with a head as soon as there is one, otherwise with the whole clip. */
  async function decoded(request: ClipRequest, entry: Entry): Promise<Sound> {
    const whole = decodedWhole(request, entry)
    whole.catch(() => forget(soundKey(request), entry))
    return begun(whole, entry.heads, request.sound)
  }

  async function begun(whole: Promise<Sound>, heads: Heads, how: ClipRequest['sound']): Promise<Sound> {
    const first = await Promise.race([whole, heads])
    if (!('head' in first)) return first
    const next = begun(whole, first.next, how)
    next.catch(() => undefined)
    try {
      return await withTimeout(output.decodeBegun({ ...first.head, next }, how))
    } catch {
      // Skip a head that cannot be decoded.
      return next
    }
  }

  async function decodedWhole(request: ClipRequest, entry: Entry): Promise<Sound> {
    const bytes = await entry.bytes
    try {
      return await decode(bytes, request)
    } catch (error) {
      clips.discard(request)
      if (error instanceof ClipError) throw error
      // The local copy may be corrupt: fetch it once more from the server.
      const { signal } = entry.controller
      const fresh = await fetch(request, { signal, urgent: true, isFresh: true })
      try {
        return await decode(fresh, request)
      } catch (again) {
        clips.discard(request)
        throw again instanceof ClipError ? again : new ClipError('The sound of this line is damaged.', 422)
      }
    }
  }

  /**
   * Returns the sound at a speed, or a head of it. Waits for limits and voices. Rejects with ClipError or AbortError.
   */
  async function get(request: ClipRequest, due: Due, urgent = false): Promise<Sound> {
    const entry = begin(request, urgent, due)
    entry.sound ??= decoded(request, entry)
    try {
      const sound = await entry.sound
      await output.prepare(sound, due.rate)
      entry.ready = sound
      return sound
    } catch (error) {
      forget(soundKey(request), entry)
      if (isAbort(error)) throw error
      const away = awayOf(error)
      // Background requests are rejected during an outage: a due line sends its own request.
      if (away && urgent && !entry.isUrgent) return get(request, due, true)
      if (error instanceof ClipError) throw error
      throw new ClipError(error instanceof Error ? error.message : String(error), 0, { away })
    }
  }

  return {
    get,
    /** Fetches without decoding, for lines further ahead. */
    async warm(request: ClipRequest) {
      await begin(request, false).bytes
    },
    ready: (request: ClipRequest) => entries.get(soundKey(request))?.ready,
    /** Returns whether the clip was requested and has not failed. */
    known: (request: ClipRequest) => entries.has(soundKey(request)),
    /** Number of clips that are loaded or loading. */
    size: () => entries.size,
    /** Drops all others and aborts their requests. */
    retain(requests: readonly ClipRequest[]) {
      const keep = new Set(requests.map(soundKey))
      for (const key of entries.keys()) if (!keep.has(key)) drop(key)
    },
    /** Drops the decoded clips of a line, or of all lines; what is heard or loading now is unaffected. */
    forget(lineId?: string) {
      for (const [key, { ready }] of entries)
        if (ready && (lineId === undefined || key.startsWith(`${lineId} `))) entries.delete(key)
    },
    /** Drops clips that wait for a rate limit or a voice, because playback has stopped. */
    dropWaiting() {
      for (const key of waiting) drop(key)
    },
  }
}

function headsToCome() {
  let { promise, resolve } = Promise.withResolvers<Awaited<Heads>>()
  const heads: Heads = promise
  const onHead = (head: ClipHead) => {
    const tell = resolve
    ;({ promise, resolve } = Promise.withResolvers<Awaited<Heads>>())
    tell({ head, next: promise })
  }
  return { heads, onHead }
}

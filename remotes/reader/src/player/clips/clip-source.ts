import { HEAD_LIMIT_MS } from '@andscene/contracts/limits'
import type { ClipServer, ServedClip } from './clip-server.ts'
import type { Connection } from './connection.ts'
import { ClipError } from '../errors.ts'
import { CLIP_RETRIES, RETRY_DELAY_MS } from '../limits.ts'
import type { LocalClips } from './local-clips.ts'
import type { ClipOptions, ClipRequest, ClipSource, Clock, Due } from '../ports.ts'
import { retried } from '../output/waiting.ts'

/** The longest Retry-After that is honored: beyond it, the next line serves the listener better. */
const MOST_RETRY_AFTER_MS = 10_000

type Deps = {
  server: Pick<ClipServer, 'stored' | 'generate'>
  local: Pick<LocalClips, 'get' | 'put' | 'remove'>
  clock: Clock
  connection: Connection
  /** Called when the server responds with a clip: its path and length. */
  onServed?: (request: ClipRequest, clip: ServedClip) => void
}

/** For a clip needed at a given time: the received length (0 for nothing yet), and the callback for longer heads. */
type Following = Due & { headMs: number; hear(head: ServedClip & { headMs: number }): void }

/** Loads clips from this device, else stored ones from the server, else generates them; stores them on the device. */
export function createClipSource({ server, local, clock, connection, onServed }: Deps): ClipSource {
  async function ask(
    request: ClipRequest,
    signal: AbortSignal,
    following: Following | undefined,
  ): Promise<ServedClip> {
    if (request.path) {
      try {
        return { ...(await server.stored(request.path, signal)), path: request.path }
      } catch (error) {
        // The clip was cleared: generate it again.
        if (!(error instanceof ClipError) || error.status !== 404) throw error
      }
    }
    if (!following) return server.generate(request, signal)
    for (;;) {
      const { headMs, dueAt, rate } = following
      const headAfterMs = Math.min(Math.max(0, dueAt - clock.now()), HEAD_LIMIT_MS)
      const clip = await server.generate(request, signal, { headMs, headAfterMs, rate })
      if (clip.headMs === undefined) return clip
      // An older server repeats the same head: request the whole clip instead.
      if (clip.headMs <= headMs) return server.generate(request, signal)
      following.hear({ ...clip, headMs: clip.headMs })
    }
  }

  function askWithRetries(
    request: ClipRequest,
    signal: AbortSignal,
    { isUrgent, hearing }: Omit<ClipOptions, 'isFresh'>,
  ): Promise<ServedClip> {
    let retries = 0
    const following = hearing && {
      ...hearing,
      headMs: 0,
      hear({ bytes, headMs, durationMs }: ServedClip & { headMs: number }) {
        this.headMs = headMs
        // Progress resets the retries.
        retries = 0
        this.onHead({ bytes, wholeMs: durationMs ?? 0 })
      },
    }
    const send = () => connection.send(() => ask(request, signal, following), { isUrgent })
    return retried(clock, signal, send, ({ transient, waitMs, away, retryAfterMs = 0 }) => {
      retries += 1
      // The callers wait for rate limits and outages, without holding a queue slot.
      const isFinal = !transient || waitMs !== undefined || away !== undefined
      if (isFinal || retries > CLIP_RETRIES || retryAfterMs > MOST_RETRY_AFTER_MS) return undefined
      return Math.max(RETRY_DELAY_MS * retries, retryAfterMs)
    })
  }

  return {
    async fetch(request, signal, options = { isUrgent: false, isFresh: false }) {
      const { isFresh, ...manner } = options
      const kept = isFresh ? null : await local.get(request)
      signal.throwIfAborted()
      if (kept) return kept
      const served = await askWithRetries(request, signal, manner)
      onServed?.(request, served)
      void local.put(request, served.bytes, served.durationMs ?? 0, served.path)
      return served.bytes
    },
    discard: (request) => local.remove(request),
  }
}

import { HEAD_LIMIT_MS } from '@andscene/contracts/limits'
import type { ClipServer, ServedClip } from './clip-server.ts'
import type { Connection } from './connection.ts'
import { ClipError } from '../errors.ts'
import { CLIP_RETRIES, RETRY_DELAY_MS } from '../limits.ts'
import type { LocalClips } from './local-clips.ts'
import type { ClipOptions, ClipRequest, ClipSource, Clock, Due } from '../ports.ts'
import { retried } from '../output/waiting.ts'

/** Longest wait that a Retry-After is honoured for: beyond it the listener is better served by the next line. */
const MOST_RETRY_AFTER_MS = 10_000

type Deps = {
  server: ClipServer
  local: Pick<LocalClips, 'get' | 'put' | 'remove'>
  clock: Clock
  connection: Connection
  /** A clip came from the server: where it is stored and how long it is. */
  onServed?: (request: ClipRequest, clip: ServedClip) => void
}

/** For a caller that cannot wait for the whole clip: how much it has (0 for nothing yet), and the callback for more. */
type Following = Due & { headMs: number; hear(head: ServedClip & { headMs: number }): void }

/** Clips from this device, else the stored one of the server, else made by it; what came is kept on the device. */
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
        // Cleared meanwhile: have it made again.
        if (!(error instanceof ClipError) || error.status !== 404) throw error
      }
    }
    if (!following) return server.generate(request, signal)
    for (;;) {
      const { headMs, dueAt, rate } = following
      const headAfterMs = Math.min(Math.max(0, dueAt - clock.now()), HEAD_LIMIT_MS)
      const clip = await server.generate(request, signal, { headMs, headAfterMs, rate })
      if (clip.headMs === undefined) return clip
      // An older server has but one head, and would respond with that for ever.
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
        // It continues: earlier failures no longer count.
        retries = 0
        this.onHead({ bytes, wholeMs: durationMs ?? 0 })
      },
    }
    const send = () => connection.send(() => ask(request, signal, following), { isUrgent })
    return retried(clock, signal, send, ({ transient, waitMs, away, retryAfterMs = 0 }) => {
      retries += 1
      // A limit and an outage are waited for where that holds up no other request.
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
      void local.put(request, served.bytes, served.durationMs ?? 0)
      return served.bytes
    },
    discard: (request) => local.remove(request),
  }
}

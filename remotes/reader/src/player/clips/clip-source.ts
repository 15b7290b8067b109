import type { ClipServer, ServedClip } from './clip-server.ts'
import type { Connection } from './connection.ts'
import { ClipError } from '../errors.ts'
import { CLIP_RETRIES, RETRY_DELAY_MS } from '../limits.ts'
import type { LocalClips } from './local-clips.ts'
import type { ClipHead, ClipOptions, ClipRequest, ClipSource, Clock } from '../ports.ts'
import { wait } from '../output/waiting.ts'

/** Longest wait that a Retry-After is honoured for: beyond it the listener is better served by the next line. */
const MOST_RETRY_AFTER_MS = 10_000

type Deps = {
  server: ClipServer
  local: LocalClips
  clock: Clock
  connection: Connection
  /** A clip came from the server: where it is stored and how long it is. */
  onServed?: (request: ClipRequest, clip: ServedClip) => void
}

/** Clips from this device, else the stored one of the server, else made by it; what came is kept on the device. */
export function createClipSource({ server, local, clock, connection, onServed }: Deps): ClipSource {
  async function ask(
    request: ClipRequest,
    signal: AbortSignal,
    onHead: ((head: ClipHead) => void) | undefined,
  ): Promise<ServedClip> {
    if (request.path) {
      try {
        return { ...(await server.stored(request.path, signal)), path: request.path }
      } catch (error) {
        // Cleared meanwhile: have it made again.
        if (!(error instanceof ClipError) || error.status !== 404) throw error
      }
    }
    if (!onHead) return server.generate(request, signal)
    const { bytes, durationMs, isHead, ...where } = await server.generate(request, signal, true)
    if (!isHead) return { bytes, durationMs, isHead, ...where }
    onHead({ bytes, wholeMs: durationMs ?? 0 })
    return server.generate(request, signal)
  }

  async function askWithRetries(
    request: ClipRequest,
    signal: AbortSignal,
    { isUrgent, onHead }: Omit<ClipOptions, 'isFresh'>,
  ): Promise<ServedClip> {
    // Once it sounds, only the whole is of use.
    let wanted = onHead
    const tellHead = (head: ClipHead) => {
      wanted = undefined
      onHead?.(head)
    }
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await connection.send(() => ask(request, signal, wanted && tellHead), { isUrgent })
      } catch (error) {
        const isLast = attempt > CLIP_RETRIES
        if (isLast || !(error instanceof ClipError) || !error.transient) throw error
        // Waited for where it holds up no other request.
        if (error.limitWaitMs !== undefined || error.away) throw error
        const asked = error.retryAfterMs ?? 0
        if (asked > MOST_RETRY_AFTER_MS) throw error
        await wait(clock, Math.max(RETRY_DELAY_MS * attempt, asked), signal)
      }
    }
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

import { READ_RETRIES, RETRY_STEP_MS } from '@andscene/web-kit/retries'
import type { ClipServer } from './clip-server.ts'
import type { Clock } from '../ports.ts'
import type { PreviewRequest } from '../output/previews.ts'
import { retried } from '../output/waiting.ts'

/** Previews cached for another playback; the least recently played is evicted first. */
const MOST_CACHED = 24

type Deps = { server: Pick<ClipServer, 'preview'>; clock: Clock }

/**
 * POST /voices/preview (product §7), with the retries of any read (product §4). Rejects with ClipError or AbortError.
 */
export function createPreviewSource({ server, clock }: Deps) {
  const cache = new Map<string, ArrayBuffer>()

  async function ask(
    { voiceId, text, pronunciation }: PreviewRequest,
    signal: AbortSignal,
  ): Promise<ArrayBuffer> {
    let retries = 0
    const request = () => server.preview({ voiceId, text, pronunciation }, signal)
    const { bytes } = await retried(clock, signal, request, ({ transient, retryAfterMs = 0 }) => {
      retries += 1
      return transient && retries <= READ_RETRIES
        ? Math.max(RETRY_STEP_MS * retries, retryAfterMs)
        : undefined
    })
    return bytes
  }

  return async (request: PreviewRequest, signal: AbortSignal): Promise<ArrayBuffer> => {
    const key = JSON.stringify([request.voiceId, request.text ?? null, request.pronunciation ?? null])
    const bytes = cache.get(key) ?? (await ask(request, signal))
    cache.delete(key)
    cache.set(key, bytes)
    const [oldest] = cache.keys()
    if (cache.size > MOST_CACHED && oldest !== undefined) cache.delete(oldest)
    // Decoding detaches the buffer.
    return bytes.slice(0)
  }
}

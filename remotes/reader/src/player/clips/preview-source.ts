import { READ_RETRIES, RETRY_STEP_MS } from '@andscene/web-kit/retries'
import type { ClipServer } from './clip-server.ts'
import { ClipError } from '../errors.ts'
import type { Clock } from '../ports.ts'
import type { PreviewRequest } from '../output/previews.ts'
import { wait } from '../output/waiting.ts'

/** Previews kept for a second play; the one heard longest ago is evicted first. */
const KEPT = 24

type Deps = { server: Pick<ClipServer, 'preview'>; clock: Clock }

/** POST /voices/preview (product §7), retried like any read (product §4). Rejects with ClipError or AbortError. */
export function createPreviewSource({ server, clock }: Deps) {
  const kept = new Map<string, ArrayBuffer>()

  async function ask({ voiceId, text }: PreviewRequest, signal: AbortSignal): Promise<ArrayBuffer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return (await server.preview(voiceId, text, signal)).bytes
      } catch (error) {
        if (attempt > READ_RETRIES || !(error instanceof ClipError) || !error.transient) throw error
        await wait(clock, Math.max(RETRY_STEP_MS * attempt, error.retryAfterMs ?? 0), signal)
      }
    }
  }

  return async (request: PreviewRequest, signal: AbortSignal): Promise<ArrayBuffer> => {
    const key = JSON.stringify([request.voiceId, request.text ?? null])
    const bytes = kept.get(key) ?? (await ask(request, signal))
    kept.delete(key)
    kept.set(key, bytes)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    // Decoding takes its bytes away.
    return bytes.slice(0)
  }
}

import { api } from '@andscene/web-kit/api-client'
import { PREVIEW_TIMEOUT_MS } from '../player/limits.ts'
import type { PreviewRequest } from './previews.ts'

/** Previews kept for being heard again at once; the oldest goes first. */
const KEPT = 24

/** POST /voices/preview (SPEC §7); each voice and text is fetched once while it is remembered. */
export function createPreviewServer() {
  const kept = new Map<string, ArrayBuffer>()
  return async ({ voiceId, text }: PreviewRequest, signal: AbortSignal): Promise<ArrayBuffer> => {
    const key = JSON.stringify([voiceId, text ?? null])
    const known = kept.get(key)
    if (known) return known
    const body = { voiceId, ...(text && { text }) }
    const answer = await api.blob('/voices/preview', body, { signal, timeoutMs: PREVIEW_TIMEOUT_MS })
    const bytes = await answer.arrayBuffer()
    kept.set(key, bytes)
    const [oldest] = kept.keys()
    if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
    return bytes
  }
}

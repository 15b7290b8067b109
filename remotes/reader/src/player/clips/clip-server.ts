import type { ErrorCode } from '@andscene/contracts/envelope'
import { CLIP_HEADERS } from '@andscene/contracts/voice'
import { api, ApiError } from '@andscene/web-kit/api-client'
import { abortError, ClipError, ClipTimeoutError } from '../errors.ts'
import { AUDIO_TIMEOUT_MS, GENERATE_TIMEOUT_MS, PREVIEW_TIMEOUT_MS } from '../limits.ts'
import type { ClipRequest } from '../ports.ts'

/** A clip as it came, with what its headers say. */
export type ServedClip = { bytes: ArrayBuffer; path: string | undefined; durationMs: number | undefined }

function clipError(error: unknown): Error {
  if (!(error instanceof ApiError)) return error instanceof Error ? error : new Error(String(error))
  if (error.code === 'ABORTED') return abortError()
  if (error.code === 'TIMEOUT' && error.status === 0) return new ClipTimeoutError()
  return new ClipError(
    error.message,
    error.status,
    error.retryAfter === undefined ? undefined : error.retryAfter * 1_000,
    error.status === 0 ? undefined : (error.code as ErrorCode),
  )
}

async function clip(
  path: string,
  body: unknown,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<ServedClip> {
  try {
    const response = await api.blob(path, body, { signal, timeoutMs })
    const duration = Number(response.headers.get(CLIP_HEADERS.duration) ?? Number.NaN)
    return {
      bytes: await response.arrayBuffer(),
      path: response.headers.get(CLIP_HEADERS.path) ?? undefined,
      durationMs: Number.isFinite(duration) ? duration : undefined,
    }
  } catch (error) {
    throw clipError(error)
  }
}

/** The backend's clip calls (product §7). They reject with ClipError, or AbortError when the signal fires. */
export const clipServer = {
  stored: (path: string, signal: AbortSignal) =>
    clip(`/audio/${path.split('/').map(encodeURIComponent).join('/')}`, undefined, signal, AUDIO_TIMEOUT_MS),

  generate: ({ voiceId, text, scriptId, lineId }: ClipRequest, signal: AbortSignal) =>
    clip('/voices/generate', { voiceId, text, scriptId, lineId }, signal, GENERATE_TIMEOUT_MS),

  preview: (voiceId: string, text: string | undefined, signal: AbortSignal) =>
    clip('/voices/preview', { voiceId, ...(text && { text }) }, signal, PREVIEW_TIMEOUT_MS),
}

export type ClipServer = typeof clipServer

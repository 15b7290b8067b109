import type { RouteBody } from '@andscene/contracts/define-route'
import type { ErrorCode } from '@andscene/contracts/schema/envelope'
import { generateClip, previewVoice, readClip } from '@andscene/contracts/routes/speech'
import { CLIP_HEADERS } from '@andscene/contracts/voices/clip'
import { ApiError, call } from '@andscene/web-kit/api-client'
import { abortError, awayOf, ClipError, ClipTimeoutError } from '../errors.ts'
import type { PreviewRequest } from '../output/previews.ts'
import type { ClipRequest } from '../ports.ts'

export type ServedClip = {
  bytes: ArrayBuffer
  path: string | undefined
  /** Length of the whole clip. */
  durationMs: number | undefined
  /** Length of the head in milliseconds, if the clip is still being generated. */
  headMs: number | undefined
}

export type HeadWish = { headMs: number; headAfterMs: number; rate: number }

function clipError(error: unknown): Error {
  if (!(error instanceof ApiError)) return error instanceof Error ? error : new Error(String(error))
  if (error.code === 'ABORTED') return abortError()
  const away = awayOf(error)
  if (error.code === 'TIMEOUT' && error.status === 0 && !away) return new ClipTimeoutError()
  const { message, status, retryAfter } = error
  const retryAfterMs = retryAfter === undefined ? undefined : retryAfter * 1_000
  return new ClipError(message, status, {
    retryAfterMs,
    code: status === 0 ? undefined : (error.code as ErrorCode),
    away,
  })
}

async function served(asked: Promise<Response>): Promise<ServedClip> {
  try {
    const response = await asked
    const number = (name: string) => {
      const value = Number(response.headers.get(name) ?? Number.NaN)
      return Number.isFinite(value) ? value : undefined
    }
    return {
      bytes: await response.arrayBuffer(),
      path: response.headers.get(CLIP_HEADERS.path) ?? undefined,
      durationMs: number(CLIP_HEADERS.duration),
      headMs: response.headers.has(CLIP_HEADERS.head) ? (number(CLIP_HEADERS.head) ?? 0) : undefined,
    }
  } catch (error) {
    throw clipError(error)
  }
}

/** The backend's clip requests (product §7). They reject with ClipError, or AbortError when the signal fires. */
export const clipServer = {
  stored: (path: string, signal: AbortSignal) => served(call(readClip, { params: { '*': path }, signal })),

  /** With `head`, responds with the head of a clip that takes longer to generate. */
  generate: (request: ClipRequest, signal: AbortSignal, head?: HeadWish) => {
    const { voiceId, text, scriptId, lineId, draft, readsDirections } = request
    const body = {
      voiceId,
      text,
      scriptId,
      lineId,
      ...(draft !== undefined && { draft }),
      ...(readsDirections && { readsDirections }),
      ...(head && { head: true, ...head }),
    }
    return served(call(generateClip, { body, signal }))
  },

  /** A line of a script in a delivery that is not necessarily its own. */
  trial: (body: RouteBody<typeof generateClip>, signal: AbortSignal) =>
    served(call(generateClip, { body, signal })),

  preview: (
    { voiceId, text, pronunciation }: Pick<PreviewRequest, 'voiceId' | 'text' | 'pronunciation'>,
    signal: AbortSignal,
  ) =>
    served(
      call(previewVoice, {
        body: { voiceId, ...(text && { text }), ...(pronunciation && { pronunciation }) },
        signal,
      }),
    ),
}

export type ClipServer = typeof clipServer

import type { ClipIndex } from '@andscene/contracts/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import type { FastifyBaseLogger } from 'fastify'
import { byText, type Clips } from './audio-cache.ts'

/** A script is not kept waiting longer than this for its cache state. */
const ANSWER_LIMIT_MS = 1_500

/** The clips of a script, or undefined while tts does not answer: a script loads without them (DESIGN §6). */
export type ReadClips = (
  scriptId: string,
  context: { requestId: string; log: FastifyBaseLogger },
) => Promise<Clips | undefined>

export function createClipReader(tts: ServiceClient): ReadClips {
  return async (scriptId, { requestId, log }) => {
    try {
      const { clips } = await tts.get<ClipIndex>(`/internal/scripts/${scriptId}/clips`, {
        requestId,
        timeoutMs: ANSWER_LIMIT_MS,
      })
      return byText(clips)
    } catch (error) {
      if (error instanceof HttpError && error.code === 'NOT_FOUND') return new Map()
      log.warn({ err: error }, 'no cache state')
      return undefined
    }
  }
}

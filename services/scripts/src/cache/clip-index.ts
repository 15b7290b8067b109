import type { ClipRow } from '@andscene/contracts/internal'
import { listClips } from '@andscene/contracts/routes/internal'
import { HttpError } from '@andscene/service-kit/http-error'
import type { ServiceClient } from '@andscene/service-kit/service-client'
import type { FastifyBaseLogger } from 'fastify'
import type { Clips } from './audio-cache.ts'

/** A script is not kept waiting longer than this for its cache state, with many clips some times as long. */
const PAGE_LIMIT_MS = 1_500
const LIMIT_MS = 5_000
/** Clips asked for in one go: some milliseconds of work on either side. */
const CLIPS_PER_PAGE = 2_000

/** The clips of a script, or undefined while tts does not respond: a script loads without them (architecture §6). */
export type ReadClips = (
  scriptId: string,
  context: { requestId: string; log: FastifyBaseLogger },
) => Promise<Clips | undefined>

export function createClipReader(tts: ServiceClient): ReadClips {
  return async (id, { requestId, log }) => {
    const clips = new Map<string, ClipRow[]>()
    const until = performance.now() + LIMIT_MS
    try {
      let after: string | undefined
      do {
        const timeoutMs = Math.ceil(Math.min(PAGE_LIMIT_MS, Math.max(1, until - performance.now())))
        const page = { params: { id }, query: { after, count: CLIPS_PER_PAGE } }
        const { data } = await tts.call(listClips, page, { requestId, timeoutMs })
        for (const row of data.clips) {
          const others = clips.get(row.textHash)
          if (others) others.push(row)
          else clips.set(row.textHash, [row])
        }
        after = data.next
      } while (after !== undefined)
      return clips
    } catch (error) {
      if (error instanceof HttpError && error.code === 'NOT_FOUND') return new Map()
      log.warn({ err: error }, 'no cache state')
      return undefined
    }
  }
}

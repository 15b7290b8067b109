import type { ClipRow } from '@andscene/contracts/internal'
import { listClips, listTextClips } from '@andscene/contracts/routes/internal'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import type { FastifyBaseLogger } from 'fastify'
import type { Clips } from './audio-cache.ts'

/** For all pages together; each has the time of its route. */
const LIMIT_MS = 5_000
/** Clips per call: some milliseconds of work on either side. */
const CLIPS_PER_PAGE = 2_000

type Asking = { requestId: string; log: FastifyBaseLogger }

/** What tts has stored; undefined while it does not respond: a script loads without cache state then (architecture §6). */
export type ClipIndex = {
  ofScript(scriptId: string, asking: Asking): Promise<Clips | undefined>
  /** The clips of some texts alone; `complete`: nothing of the whole script is to be made. */
  ofTexts(
    scriptId: string,
    textHashes: ReadonlySet<string>,
    asking: Asking,
  ): Promise<{ clips: Clips; complete: boolean } | undefined>
}

export function createClipIndex(tts: ServiceClient): ClipIndex {
  return {
    ofScript: (id, { requestId, log }) =>
      orUndefined(log, async () => {
        const rows: ClipRow[] = []
        const until = performance.now() + LIMIT_MS
        let after: string | undefined
        do {
          const left = Math.max(1, until - performance.now())
          const timeoutMs = Math.ceil(Math.min(listClips.limits.timeoutMs, left))
          const page = { params: { id }, query: { after, count: CLIPS_PER_PAGE } }
          const { data } = await tts.call(listClips, page, { requestId, timeoutMs })
          rows.push(...data.clips)
          after = data.next
        } while (after !== undefined)
        return byText(rows)
      }),

    ofTexts: (id, textHashes, { requestId, log }) =>
      orUndefined(log, async () => {
        const request = { params: { id }, body: { textHashes: [...textHashes] } }
        const { data } = await tts.call(listTextClips, request, { requestId })
        return { clips: byText(data.clips), complete: data.complete }
      }),
  }
}

const byText = (rows: readonly ClipRow[]): Clips => Map.groupBy(rows, ({ textHash }) => textHash)

async function orUndefined<T>(log: FastifyBaseLogger, ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    log.warn({ err: error }, 'no cache state')
    return undefined
  }
}

import type { ClipRow } from '@andscene/contracts/internal'
import { readAudio } from '@andscene/contracts/routes/internal'
import type { ServiceClient } from '@andscene/service-kit/calls/service-client'
import type { FastifyBaseLogger } from 'fastify'
import type { Clips } from './audio-cache.ts'

/** A script is not kept waiting longer than this for its cache state; one with many clips longer, as it takes several pages. */
const PAGE_MS = 1_500
const ALL_PAGES_MS = 5_000
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
        const until = performance.now() + ALL_PAGES_MS
        let after: string | undefined
        do {
          const timeoutMs = Math.ceil(Math.min(PAGE_MS, Math.max(1, until - performance.now())))
          const page = { count: CLIPS_PER_PAGE, ...(after !== undefined && { after }) }
          const { data } = await tts.call(
            readAudio,
            { params: { id }, body: { page } },
            { requestId, timeoutMs },
          )
          rows.push(...(data.clips ?? []))
          after = data.next
        } while (after !== undefined)
        return byText(rows)
      }),

    ofTexts: (id, textHashes, { requestId, log }) =>
      orUndefined(log, async () => {
        const request = { params: { id }, body: { textHashes: [...textHashes] } }
        const { data } = await tts.call(readAudio, request, { requestId, timeoutMs: PAGE_MS })
        return { clips: byText(data.clips ?? []), complete: data.complete ?? false }
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

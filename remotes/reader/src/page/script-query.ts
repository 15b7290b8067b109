import { readProgress } from '@andscene/contracts/routes/progress'
import { readDraft } from '@andscene/contracts/routes/drafts'
import { readScript } from '@andscene/contracts/routes/scripts'
import { readNarration } from '@andscene/contracts/routes/speech'
import type { ProgressResponse } from '@andscene/contracts/progress'
import type { Line, Script } from '@andscene/contracts/script'
import type { NarrationCounts, NarrationSummary } from '@andscene/contracts/voices/voice'
import { voicesTogetherOf } from '@andscene/screenplay/together/voices-together-of'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { playbacks } from '../player/playbacks.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

/** Stale times per query (product §9). Milliseconds. */
const PROGRESS_STALE_MS = 30_000
const NARRATION_STALE_MS = 3_000
/** While clips are generated, events update the page; this poll covers lost events. */
const NARRATION_POLL_MS = 10_000
const FAILED_POLL_MS = 15_000
/** While readiness is unavailable: the shortest and longest time between two attempts. */
const LEAST_RETRY_POLL_MS = 3_000
const MOST_RETRY_POLL_MS = 30_000
/** While generation is paused: the allowance may be raised, or other scripts may add clips. */
const PAUSED_POLL_MS = 60_000

const linesKnown = new WeakMap<readonly Line[], Line[]>()
/** The script with the characters who speak a line together (product §5); the same lines for the same lines. */
function withTogether(script: Script): Script {
  const { content } = script
  const lines = linesKnown.get(content.lines) ?? linesTogether(content.lines)
  linesKnown.set(content.lines, lines)
  return lines === content.lines ? script : { ...script, content: { ...content, lines } }
}

function linesTogether(lines: Line[]): Line[] {
  const together = voicesTogetherOf(lines)
  if (together.every((names) => names === undefined)) return lines
  return lines.map((line, index) => {
    const names = together[index]
    return names ? { ...line, together: [...names] } : line
  })
}

export const draftsKey = (scriptId: string) => [...queryKeys.script(scriptId), 'drafts'] as const

/** The script with the lines of its present draft, or of `draft`. */
export const scriptQuery = (scriptId: string, draft?: number) =>
  queryOptions({
    queryKey: draft === undefined ? queryKeys.script(scriptId) : ([...draftsKey(scriptId), draft] as const),
    queryFn: async ({ signal }): Promise<Script> => {
      const { data } =
        draft === undefined
          ? await call(readScript, { params: { id: scriptId }, signal })
          : await call(readDraft, { params: { id: scriptId, draft }, signal })
      return data.script
    },
    // Other remotes preload the script as it is sent.
    select: withTogether,
  })

/** The server's record of the last played line. Requested on each visit; fresh for 30 s (product §9). */
export const progressQuery = (scriptId: string, draft?: number) =>
  queryOptions({
    queryKey:
      draft === undefined
        ? queryKeys.progress(scriptId)
        : ([...queryKeys.progress(scriptId), draft] as const),
    queryFn: ({ signal }): Promise<ProgressResponse> =>
      call(readProgress, {
        params: { id: scriptId },
        query: { ...(draft !== undefined && { draft }) },
        signal,
      }),
    staleTime: PROGRESS_STALE_MS,
    refetchOnWindowFocus: false,
  })

export const narrationQuery = (scriptId: string) =>
  queryOptions({
    queryKey: queryKeys.narration(scriptId),
    queryFn: async ({ signal, client }) => {
      const ask = () => call(readNarration, { params: { id: scriptId }, signal })
      // The player of an open script tracks whether the backend is unavailable (product §4).
      const { data } = await (playbacks.get(scriptId)?.send(ask) ?? ask())
      showOnCard(client, scriptId, data)
      return data
    },
    staleTime: NARRATION_STALE_MS,
    // The poll repeats it anyway.
    retry: false,
    refetchInterval: ({ state: { data, status, dataUpdatedAt } }) =>
      status === 'error' ? retryPollMs(Date.now() - dataUpdatedAt) : narrationPollMs(data),
  })

/** Returns the delay before the next attempt: as long as readiness has been unknown so far. Milliseconds. */
export const retryPollMs = (unknownForMs: number): number =>
  Math.min(Math.max(unknownForMs, LEAST_RETRY_POLL_MS), MOST_RETRY_POLL_MS)

/** Returns the polling interval for readiness in milliseconds; false when nothing will change. */
export function narrationPollMs(narration: NarrationCounts | undefined): number | false {
  if (!narration) return false
  const { waiting, failed, pausedUntil } = narration
  if (pausedUntil !== undefined) return PAUSED_POLL_MS
  if (waiting > 0) return NARRATION_POLL_MS
  // Playing a failed line may generate it.
  return failed > 0 ? FAILED_POLL_MS : false
}

/** Shows the figures of an event; requests them if the event has none. */
export function refreshNarration(
  client: QueryClient,
  scriptId: string,
  counts: NarrationCounts | undefined,
): void {
  const { queryKey } = narrationQuery(scriptId)
  if (!counts) return void client.invalidateQueries({ queryKey })
  // A pending request may return older figures.
  void client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, counts)
  showOnCard(client, scriptId, counts)
}

function showOnCard(client: QueryClient, scriptId: string, { total, ready, failed }: NarrationCounts): void {
  client.setQueryData<NarrationSummary | null>(
    queryKeys.readiness(scriptId),
    (known) => known && { ...known, total, ready, failed },
  )
}

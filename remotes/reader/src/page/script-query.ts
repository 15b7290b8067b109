import { readProgress } from '@andscene/contracts/routes/progress'
import { readScript } from '@andscene/contracts/routes/scripts'
import { readNarration } from '@andscene/contracts/routes/speech'
import type { ProgressResponse, Script } from '@andscene/contracts/script'
import type { NarrationCounts, NarrationSummary } from '@andscene/contracts/voices/voice'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { playbacks } from '../player/playbacks.ts'
import { queryOptions, type QueryClient } from '@tanstack/react-query'

/** product §9, per-query defaults. Milliseconds. */
const PROGRESS_STALE_MS = 30_000
const NARRATION_STALE_MS = 3_000
/** While clips are being made the page is notified; requested this often in case a message is lost. */
const NARRATION_POLL_MS = 10_000
const FAILED_POLL_MS = 15_000
/** While the figures are unavailable: the shortest and longest time between two attempts. */
const LEAST_RETRY_POLL_MS = 3_000
const MOST_RETRY_POLL_MS = 30_000
/** While nothing is made: the allowance may be raised, or clips come from elsewhere. */
const PAUSED_POLL_MS = 60_000

export const scriptQuery = (scriptId: string) =>
  queryOptions({
    queryKey: queryKeys.script(scriptId),
    queryFn: async ({ signal }): Promise<Script> => {
      const { data } = await call(readScript, { params: { id: scriptId }, signal })
      return data.script
    },
  })

/** The server's record of the last played line. Requested on each visit; fresh for 30 s (product §9). */
export const progressQuery = (scriptId: string) =>
  queryOptions({
    queryKey: queryKeys.progress(scriptId),
    queryFn: ({ signal }): Promise<ProgressResponse> =>
      call(readProgress, { params: { id: scriptId }, signal }),
    staleTime: PROGRESS_STALE_MS,
    refetchOnWindowFocus: false,
  })

export const narrationQuery = (scriptId: string) =>
  queryOptions({
    queryKey: queryKeys.narration(scriptId),
    queryFn: async ({ signal, client }) => {
      const ask = () => call(readNarration, { params: { id: scriptId }, signal })
      // While the script is open its player knows whether the backend is unavailable (product §4).
      const { data } = await (playbacks.get(scriptId)?.send(ask) ?? ask())
      showOnCard(client, scriptId, data)
      return data
    },
    staleTime: NARRATION_STALE_MS,
    // Asked again and again anyway.
    retry: false,
    refetchInterval: ({ state: { data, status, dataUpdatedAt } }) =>
      status === 'error' ? retryPollMs(Date.now() - dataUpdatedAt) : narrationPollMs(data),
  })

/** As long again as it has not been known by now: less and less often. Both in milliseconds. */
export const retryPollMs = (unknownForMs: number): number =>
  Math.min(Math.max(unknownForMs, LEAST_RETRY_POLL_MS), MOST_RETRY_POLL_MS)

/** How long to wait before asking again how much is ready; false when nothing will change. */
export function narrationPollMs(narration: NarrationCounts | undefined): number | false {
  if (!narration) return false
  const { waiting, failed, pausedUntil } = narration
  if (pausedUntil !== undefined) return PAUSED_POLL_MS
  if (waiting > 0) return NARRATION_POLL_MS
  // A line that failed may be made by playing it.
  return failed > 0 ? FAILED_POLL_MS : false
}

/** Shows the figures that the page was notified of; without any it asks for them. */
export function refreshNarration(
  client: QueryClient,
  scriptId: string,
  counts: NarrationCounts | undefined,
): void {
  const { queryKey } = narrationQuery(scriptId)
  if (!counts) return void client.invalidateQueries({ queryKey })
  // What is being asked for may be older.
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

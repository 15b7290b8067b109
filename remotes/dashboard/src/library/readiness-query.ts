import { NARRATIONS_LIMIT } from '@andscene/contracts/limits'
import { listNarrations } from '@andscene/contracts/routes/speech'
import type { ScriptListItem } from '@andscene/contracts/script'
import type { NarrationSummary } from '@andscene/contracts/voices/voice'
import { call } from '@andscene/web-kit/api-client'
import { queryKeys } from '@andscene/web-kit/query-keys'
import { queryOptions } from '@tanstack/react-query'

/** Polling interval while audio is being made for a visible card. Milliseconds. */
const POLL_MS = 5_000
/** A card that becomes visible again does not refetch within this time. Milliseconds. */
const FRESH_MS = 2_000
/** Cards that become visible within this time share a request. Milliseconds. */
const GATHER_MS = 20

type Waiting = PromiseWithResolvers<NarrationSummary | null>
let waiting = new Map<string, Waiting>()

/** How much audio of a script is ready; null when tts does not know the script. */
function readinessOf(scriptId: string): Promise<NarrationSummary | null> {
  const known = waiting.get(scriptId)
  if (known) return known.promise
  if (waiting.size === 0) setTimeout(askAll, GATHER_MS)
  const asked: Waiting = Promise.withResolvers()
  waiting.set(scriptId, asked)
  return asked.promise
}

function askAll(): void {
  const gathered = [...waiting]
  waiting = new Map()
  while (gathered.length > 0) void ask(gathered.splice(0, NARRATIONS_LIMIT))
}

async function ask(cards: readonly (readonly [string, Waiting])[]): Promise<void> {
  try {
    const scripts = cards.map(([scriptId]) => scriptId).join(',')
    const { data } = await call(listNarrations, { query: { scripts } })
    const found = new Map(data.narrations.map((summary) => [summary.scriptId, summary]))
    for (const [scriptId, { resolve }] of cards) resolve(found.get(scriptId) ?? null)
  } catch (error) {
    for (const [, { reject }] of cards) reject(error)
  }
}

/** Readiness of a visible card, polled while audio is being made. After a failure, the card shows none. */
export const readinessQuery = ({ _id, castCount }: ScriptListItem) =>
  queryOptions({
    queryKey: queryKeys.readiness(_id),
    queryFn: () => readinessOf(_id),
    enabled: castCount > 0,
    staleTime: FRESH_MS,
    retry: false,
    refetchInterval: ({ state }) => (state.data?.making ? POLL_MS : false),
  })

import type { Health } from '@andscene/contracts/health'
import type { NaturalVoices } from '@andscene/contracts/voices/natural-voices'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'
import type { VoiceList } from './voices-query.ts'

// The health and the list of voices both contain the state of the natural voices. Both show the latest one.

/** Applies the state of the health response, and refetches the voices if it has changed. */
export function showStateOfHealth(client: QueryClient, natural: NaturalVoices | undefined): void {
  if (!natural) return
  const before = client.getQueryData<VoiceList>(queryKeys.voices)?.naturalVoices?.state
  show<VoiceList>(client, queryKeys.voices, natural)
  if (before !== undefined && before !== natural.state)
    void client.invalidateQueries({ queryKey: queryKeys.voices, exact: true })
}

/** Applies the state of the list of voices. */
export function showStateOfVoices(client: QueryClient, natural: NaturalVoices | undefined): void {
  if (natural) show<Health>(client, queryKeys.health, natural)
}

/** The age of the cached data does not change. */
function show<Data extends Health | VoiceList>(
  client: QueryClient,
  queryKey: readonly string[],
  naturalVoices: NaturalVoices,
): void {
  const state = client.getQueryState(queryKey)
  if (!state) return
  client.setQueryData<Data>(queryKey, (known) => known && { ...known, naturalVoices }, {
    updatedAt: state.dataUpdatedAt,
  })
}

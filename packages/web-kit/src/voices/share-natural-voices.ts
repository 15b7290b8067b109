import type { Health } from '@andscene/contracts/health'
import type { NaturalVoices } from '@andscene/contracts/natural-voices'
import type { QueryClient } from '@tanstack/react-query'
import { queryKeys } from '../api/query-keys.ts'
import type { VoiceList } from './voices-query.ts'

// The state of the natural voices comes with the health and with the list of voices. Whichever came last is shown by both,
// so that no two views differ.

/** Shows the state that came with the health; which voices are active is asked for again when it is another one. */
export function showStateOfHealth(client: QueryClient, natural: NaturalVoices | undefined): void {
  if (!natural) return
  const before = client.getQueryData<VoiceList>(queryKeys.voices)?.naturalVoices?.state
  show<VoiceList>(client, queryKeys.voices, natural)
  if (before !== undefined && before !== natural.state)
    void client.invalidateQueries({ queryKey: queryKeys.voices, exact: true })
}

/** Shows the state that came with the list of voices. */
export function showStateOfVoices(client: QueryClient, natural: NaturalVoices | undefined): void {
  if (natural) show<Health>(client, queryKeys.health, natural)
}

/** Everything else that is known stays as old as it is. */
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

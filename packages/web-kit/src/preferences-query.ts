import type { Preferences, PreferencesResponse } from '@andscene/contracts/preferences'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from './api-client.ts'
import { queryKeys } from './query-keys.ts'

const KEY = queryKeys.preferences

/** What the person has chosen to hear (product §4). */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }): Promise<Preferences> =>
      (await api.get<PreferencesResponse>('/preferences', { signal })).data.preferences,
  })

/** Saves the choice; it counts at once and is taken back if the backend refuses it. */
export function useSavePreferences() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (preferences: Preferences) => api.put<PreferencesResponse>('/preferences', preferences),
    mutationKey: KEY,
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'preferences' },
    onMutate: async (preferences) => {
      await client.cancelQueries({ queryKey: KEY })
      const before = client.getQueryData<Preferences>(KEY)
      client.setQueryData(KEY, preferences)
      return { before }
    },
    onError: (_error, _preferences, context) => {
      // A newer choice that is still to be saved stands.
      if (client.isMutating({ mutationKey: KEY }) > 1) return
      client.setQueryData(KEY, context?.before)
      void client.invalidateQueries({ queryKey: KEY })
    },
  })
}

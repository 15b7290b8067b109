import type { Preferences } from '@andscene/contracts/preferences'
import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from './api-client.ts'
import { queryKeys } from './query-keys.ts'
import { useSnackbar } from './snackbar.tsx'

const KEY = queryKeys.preferences

/** What the user has chosen to hear (product §4). */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await call(readPreferences, { signal })).data.preferences,
  })

/**
 * The user's preferences, and `choose` for the types of line to skip. A choice counts at once; if the backend refuses it,
 * it is taken back and a message says why.
 */
export function useReadingChoice() {
  const client = useQueryClient()
  const snackbar = useSnackbar()
  const save = useMutation({
    mutationFn: (preferences: Preferences) => call(savePreferences, { body: preferences }),
    mutationKey: KEY,
    // One after the other, so that the last choice is the one that stays.
    scope: { id: 'preferences' },
    onMutate: async (preferences) => {
      await client.cancelQueries({ queryKey: KEY })
      const before = client.getQueryData<Preferences>(KEY)
      client.setQueryData(KEY, preferences)
      return { before }
    },
    onError: (error, _preferences, context) => {
      snackbar.error(`Failed to save your choice: ${error.message}`, 'preferences')
      // A newer choice that is still to be saved stands.
      if (client.isMutating({ mutationKey: KEY }) > 1) return
      client.setQueryData(KEY, context?.before)
      void client.invalidateQueries({ queryKey: KEY })
    },
  })
  return {
    preferences: useQuery(preferencesQuery()),
    choose: (skippedLineTypes: readonly string[]) => save.mutate({ skippedLineTypes: [...skippedLineTypes] }),
  }
}

import type { PreferencesChange } from '@andscene/contracts/preferences'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { readKept } from './kept-preferences.ts'
import { saverOf } from './preferences-saver.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useSnackbar } from '../components/snackbar.tsx'

/**
 * The preferences (product §4): first those stored on this device, then the backend's. Refetched when the window gets
 * the focus, because another device may have changed them.
 */
export const preferencesQuery = () =>
  queryOptions({
    queryKey: queryKeys.preferences,
    queryFn: ({ signal, client }) => saverOf(client).ask(signal),
    initialData: () => {
      const { known, unsaved } = readKept()
      return known && { ...known, ...unsaved }
    },
    initialDataUpdatedAt: 0,
    refetchOnWindowFocus: 'always',
  })

/**
 * Returns the preferences and `change`. A change takes effect immediately and is saved shortly after. If the backend
 * rejects it, it is undone with a message.
 */
export function usePreferences() {
  const client = useQueryClient()
  const snackbar = useSnackbar()
  return {
    preferences: useQuery(preferencesQuery()),
    change: (change: PreferencesChange) =>
      saverOf(client).change(change, (error) =>
        snackbar.error(`Failed to save your choice: ${error.message}`, 'preferences'),
      ),
  }
}

export function useReadingChoice() {
  const { preferences, change } = usePreferences()
  return {
    preferences,
    choose: (skippedLineTypes: readonly string[]) => change({ skippedLineTypes: [...skippedLineTypes] }),
  }
}

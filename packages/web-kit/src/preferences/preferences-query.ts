import type { PreferencesChange } from '@andscene/contracts/preferences'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { readKept } from './kept-preferences.ts'
import { saverOf } from './preferences-saver.ts'
import { queryKeys } from '../api/query-keys.ts'
import { useSnackbar } from '../components/snackbar.tsx'

/**
 * How the person listens (product §4): from the start as this device last knew it, then as the backend tells, and asked
 * again whenever the window gets the focus, because another device may have changed it.
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
 * The person's preferences, and `change` for some of them. A change counts at once on this device and is saved a moment
 * later; if the backend refuses it, it is taken back and a message says why.
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

/** Of these what is read aloud, and `choose` for the types of line to skip. */
export function useReadingChoice() {
  const { preferences, change } = usePreferences()
  return {
    preferences,
    choose: (skippedLineTypes: readonly string[]) => change({ skippedLineTypes: [...skippedLineTypes] }),
  }
}

import type { Preferences, PreferencesChange } from '@andscene/contracts/preferences'
import type { QueryClient } from '@tanstack/react-query'
import { readGuestPreferences } from '../preferences/kept-preferences.ts'
import type { PreferencesKeeper } from '../preferences/preferences-saver.ts'
import { queryKeys } from '../api/query-keys.ts'
import { GUEST_PREFERENCES_KEY, writeKey } from '../storage-keys.ts'

export class GuestPreferences implements PreferencesKeeper {
  #kept: Preferences = readGuestPreferences()
  readonly #client: QueryClient

  constructor(client: QueryClient) {
    this.#client = client
    // First: otherwise the query would start with the stored preferences of an account.
    client.setQueryData(queryKeys.preferences, this.#kept)
  }

  get rate(): number {
    return this.#kept.rate ?? 1
  }

  async ask(): Promise<Preferences> {
    return this.#kept
  }

  change(change: PreferencesChange): void {
    this.#kept = { ...this.#kept, ...change }
    writeKey(GUEST_PREFERENCES_KEY, JSON.stringify(this.#kept))
    this.#client.setQueryData(queryKeys.preferences, this.#kept)
  }

  // Guests' preferences are not sent to the backend.
  async flush(): Promise<void> {}
  forget(): void {}
}

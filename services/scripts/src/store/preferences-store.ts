import type { Preferences, PreferencesChange } from '@andscene/contracts/preferences'

/** Until something else is chosen nothing is skipped. */
export const NO_PREFERENCES: Preferences = { skippedLineTypes: [] }

/** Stores how each user listens. */
export interface PreferencesStore {
  find(uid: string): Promise<Preferences>
  /** Changes what `change` names, leaves the rest, and returns all. UNAUTHENTICATED when the account is closed. */
  change(uid: string, change: PreferencesChange): Promise<Preferences>
  remove(uid: string): Promise<void>
}

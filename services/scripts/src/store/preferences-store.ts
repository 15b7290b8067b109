import type { Preferences } from '@andscene/contracts/preferences'

/** Keeps what each person has read aloud. */
export interface PreferencesStore {
  find(uid: string): Promise<Preferences | undefined>
  save(uid: string, preferences: Preferences): Promise<void>
}

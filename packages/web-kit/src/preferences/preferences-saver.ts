import type { Preferences, PreferencesChange } from '@andscene/contracts/preferences'
import { readPreferences, savePreferences } from '@andscene/contracts/routes/preferences'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '../api/api-client.ts'
import { GuestPreferences } from '../guest/guest-preferences.ts'
import { keptRate, readKept, takeOldRate, writeKept, type KeptPreferences } from './kept-preferences.ts'
import { isTransient } from '../api/retries.ts'
import { queryKeys } from '../api/query-keys.ts'
import { onSessionEnd } from '../session/session.tsx'

const KEY = queryKeys.preferences
/** Changes within this time are saved together. Milliseconds. */
export const SAVE_AFTER_MS = 400

/**
 * Saves changes of the preferences. A change takes effect immediately and is stored on the device until it is saved, so
 * that a closed page or a lost connection does not lose it. A change that the backend rejects is undone.
 */
export class PreferencesSaver {
  #stored: KeptPreferences
  /** False while storage is blocked or full: unsaved changes are then in memory only. */
  #isStored = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  /** Counts sessions, to ignore responses of an ended one. */
  #session = 0
  #onRejected: (error: Error) => void = () => undefined
  readonly #client: QueryClient

  constructor(client: QueryClient) {
    this.#client = client
    this.#stored = readKept()
    const flush = () => void this.flush()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') flush()
    })
    addEventListener('online', flush)
    // The query handles visibilitychange only; without cancelRefetch, both events together cause one fetch.
    addEventListener(
      'focus',
      () => void client.invalidateQueries({ queryKey: KEY }, { cancelRefetch: false }),
    )
    onSessionEnd(() => this.forget())
  }

  /** Returns the current preferences; undefined until the backend has responded once. */
  get current(): Preferences | undefined {
    const { known, unsaved } = this.#stored
    return known && { ...known, ...unsaved }
  }

  get rate(): number {
    return keptRate()
  }

  async ask(signal: AbortSignal): Promise<Preferences> {
    return this.#applyResponse((await call(readPreferences, { signal })).data.preferences)
  }

  /** Stores the backend's response and applies unsaved changes. Returns the current preferences. */
  #applyResponse(response: Preferences): Preferences {
    // An older release stored the speed on the device: move it once.
    const old = takeOldRate()
    const unsaved = { ...(response.rate === undefined && old), ...this.#unsaved() }
    this.#store({ known: response, unsaved })
    if (Object.keys(unsaved).length > 0) this.#schedule()
    return { ...response, ...unsaved }
  }

  /** `tell` receives the error of a rejected change. */
  change(change: PreferencesChange, tell: (error: Error) => void): void {
    this.#onRejected = tell
    this.#store({ ...this.#stored, unsaved: { ...this.#unsaved(), ...change } })
    this.#updateQuery()
    this.#schedule()
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#sending) return this.#sending
    const sending: Promise<void> = this.#send().finally(() => {
      if (this.#sending === sending) this.#sending = undefined
    })
    this.#sending = sending
    return sending
  }

  /** Discards unsaved changes, because their session has ended. */
  forget(): void {
    this.#session += 1
    clearTimeout(this.#timer)
    this.#sending = undefined
    this.#stored = { known: undefined, unsaved: {} }
  }

  /** Returns unsaved changes; another tab may have added to those in storage, or saved them. */
  #unsaved(): PreferencesChange {
    return this.#isStored ? readKept().unsaved : this.#stored.unsaved
  }

  #schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), SAVE_AFTER_MS)
  }

  async #send(): Promise<void> {
    const session = this.#session
    for (;;) {
      const change = this.#unsaved()
      if (Object.keys(change).length === 0) return
      try {
        const { data } = await this.#save(change)
        if (session !== this.#session) return
        this.#removeUnsaved(change, data.preferences)
      } catch (error) {
        if (session !== this.#session) return
        // Sent again with the next change, when the browser is online, or at the next start.
        if (isTransient(error)) return
        this.#removeUnsaved(change, this.#stored.known)
        this.#onRejected(error as Error)
        void this.#client.invalidateQueries({ queryKey: KEY })
      }
    }
  }

  /** With the retries of all writes (product §9). */
  #save(change: PreferencesChange) {
    const write = {
      mutationKey: KEY,
      mutationFn: (body: PreferencesChange) => call(savePreferences, { body }),
    }
    return this.#client.getMutationCache().build(this.#client, write).execute(change)
  }

  /** Removes a saved or rejected change from the unsaved ones, except values that have changed again meanwhile. */
  #removeUnsaved(change: PreferencesChange, known: Preferences | undefined): void {
    const left = Object.entries(this.#unsaved()).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(change[name as keyof PreferencesChange]),
    )
    this.#store({ known, unsaved: Object.fromEntries(left) })
    this.#updateQuery()
  }

  /** Cancels a pending fetch, whose response would be outdated. */
  #updateQuery(): void {
    void this.#client.cancelQueries({ queryKey: KEY })
    const { current } = this
    if (current) this.#client.setQueryData(KEY, current)
  }

  #store(kept: KeptPreferences): void {
    this.#stored = kept
    this.#isStored = writeKept(kept)
  }
}

export type PreferencesKeeper = Pick<PreferencesSaver, 'rate' | 'ask' | 'change' | 'flush' | 'forget'>

const savers = new WeakMap<QueryClient, PreferencesKeeper>()

/** Uses the preferences of this device, for a guest's page. Call it before the first query. */
export const keepGuestPreferences = (client: QueryClient) =>
  void savers.set(client, new GuestPreferences(client))

export function saverOf(client: QueryClient): PreferencesKeeper {
  const known = savers.get(client)
  if (known) return known
  const saver = new PreferencesSaver(client)
  savers.set(client, saver)
  return saver
}

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
/** Changes that follow each other are saved together. Milliseconds. */
export const SAVE_AFTER_MS = 400

/**
 * Changes of the preferences on their way to the backend. A change counts at once and is kept on the device until it is
 * saved, so that neither a page that closes nor a network that is away loses it; one that the backend refuses is taken back.
 */
export class PreferencesSaver {
  #kept: KeptPreferences
  /** False while storage is blocked or full: then this page alone knows what is not saved. */
  #isStored = true
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  /** Counts sessions: what belongs to one that has ended is not kept again. */
  #session = 0
  #tell: (error: Error) => void = () => undefined
  readonly #client: QueryClient

  constructor(client: QueryClient) {
    this.#client = client
    this.#kept = readKept()
    const flush = () => void this.flush()
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'hidden') flush()
    })
    addEventListener('online', flush)
    // The query itself hears of a page that is shown again, but not of a window that gets the focus; not both one by one.
    addEventListener(
      'focus',
      () => void client.invalidateQueries({ queryKey: KEY }, { cancelRefetch: false }),
    )
    onSessionEnd(() => this.forget())
  }

  /** What counts now, as far as this device knows; undefined until the backend has told it once. */
  get current(): Preferences | undefined {
    const { known, unsaved } = this.#kept
    return known && { ...known, ...unsaved }
  }

  /** The speed to begin with. */
  get rate(): number {
    return keptRate()
  }

  /** Asks the backend. Returns what counts. */
  async ask(signal: AbortSignal): Promise<Preferences> {
    return this.#learn((await call(readPreferences, { signal })).data.preferences)
  }

  /** What the backend tells: it stands, but for changes that it does not have yet. Returns what counts. */
  #learn(told: Preferences): Preferences {
    // Before the speed was the person's it was the device's. Once: from then on the backend knows one.
    const old = takeOldRate()
    const unsaved = { ...(told.rate === undefined && old), ...this.#unsaved() }
    this.#keep({ known: told, unsaved })
    if (Object.keys(unsaved).length > 0) this.#schedule()
    return { ...told, ...unsaved }
  }

  /** `tell` is told why a change was refused. */
  change(change: PreferencesChange, tell: (error: Error) => void): void {
    this.#tell = tell
    this.#keep({ ...this.#kept, unsaved: { ...this.#unsaved(), ...change } })
    this.#show()
    this.#schedule()
  }

  /** Saves now what is not saved yet. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.#sending) return this.#sending
    const sending: Promise<void> = this.#send().finally(() => {
      if (this.#sending === sending) this.#sending = undefined
    })
    this.#sending = sending
    return sending
  }

  /** Gives up what is not saved: the session that it belongs to has ended. */
  forget(): void {
    this.#session += 1
    clearTimeout(this.#timer)
    this.#sending = undefined
    this.#kept = { known: undefined, unsaved: {} }
  }

  /** What the backend does not have yet; in storage another tab may have added to it, or saved it. */
  #unsaved(): PreferencesChange {
    return this.#isStored ? readKept().unsaved : this.#kept.unsaved
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
        this.#settle(change, data.preferences)
      } catch (error) {
        if (session !== this.#session) return
        // It is asked again with the next change, when the network is back, or at the next start.
        if (isTransient(error)) return
        this.#settle(change, this.#kept.known)
        this.#tell(error as Error)
        void this.#client.invalidateQueries({ queryKey: KEY })
      }
    }
  }

  /** With the retries that every write has (product §9). */
  #save(change: PreferencesChange) {
    const write = {
      mutationKey: KEY,
      mutationFn: (body: PreferencesChange) => call(savePreferences, { body }),
    }
    return this.#client.getMutationCache().build(this.#client, write).execute(change)
  }

  /** This change is done with; what was changed again meanwhile still waits. */
  #settle(change: PreferencesChange, known: Preferences | undefined): void {
    const left = Object.entries(this.#unsaved()).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(change[name as keyof PreferencesChange]),
    )
    this.#keep({ known, unsaved: Object.fromEntries(left) })
    this.#show()
  }

  /** A reading that is under way is of before. */
  #show(): void {
    void this.#client.cancelQueries({ queryKey: KEY })
    const { current } = this
    if (current) this.#client.setQueryData(KEY, current)
  }

  #keep(kept: KeptPreferences): void {
    this.#kept = kept
    this.#isStored = writeKept(kept)
  }
}

/** What keeps the preferences of a page's query client. */
export type PreferencesKeeper = Pick<PreferencesSaver, 'rate' | 'ask' | 'change' | 'flush' | 'forget'>

const savers = new WeakMap<QueryClient, PreferencesKeeper>()

/** Makes the preferences of a guest's page those of the device, before anybody asks for them. */
export const keepGuestPreferences = (client: QueryClient) =>
  void savers.set(client, new GuestPreferences(client))

/** The saver of a page's query client. */
export function saverOf(client: QueryClient): PreferencesKeeper {
  const known = savers.get(client)
  if (known) return known
  const saver = new PreferencesSaver(client)
  savers.set(client, saver)
  return saver
}

import { isGuest } from '@andscene/web-kit/api-client'
import { sessionStore } from '@andscene/web-kit/identity'
import { notesKey } from '@andscene/web-kit/storage-keys'

/** Begins the keys of what is kept of a script's notes, for its person or for the guests of this device. */
export const notesPrefix = (scriptId: string): string =>
  notesKey(scriptId, (isGuest() ? undefined : sessionStore.getState().user?.uid) ?? 'guest')

/** Whether what is kept under a key is a guest's: it belongs to no session. */
export const isGuestsNote = (key: string): boolean => /_guest_(out|draft)_/.test(key)

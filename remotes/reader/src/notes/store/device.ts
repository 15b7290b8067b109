import { onSessionEnd, type Removal } from '@andscene/web-kit/session'
import { readKey, removeKey, writeKey, notesKey } from '@andscene/web-kit/storage-keys'
import type { Exclusive, KeptEntries } from './ports.ts'
import { isGuest } from '@andscene/web-kit/api-client'
import { sessionStore } from '@andscene/web-kit/identity'
import { textOf, type Operation } from './operation.ts'

/** Key prefix of a script's notes on this device, per user; guests share one. */
export const notesPrefix = (scriptId: string): string =>
  notesKey(scriptId, (isGuest() ? undefined : sessionStore.getState().user?.uid) ?? 'guest')

/** Keys of a guest's entries, which survive the end of a session. */
const GUESTS = /_guest_(out|draft)_/

/** This tab's memory, for entries that local storage does not accept because it is full or blocked. */
const own = new Map<string, string>()
// A shell one release older does not pass `removal`.
onSessionEnd((removal?: Removal) => {
  if (removal?.keepsWords) return
  for (const key of own.keys()) if (!GUESTS.test(key)) own.delete(key)
})

export const deviceEntries: KeptEntries = {
  list(prefix) {
    const entries = new Map(own)
    for (const key of storedKeys()) {
      const value = key.startsWith(prefix) ? readKey(key) : null
      if (value !== null) entries.set(key, value)
    }
    return [...entries].filter(([key]) => key.startsWith(prefix)).sort(([a], [b]) => (a < b ? -1 : 1))
  },
  write(key, value) {
    if (writeKey(key, value)) {
      own.delete(key)
      return true
    }
    own.set(key, value)
    return false
  },
  remove(key) {
    own.delete(key)
    removeKey(key)
  },
  watch(prefix, listener) {
    const hear = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(prefix)) listener()
    }
    addEventListener('storage', hear)
    return () => removeEventListener('storage', hear)
  },
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    // Storage is blocked.
    return []
  }
}

/** Uses Web Locks. Without them two tabs may send the same operation, which is harmless. */
export const exclusive: Exclusive = async (name, work) => {
  const { locks } = navigator as Partial<Navigator>
  let isBegun = false
  const begin = () => {
    isBegun = true
    return work()
  }
  try {
    await (locks ? locks.request(name, begin) : begin())
  } catch (error) {
    if (isBegun) throw error
    await work()
  }
}

export function keptWords(scriptId: string): { keys: string[]; texts: string[] } {
  const entries = deviceEntries.list(`${notesPrefix(scriptId)}_`)
  const texts = entries.flatMap(([, value]) => {
    try {
      const kept = JSON.parse(value) as Operation | { text: string }
      return ('kind' in kept ? textOf(kept) : kept.text) ?? []
    } catch {
      return []
    }
  })
  return { keys: entries.map(([key]) => key), texts }
}

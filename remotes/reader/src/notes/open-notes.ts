import type { Line } from '@andscene/contracts/script'
import { isGuest } from '@andscene/web-kit/api-client'
import { readRecord, writeKey } from '@andscene/web-kit/storage-keys'
import type { SeenNotes } from '@andscene/contracts/notes'
import { onSessionEnd, type Removal } from '@andscene/web-kit/session'
import { soundSystem } from '../player/output/sound-system.ts'
import { indexesOf } from './note-filter.ts'
import { notesPrefix, deviceEntries, exclusive } from './store/device.ts'
import { createNotesStore, type NotesStore } from './store/notes-store.ts'
import type { NotesNews } from './store/ports.ts'
import { notesServer } from './store/server.ts'

type Opening = {
  scriptId: string
  lines: readonly Line[]
  draft: () => number | undefined
  news: NotesNews
  onSeen: () => void
}

/** What a guest has seen; starts like the other keys of guests, so that an account's sign-out keeps it. */
function seenOnDevice(scriptId: string) {
  const key = `andscene_guest_seen_${scriptId}`
  const { version, also } = readRecord(key)
  const first: SeenNotes = {
    version: typeof version === 'number' ? version : 0,
    also: Array.isArray(also) ? also.filter((one) => typeof one === 'number') : [],
  }
  return { first, keep: (seen: SeenNotes) => void writeKey(key, JSON.stringify(seen)) }
}

export function openNotes({ scriptId, lines, draft, news, onSeen }: Opening): {
  store: NotesStore
  /** The lines of another draft. */
  adopt: (lines: readonly Line[]) => void
  close: () => void
} {
  let indexes = indexesOf(lines)
  const server = notesServer(scriptId)
  const store = createNotesStore({
    server: { ...server, see: (seen) => server.see(seen).then(onSeen) },
    clock: soundSystem.clock,
    now: () => Date.now(),
    random: () => crypto.randomUUID().slice(0, 8),
    entries: deviceEntries,
    exclusive,
    news,
    prefix: notesPrefix(scriptId),
    seenHere: isGuest() ? seenOnDevice(scriptId) : undefined,
    indexOf: (lineId) => indexes.get(lineId),
    draft,
  })
  const ended = new AbortController()
  const { signal } = ended
  const flush = () => store.drafts.flush()
  addEventListener('pagehide', flush, { signal })
  addEventListener(
    'beforeunload',
    (event) => {
      flush()
      // Notes that are only in this tab's memory would be lost.
      if (!store.getSnapshot().isKept) event.preventDefault()
    },
    { signal },
  )
  addEventListener('online', store.online, { signal })
  document.addEventListener(
    'visibilitychange',
    () => (document.visibilityState === 'hidden' ? flush() : store.online()),
    { signal },
  )
  // After a sign-out nothing may be written to storage any more. An expired session and guests keep their notes.
  const forget = isGuest()
    ? undefined
    : onSessionEnd((removal?: Removal) => (removal?.keepsWords ? store.close() : store.forget()))
  store.start()
  return {
    store,
    adopt(next) {
      indexes = indexesOf(next)
      store.moved()
    },
    close() {
      ended.abort()
      forget?.()
      store.close()
    },
  }
}

import type { Line } from '@andscene/contracts/script'
import { isGuest } from '@andscene/web-kit/api-client'
import { onSessionEnd, type Removal } from '@andscene/web-kit/session'
import { soundSystem } from '../player/output/sound-system.ts'
import { indexesOf } from './note-filter.ts'
import { notesPrefix, deviceEntries, exclusive } from './store/device.ts'
import { createNotesStore, type NotesStore } from './store/notes-store.ts'
import type { NotesNews } from './store/ports.ts'
import { notesServer } from './store/server.ts'

type Opening = { scriptId: string; lines: readonly Line[]; news: NotesNews }

export function openNotes({ scriptId, lines, news }: Opening): { store: NotesStore; close: () => void } {
  const indexes = indexesOf(lines)
  const store = createNotesStore({
    server: notesServer(scriptId),
    clock: soundSystem.clock,
    now: () => Date.now(),
    random: () => crypto.randomUUID().slice(0, 8),
    entries: deviceEntries,
    exclusive,
    news,
    prefix: notesPrefix(scriptId),
    indexOf: (lineId) => indexes.get(lineId),
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
    close() {
      ended.abort()
      forget?.()
      store.close()
    },
  }
}

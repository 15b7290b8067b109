import type { Note, SeenNotes } from '@andscene/contracts/notes'
import type { Clock } from '../../player/ports.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import { createNoteBook } from './book.ts'
import { createChanges } from './changes.ts'
import { createDrafts } from './drafts.ts'
import { createSnapshots, type NotesSnapshot } from './notes-snapshot.ts'
import { createOutbox } from './outbox.ts'
import type { Exclusive, KeptEntries, NotesNews, NotesOf, NotesServer } from './ports.ts'
import { createPuller } from './puller.ts'
import { createSeen } from './seen.ts'
import { createSender } from './sender.ts'
import type { NoteView } from './threads.ts'

export type NotesDeps = {
  server: NotesServer
  clock: Clock
  /** Milliseconds since 1970, and a random string. */
  now: () => number
  random: () => string
  entries: KeptEntries
  exclusive: Exclusive
  news: NotesNews
  prefix: string
  /** Index of a line in the script; undefined if it was deleted. */
  indexOf: (lineId: string) => number | undefined
  /** The draft that new notes refer to. */
  draft?: () => number | undefined
  /** Where a guest's device stores what was seen; the backend stores it for accounts. */
  seenHere?: { first: SeenNotes; keep: (seen: SeenNotes) => void } | undefined
}

export type NotesStore = ReturnType<typeof createNotesStore>

/** The notes of one script (product §12, decision 0048). Stores changes on the device until the backend has them. */
export function createNotesStore(deps: NotesDeps) {
  const { server, clock, now, random, entries, exclusive, news, prefix, indexOf, draft, seenHere } = deps
  const outPrefix = `${prefix}_out_`
  const book = createNoteBook()
  const outbox = createOutbox({ entries, prefix: outPrefix, now, random })
  const drafts = createDrafts({ entries, prefix: `${prefix}_draft_`, clock, now })
  const seenNotes = createSeen({
    clock,
    first: seenHere?.first,
    keep: async (seen) => (seenHere ? seenHere.keep(seen) : server.see(seen)),
  })
  const snapshots = createSnapshots({ book, outbox, drafts, seenNotes, indexOf })
  const { subscribe, emit } = new Emitter()
  let status: NotesSnapshot['status'] = 'loading'
  let snapshot: NotesSnapshot | undefined

  function changed(lineIds?: Iterable<string>) {
    snapshots.drop(lineIds)
    snapshot = undefined
    emit()
  }
  function setStatus(next: NotesSnapshot['status']) {
    if (status === next) return
    status = next
    changed([])
  }

  const puller = createPuller({
    server,
    clock,
    version: () => book.version,
    take(page) {
      const lineIds = book.take(page)
      const isMoved = page.seen !== undefined && seenNotes.take(page.seen)
      changed(isMoved ? undefined : lineIds)
    },
    onDone() {
      const wasLost = status === 'lost'
      setStatus('ready')
      if (wasLost) sender.wake()
    },
    onFailed: () => status === 'loading' && setStatus('failed'),
    onLost: () => setStatus('lost'),
  })
  const pull = () => void puller.pull().catch(() => undefined)
  const sender = createSender({
    server,
    clock,
    outbox,
    book,
    exclusive,
    name: outPrefix,
    pull: puller.pull,
    onChanged: changed,
  })
  const ends = [
    drafts.subscribe(() => changed([])),
    news((version) => {
      if (status !== 'lost' && (version === undefined || version > book.version)) pull()
    }),
    // Another tab has sent or added something. Load its result before removing the unsent version from the page.
    entries.watch(outPrefix, () => {
      void puller
        .pull()
        .catch(() => undefined)
        .then(() => {
          outbox.refresh()
          changed()
        })
    }),
  ]

  /** Not before all notes are loaded: an earlier one may follow. */
  function see(some: readonly Note[]) {
    if (status === 'ready' && seenNotes.see(some, book.all, book.version)) changed()
  }
  const changes = createChanges({ book, outbox, draft, changed, send: () => sender.wake() })

  return {
    ...changes,
    drafts,
    ofLine: snapshots.ofLine,
    getSnapshot: (): NotesSnapshot => (snapshot ??= snapshots.take(status)),
    subscribe,
    start() {
      pull()
      sender.wake()
    },
    countLike: (note: NoteView, of: NotesOf) => book.countLike(note, of),
    async removeLike({ _id }: NoteView, of: NotesOf): Promise<number> {
      const deleted = await server.removeLike(_id, of)
      pull()
      return deleted
    },
    online() {
      if (status === 'lost') return
      puller.online()
      pull()
      sender.online()
    },
    ask: pull,
    /** Lines have other indexes from now on. */
    moved: () => changed(),
    people: server.people,
    see,
    seeAll: () => see(book.all()),
    release: () => void (seenNotes.release() && changed()),
    close() {
      for (const end of ends) end()
      drafts.close()
      seenNotes.close()
      puller.close()
      sender.close()
    },
    forget() {
      drafts.forget()
      seenNotes.forget()
      puller.close()
      sender.close()
    },
  }
}

import type { CreateNoteBody, Note, SeenNotes } from '@andscene/contracts/notes'
import type { Clock } from '../../player/ports.ts'
import { Emitter } from '@andscene/web-kit/emitter'
import { createNoteBook } from './book.ts'
import { createDrafts, type DraftPlace } from './drafts.ts'
import { changesOf, contentOf, type ChangeOperation, type Operation, type Seen } from './operation.ts'
import { createOutbox } from './outbox.ts'
import type { Exclusive, KeptEntries, NotesNews, NotesOf, NotesServer } from './ports.ts'
import { createPuller } from './puller.ts'
import { createSeen } from './seen.ts'
import { createSender } from './sender.ts'
import { homelessIn, type Homeless, threadsOf, type NoteView, type Thread } from './threads.ts'

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
  /** Where a guest's device stores what was seen; the backend stores it for accounts. */
  seenHere?: { first: SeenNotes; keep: (seen: SeenNotes) => void } | undefined
}

export type NotesSnapshot = {
  /** `failed`: loading failed and is retried. `lost`: the user may no longer see the notes. */
  readonly status: 'loading' | 'ready' | 'failed' | 'lost'
  /** All threads in script order; those of deleted lines come last. */
  readonly threads: readonly Thread[]
  readonly open: number
  /** Number of notes and replies by others that the user has not seen. */
  readonly unseen: number
  /** Changes that are waiting to be sent or were refused. */
  readonly unsent: readonly Operation[]
  readonly homeless: Homeless
  readonly places: ReadonlySet<DraftPlace>
  /** False while some text is only in this tab's memory. */
  readonly isKept: boolean
}

const NOTHING: readonly Thread[] = []

export type NotesStore = ReturnType<typeof createNotesStore>

/** The notes of one script (product §12, decision 0048). Stores changes on the device until the backend has them. */
export function createNotesStore(deps: NotesDeps) {
  const { server, clock, now, random, entries, exclusive, news, prefix, indexOf, seenHere } = deps
  const outPrefix = `${prefix}_out_`
  const book = createNoteBook()
  const outbox = createOutbox({ entries, prefix: outPrefix, now, random })
  const drafts = createDrafts({ entries, prefix: `${prefix}_draft_`, clock, now })
  const seenNotes = createSeen({
    clock,
    first: seenHere?.first,
    keep: async (seen) => (seenHere ? seenHere.keep(seen) : server.see(seen)),
  })
  const { subscribe, emit } = new Emitter()
  /** Threads by line, computed on demand. */
  const threads = new Map<string, readonly Thread[]>()
  let status: NotesSnapshot['status'] = 'loading'
  let snapshot: NotesSnapshot | undefined

  function changed(lineIds?: Iterable<string>) {
    if (lineIds) for (const lineId of lineIds) threads.delete(lineId)
    else threads.clear()
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

  function ofLine(lineId: string): readonly Thread[] {
    const known = threads.get(lineId)
    if (known) return known
    const operations = outbox.list().filter((operation) => operation.lineId === lineId)
    const made = threadsOf(book.ofLine(lineId), operations, seenNotes.isNew)
    const result = made.length > 0 ? made : NOTHING
    threads.set(lineId, result)
    return result
  }
  const place = (lineId: string) => indexOf(lineId) ?? Number.MAX_SAFE_INTEGER
  function take(): NotesSnapshot {
    const operations = outbox.list()
    const lines = new Set(book.lines())
    for (const { lineId } of operations) lines.add(lineId)
    const sorted = [...lines].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
    const all = sorted.flatMap(ofLine)
    const open = all.filter(({ note }) => note.resolvedAt === undefined).length
    return {
      status,
      threads: all,
      open,
      unseen: status === 'ready' ? book.all().filter(seenNotes.isUnseen).length : 0,
      unsent: operations,
      // Before all notes are loaded, a missing note may still arrive.
      homeless: homelessIn({
        threads: all,
        operations,
        drafts: status === 'ready' ? drafts.getSnapshot() : [],
        hasLine: (lineId) => indexOf(lineId) !== undefined,
      }),
      places: drafts.places(),
      isKept: outbox.isKept() && drafts.isKept(),
    }
  }
  /** Not before all notes are loaded: an earlier one may follow. */
  function see(some: readonly Note[]) {
    if (status === 'ready' && seenNotes.see(some, book.all, book.version)) changed()
  }
  function add(operation: Parameters<typeof outbox.add>[0]) {
    outbox.add(operation)
    changed([operation.lineId])
    sender.wake()
  }
  const isWaiting = (noteId: string) => outbox.list().some((operation) => operation.noteId === noteId)
  /** The version and content that an edit is based on. A note with unsent changes has no version yet. */
  const seen = (note: Note): Seen => ({
    version: isWaiting(note._id) ? null : note.version,
    was: contentOf(note),
  })
  function giveUp(operation: Operation) {
    for (const other of outbox.list()) {
      const isOf = other.noteId === operation.noteId && other.key >= operation.key
      const answers = other.kind === 'create' && other.body.replyTo === operation.noteId
      if (other.key === operation.key || (operation.kind === 'create' && (isOf || answers)))
        outbox.drop(other.key)
    }
  }

  return {
    drafts,
    ofLine,
    getSnapshot: (): NotesSnapshot => (snapshot ??= take()),
    subscribe,
    start() {
      pull()
      sender.wake()
    },
    create: (body: CreateNoteBody) => add({ kind: 'create', noteId: body._id, lineId: body.lineId, body }),
    seen,
    /** Edits a note based on the version its editor showed, so that later changes are not overwritten. */
    change(note: Note, { mentions, ...written }: ChangeOperation['change'], from = seen(note)) {
      const { version: base, was } = from
      const changes = changesOf(written, was)
      if (!changes) return
      const change = mentions ? { ...changes, mentions } : changes
      add({ kind: 'change', noteId: note._id, lineId: note.lineId, change, base, was })
    },
    resolve: ({ _id: noteId, lineId }: Note, resolved: boolean) =>
      add({ kind: 'resolve', noteId, lineId, resolved }),
    remove(note: NoteView) {
      // The note was never created on the backend.
      if (note.refused?.kind === 'create') {
        giveUp(note.refused)
        changed([note.lineId])
      } else add({ kind: 'delete', noteId: note._id, lineId: note.lineId })
    },
    countLike: (note: NoteView, of: NotesOf) => book.countLike(note, of),
    async removeLike({ _id }: NoteView, of: NotesOf): Promise<number> {
      const deleted = await server.removeLike(_id, of)
      pull()
      return deleted
    },
    /** Retries a refused change, based on the current version of the note. */
    sendAgain(operation: Operation) {
      const { refusal: _, ...rest } = operation
      const present = book.get(operation.noteId)
      const isUpon = rest.kind === 'change' && present
      outbox.put(isUpon ? { ...rest, base: present.version, was: contentOf(present) } : rest)
      changed([operation.lineId])
      sender.wake()
    },
    /** Sends the text of a refused change to a deleted note as a new note on the line. */
    writeAnew(operation: Operation, body: CreateNoteBody) {
      giveUp(operation)
      add({ kind: 'create', noteId: body._id, lineId: body.lineId, body })
    },
    /** Drops a refused change, together with the changes that build on it. */
    giveUp(operation: Operation) {
      giveUp(operation)
      changed([operation.lineId])
      sender.wake()
    },
    online() {
      if (status === 'lost') return
      puller.online()
      pull()
      sender.online()
    },
    ask: pull,
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

import type { CreateNoteBody, Note } from '@andscene/contracts/notes'
import type { NoteBook } from './book.ts'
import { changesOf, contentOf, type ChangeOperation, type Operation, type Seen } from './operation.ts'
import type { NewOperation, Outbox } from './outbox.ts'
import type { NoteView } from './threads.ts'

type Parts = {
  book: NoteBook
  outbox: Outbox
  draft?: (() => number | undefined) | undefined
  /** The threads of these lines have changed. */
  changed: (lineIds: string[]) => void
  /** Sends what is in the outbox. */
  send: () => void
}

/** The user's changes, which the outbox stores until they are sent. */
export function createChanges({ book, outbox, draft, changed, send }: Parts) {
  function add(operation: NewOperation) {
    outbox.add(operation)
    changed([operation.lineId])
    send()
  }
  function create(written: CreateNoteBody) {
    // Its range is in the text of this draft, also if it is sent later.
    const number = draft?.()
    const body = { ...written, ...(number !== undefined && { draft: number }) }
    add({ kind: 'create', noteId: body._id, lineId: body.lineId, body })
  }
  const isWaiting = (noteId: string) => outbox.list().some((operation) => operation.noteId === noteId)
  /** The version and content that an edit is based on. A note with unsent changes has no version yet. */
  const seen = (note: Note): Seen => ({
    version: isWaiting(note._id) ? null : note.version,
    was: contentOf(note),
  })
  function drop(operation: Operation) {
    for (const other of outbox.list()) {
      const isOf = other.noteId === operation.noteId && other.key >= operation.key
      const answers = other.kind === 'create' && other.body.replyTo === operation.noteId
      if (other.key === operation.key || (operation.kind === 'create' && (isOf || answers)))
        outbox.drop(other.key)
    }
  }

  return {
    create,
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
        drop(note.refused)
        changed([note.lineId])
      } else add({ kind: 'delete', noteId: note._id, lineId: note.lineId })
    },
    /** Retries a refused change, based on the current version of the note. */
    sendAgain(operation: Operation) {
      const { refusal: _, ...rest } = operation
      const present = book.get(operation.noteId)
      const isUpon = rest.kind === 'change' && present
      outbox.put(isUpon ? { ...rest, base: present.version, was: contentOf(present) } : rest)
      changed([operation.lineId])
      send()
    },
    /** Sends the text of a refused change to a deleted note as a new note on the line. */
    writeAnew(operation: Operation, body: CreateNoteBody) {
      drop(operation)
      create(body)
    },
    /** Drops a refused change, together with the changes that build on it. */
    giveUp(operation: Operation) {
      drop(operation)
      changed([operation.lineId])
      send()
    },
  }
}

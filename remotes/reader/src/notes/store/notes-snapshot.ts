import type { NoteBook } from './book.ts'
import type { DraftPlace, Drafts } from './drafts.ts'
import type { Operation } from './operation.ts'
import type { Outbox } from './outbox.ts'
import type { SeenStore } from './seen.ts'
import { homelessIn, threadsOf, type Homeless, type Thread } from './threads.ts'

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

type Parts = {
  book: NoteBook
  outbox: Outbox
  drafts: Drafts
  seenNotes: SeenStore
  /** Index of a line in the script; undefined if it was deleted. */
  indexOf: (lineId: string) => number | undefined
}

const NOTHING: readonly Thread[] = []

/** Combines notes, unsent changes and drafts. Threads are computed on demand and remembered until `drop`. */
export function createSnapshots({ book, outbox, drafts, seenNotes, indexOf }: Parts) {
  const threads = new Map<string, readonly Thread[]>()

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

  return {
    ofLine,
    /** Without line ids: of all lines. */
    drop(lineIds?: Iterable<string>) {
      if (lineIds) for (const lineId of lineIds) threads.delete(lineId)
      else threads.clear()
    },
    take(status: NotesSnapshot['status']): NotesSnapshot {
      const operations = outbox.list()
      const lines = new Set(book.lines())
      for (const { lineId } of operations) lines.add(lineId)
      const sorted = [...lines].sort((a, b) => place(a) - place(b) || (a < b ? -1 : 1))
      const all = sorted.flatMap(ofLine)
      return {
        status,
        threads: all,
        open: all.filter(({ note }) => note.resolvedAt === undefined).length,
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
    },
  }
}

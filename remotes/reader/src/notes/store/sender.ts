import { ApiError } from '@andscene/web-kit/api-client'
import type { Note } from '@andscene/contracts/notes'
import type { Clock } from '../../player/ports.ts'
import type { NoteBook } from './book.ts'
import { presentOf, verdictOf } from './server.ts'
import { mergeChange, contentOf, type ChangeOperation, type Operation, type Refusal } from './operation.ts'
import { nextOf, type Outbox } from './outbox.ts'
import type { Exclusive, NotesServer } from './ports.ts'
import { createRetry } from './retry.ts'

type Deps = {
  server: NotesServer
  clock: Clock
  outbox: Outbox
  book: NoteBook
  exclusive: Exclusive
  name: string
  pull: () => Promise<void>
  onChanged: (lineIds: readonly string[]) => void
}

/**
 * Sends operations in order. Sending twice is harmless: notes have client-side ids, and a repeated change is detected.
 */
export function createSender(deps: Deps) {
  const { server, clock, outbox, book, exclusive, name, pull, onChanged } = deps
  let isRunning = false
  let isAskedAgain = false
  const retry = createRetry(clock, () => void run())
  const life = { isOver: false }

  function settle(operation: Operation, note?: Note) {
    if (life.isOver) return
    const touched = note ? book.put(note) : []
    outbox.drop(operation.key)
    onChanged([...touched, operation.lineId])
  }
  function refuse(operation: Operation, refusal: Refusal) {
    if (life.isOver) return
    outbox.put({ ...operation, refusal })
    onChanged([operation.lineId])
  }

  /** Sends one request. Rejects with errors that a retry may solve. */
  async function send(operation: Operation): Promise<void> {
    try {
      switch (operation.kind) {
        case 'create':
          return created(operation, await server.create(operation.body))
        case 'change':
          // Based on an unsent change, which has a version by now unless another change came in between.
          if (operation.base === null) return merge(operation, await known(operation.noteId))
          return settle(
            operation,
            await server.change(operation.noteId, { ...operation.change, version: operation.base }),
          )
        case 'resolve':
          return settle(operation, await server.resolve(operation.noteId, operation.resolved))
        case 'delete':
          await server.remove(operation.noteId)
          return settle(operation, withoutText(book.get(operation.noteId), operation.at))
      }
    } catch (error) {
      const verdict = verdictOf(error)
      if (verdict === 'again' || !(error instanceof ApiError)) throw error
      if (verdict === 'missing') return await missing(operation)
      if (verdict === 'conflict' && operation.kind === 'change') {
        const present = presentOf(error)
        if (present) onChanged(book.put(present))
        // A backend one release older does not include the current note.
        else await pull()
        return merge(operation, book.get(operation.noteId))
      }
      return refuse(operation, { kind: 'refused', sentence: error.message })
    }
  }

  async function known(noteId: string): Promise<Note | undefined> {
    if (!book.get(noteId)) await pull()
    return book.get(noteId)
  }

  /** Another tab may have sent a different text under the same id: ours then becomes a change of that note. */
  function created(operation: Extract<Operation, { kind: 'create' }>, note: Note) {
    const { text } = operation.body
    if (note.deletedAt === undefined && note.text === text) return settle(operation, note)
    if (life.isOver) return
    const { key, noteId, lineId, at } = operation
    book.put(note)
    merge({ kind: 'change', key, noteId, lineId, at, change: { text }, base: null, was: NOTHING_SEEN }, note)
  }

  /** Either this note was deleted, or the whole script: loading the notes finds out which. */
  async function missing(operation: Operation) {
    await pull()
    const isDeletion = operation.kind === 'delete' || operation.kind === 'resolve'
    if (isDeletion) settle(operation)
    else refuse(operation, { kind: 'gone' })
  }

  function merge(operation: ChangeOperation, present: Note | undefined) {
    const merged = mergeChange(operation, present)
    if (merged === 'done') return settle(operation)
    if (typeof merged === 'string') return refuse(operation, { kind: merged })
    if (!life.isOver) outbox.put(merged)
  }

  async function sendAll() {
    await exclusive(name, async () => {
      outbox.refresh()
      while (!life.isOver) {
        const next = nextOf(outbox.list())
        if (!next) return
        await send(next)
      }
    })
    retry.reset()
  }

  async function run() {
    // Operations added meanwhile are found by the current run or by the next one.
    if (isRunning || life.isOver) {
      isAskedAgain = true
      return
    }
    isRunning = true
    isAskedAgain = false
    retry.stop()
    try {
      await sendAll()
    } catch (error) {
      if (!life.isOver && verdictOf(error) === 'again') {
        retry.later(error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0)
      }
    } finally {
      isRunning = false
    }
    if (isAskedAgain && !retry.isDue()) void run()
  }

  return {
    wake: () => void run(),
    online() {
      retry.reset()
      void run()
    },
    close() {
      life.isOver = true
      retry.stop()
    },
  }
}

/** The base of a note that was never seen: differs from any text. */
const NOTHING_SEEN = contentOf({ text: '', colour: 'yellow', category: 'General' })

/** Marks a note as deleted until the backend confirms whether replies keep it. */
const withoutText = (note: Note | undefined, at: string): Note | undefined =>
  note && { ...note, text: '', deletedAt: at }

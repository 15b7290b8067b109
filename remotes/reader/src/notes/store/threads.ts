import type { Note } from '@andscene/contracts/notes'
import { type Operation, type Refusal, textOf } from './operation.ts'
import { idOf, type PlacedDraft } from './drafts.ts'

/** A note as displayed: the backend's version with the user's unsent changes applied. */
export type NoteView = Note & {
  /** State of the unsent changes; absent if there are none. */
  unsent?: 'waiting' | 'refused' | undefined
  refusal?: Refusal | undefined
  refused?: Operation | undefined
  /** By another user, and not seen before this visit of the notes. */
  isNew?: true | undefined
  /** A note inside the Final Draft file, which cannot be changed here. */
  isInFile?: true | undefined
}
export type Thread = { note: NoteView; replies: readonly NoteView[] }

/** The threads of one line, sorted by position in the line, then by time. */
export function threadsOf(
  notes: Iterable<Note>,
  operations: readonly Operation[],
  isNew: (note: Note) => boolean,
): Thread[] {
  const views = new Map<string, NoteView>()
  for (const note of notes) views.set(note._id, isNew(note) ? { ...note, isNew: true } : note)
  for (const operation of operations) apply(views, operation)

  const replies = Map.groupBy(
    [...views.values()].filter(({ deletedAt }) => deletedAt === undefined),
    ({ replyTo }) => replyTo,
  )
  const threads: Thread[] = []
  for (const note of views.values()) {
    if (note.replyTo !== undefined) continue
    const answers = replies.get(note._id) ?? []
    if (note.deletedAt !== undefined && answers.length === 0) continue
    threads.push({ note, replies: answers.sort(byTime) })
  }
  return threads.sort((a, b) => placeIn(a.note) - placeIn(b.note) || byTime(a.note, b.note))
}

const placeIn = ({ range }: Note) => range?.start ?? -1
const byTime = (a: Note, b: Note) => (a.createdAt + a._id < b.createdAt + b._id ? -1 : 1)

function apply(views: Map<string, NoteView>, operation: Operation): void {
  const { noteId, at, refusal } = operation
  const view = views.get(noteId)
  const state = refusal
    ? ({ unsent: 'refused', refusal, refused: operation } as const)
    : ({ unsent: view?.unsent ?? 'waiting' } as const)
  if (operation.kind === 'create') {
    // Otherwise the backend has already created it and only the response is missing.
    if (!view) {
      const { mentions: _, ...body } = operation.body
      views.set(noteId, { ...body, author: 'You', mine: true, createdAt: at, version: 1, ...state })
    }
    return
  }
  if (!view) return
  // A refused change is shown next to the unchanged note.
  if (refusal) views.set(noteId, { ...view, ...state })
  else if (operation.kind === 'change') {
    const { mentions: _, ...change } = operation.change
    views.set(noteId, { ...view, ...change, editedAt: at, ...state })
  } else if (operation.kind === 'resolve')
    views.set(noteId, resolved(view, operation.resolved ? at : undefined))
  else views.set(noteId, { ...view, text: '', deletedAt: at })
}

function resolved(view: NoteView, at: string | undefined): NoteView {
  const { resolvedAt, resolvedBy, ...rest } = view
  if (at === undefined) return rest
  return { ...rest, resolvedAt: resolvedAt ?? at, resolvedBy: resolvedBy ?? 'You' }
}

export type Homeless = { readonly operations: readonly Operation[]; readonly drafts: readonly PlacedDraft[] }

type HomelessSource = {
  threads: readonly Thread[]
  operations: readonly Operation[]
  drafts: readonly PlacedDraft[]
  hasLine: (lineId: string) => boolean
}

export function homelessIn({ threads, operations, drafts, hasLine }: HomelessSource): Homeless {
  const shown = new Map(
    threads.flatMap(({ note, replies }) => [note, ...replies]).map((note) => [note._id, note]),
  )
  return {
    operations: operations.filter(
      (operation) =>
        !shown.has(operation.noteId) && (operation.refusal !== undefined || textOf(operation) !== undefined),
    ),
    drafts: drafts.filter(({ place }) => {
      if (place.startsWith('line:')) return !hasLine(idOf(place))
      const note = shown.get(idOf(place))
      return !note || (place.startsWith('edit:') && note.deletedAt !== undefined)
    }),
  }
}

export const homelessOf = ({ operations, drafts }: Homeless, lineId: string): Homeless => ({
  operations: operations.filter((operation) => operation.lineId === lineId),
  drafts: drafts.filter(({ draft }) => draft.lineId === lineId),
})

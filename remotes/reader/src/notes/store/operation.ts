import type { ChangeNoteBody, CreateNoteBody, Note } from '@andscene/contracts/notes'

export type Operation = Common &
  (
    | { kind: 'create'; body: CreateNoteBody }
    | {
        kind: 'change'
        change: NoteChange
        /** The version that was changed; null when that was an operation itself, which has none yet. */
        base: number | null
        was: Required<NoteChange>
      }
    | { kind: 'resolve'; resolved: boolean }
    | { kind: 'delete' }
  )
export type ChangeOperation = Extract<Operation, { kind: 'change' }>
export type Seen = { version: number | null; was: Required<NoteChange> }
type Common = {
  key: string
  noteId: string
  lineId: string
  at: string
  /** Set once the backend has refused it: it waits for the person from then on. */
  refusal?: Refusal | undefined
}
export type NoteChange = Pick<ChangeNoteBody, 'text' | 'colour' | 'category'>

export type Refusal =
  /** The text of the note was changed in another tab or on another device. */
  | { kind: 'conflict' }
  /** The note, or the one that it answers, was deleted meanwhile. */
  | { kind: 'gone' }
  | { kind: 'refused'; sentence: string }

export const textOf = (operation: Operation): string | undefined =>
  operation.kind === 'create'
    ? operation.body.text
    : operation.kind === 'change'
      ? operation.change.text
      : undefined

export const contentOf = ({ text, colour, category }: Required<NoteChange>): Required<NoteChange> => ({
  text,
  colour,
  category,
})

const FIELDS = ['text', 'colour', 'category'] as const

/** Whether a note has a change already, as it does when only the response was lost. */
export const isDone = (change: NoteChange, note: Note): boolean =>
  FIELDS.every((field) => change[field] === undefined || change[field] === note[field])

/** The fields that were really changed; undefined when none was. */
export function changesOf(written: NoteChange, was: NoteChange): NoteChange | undefined {
  const changed = FIELDS.filter((field) => written[field] !== undefined && written[field] !== was[field])
  return changed.length > 0 ? Object.fromEntries(changed.map((field) => [field, written[field]])) : undefined
}

/** What becomes of a change that was made of an older version of its note. */
export type Merge =
  /** The note has the change already: only the response was lost. */
  | { kind: 'done' }
  | { kind: 'gone' }
  /** Both have changed the text: the person chooses. */
  | { kind: 'conflict' }
  /** It does not touch what was changed meanwhile, and goes out upon the present version. */
  | { kind: 'again'; operation: ChangeOperation }

export function mergeChange(operation: ChangeOperation, present: Note | undefined): Merge {
  const { change, was } = operation
  if (!present || present.deletedAt !== undefined) return { kind: 'gone' }
  if (isDone(change, present)) return { kind: 'done' }
  const isTextTouched = present.text !== was.text && present.text !== change.text
  if (change.text !== undefined && isTextTouched) return { kind: 'conflict' }
  return { kind: 'again', operation: { ...operation, base: present.version, was: contentOf(present) } }
}

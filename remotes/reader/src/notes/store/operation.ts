import type { ChangeNoteBody, CreateNoteBody, Note } from '@andscene/contracts/notes'

export type Operation = Common &
  (
    | { kind: 'create'; body: CreateNoteBody }
    | {
        kind: 'change'
        change: NoteChange & Pick<ChangeNoteBody, 'mentions'>
        /** The version that was changed; null if it was an unsent change, which has none yet. */
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
  /** Set when the backend has refused it; it is not sent again until the user decides. */
  refusal?: Refusal | undefined
}
export type NoteChange = Pick<ChangeNoteBody, 'text' | 'colour' | 'category'>

export type Refusal =
  /** The text of the note was also changed in another tab or on another device. */
  | { kind: 'conflict' }
  /** The note, or the one it replies to, was deleted meanwhile. */
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

/** The field of a request with these people; none without any. */
export const mentioning = (people: readonly { key: string }[] = []): Pick<ChangeNoteBody, 'mentions'> =>
  people.length > 0 ? { mentions: people.map(({ key }) => key) } : {}

const FIELDS = ['text', 'colour', 'category'] as const

/** The fields that differ; undefined if there are none. */
export function changesOf(written: NoteChange, was: NoteChange): NoteChange | undefined {
  const changed = FIELDS.filter((field) => written[field] !== undefined && written[field] !== was[field])
  return changed.length > 0 ? Object.fromEntries(changed.map((field) => [field, written[field]])) : undefined
}

/**
 * Rebases a change onto the current version of its note. `done`: the note already contains it, because only the
 * response was lost; `conflict`: both sides changed the text, and the user chooses.
 */
export function mergeChange(
  operation: ChangeOperation,
  present: Note | undefined,
): ChangeOperation | 'done' | 'gone' | 'conflict' {
  const { change, was } = operation
  if (!present || present.deletedAt !== undefined) return 'gone'
  if (!changesOf(change, present)) return 'done'
  const isTextTouched = present.text !== was.text && present.text !== change.text
  if (change.text !== undefined && isTextTouched) return 'conflict'
  return { ...operation, base: present.version, was: contentOf(present) }
}

import type { Note } from '@andscene/contracts/notes'
import { contentOf, isDone, type ChangeOperation } from './operation.ts'

/** What becomes of a change that was made of an older version of its note. */
export type Merge =
  /** The note says so already, as it does when only the response got lost. */
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

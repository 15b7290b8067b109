import type { PlacedDraft } from './drafts.ts'
import { textOf, type Operation } from './operation.ts'
import type { Thread } from './threads.ts'

/** What was written and has no note to be shown with: that one was deleted. */
export type Homeless = { readonly operations: readonly Operation[]; readonly drafts: readonly PlacedDraft[] }

export function homelessIn(
  threads: readonly Thread[],
  operations: readonly Operation[],
  drafts: readonly PlacedDraft[],
): Homeless {
  const shown = new Map(
    threads.flatMap(({ note, replies }) => [note, ...replies]).map((note) => [note._id, note]),
  )
  return {
    operations: operations.filter(
      (operation) =>
        !shown.has(operation.noteId) && (operation.refusal !== undefined || textOf(operation) !== undefined),
    ),
    drafts: drafts.filter(({ place }) => {
      const [kind, id = ''] = place.split(':')
      if (kind === 'line') return false
      const note = shown.get(id)
      return !note || (kind === 'edit' && note.deletedAt !== undefined)
    }),
  }
}

/** Of one line. */
export const homelessOf = ({ operations, drafts }: Homeless, lineId: string): Homeless => ({
  operations: operations.filter((operation) => operation.lineId === lineId),
  drafts: drafts.filter(({ draft }) => draft.lineId === lineId),
})

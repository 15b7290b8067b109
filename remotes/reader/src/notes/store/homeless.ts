import { idOf, type PlacedDraft } from './drafts.ts'
import { textOf, type Operation } from './operation.ts'
import type { Thread } from './threads.ts'

/** What was written and has no note or line to be shown with: that one is gone. */
export type Homeless = { readonly operations: readonly Operation[]; readonly drafts: readonly PlacedDraft[] }

type Source = {
  threads: readonly Thread[]
  operations: readonly Operation[]
  drafts: readonly PlacedDraft[]
  hasLine: (lineId: string) => boolean
}

export function homelessIn({ threads, operations, drafts, hasLine }: Source): Homeless {
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

/** Of one line. */
export const homelessOf = ({ operations, drafts }: Homeless, lineId: string): Homeless => ({
  operations: operations.filter((operation) => operation.lineId === lineId),
  drafts: drafts.filter(({ draft }) => draft.lineId === lineId),
})

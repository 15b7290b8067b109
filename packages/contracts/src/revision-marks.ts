import { Type, type Static } from './schema/schema.ts'

/**
 * A part of a line's text that Final Draft marks as revised; offsets in UTF-16 units, end excluded. An empty one marks
 * a place where words were removed.
 */
export const RevisionMark = Type.Object({
  start: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 0 }),
  /** The `id` of a RevisionSet. */
  set: Type.Integer({ minimum: 1 }),
})
export type RevisionMark = Static<typeof RevisionMark>
/** Ascending, without overlaps. */
export const RevisionMarks = Type.Array(RevisionMark)

/** A revision set of a Final Draft file, such as "Blue Revision". */
export const RevisionSet = Type.Object({
  /** Its number in the file, from 1. */
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  /** `#RRGGBB`; absent if the file has none, or only a gray. */
  color: Type.Optional(Type.String({ pattern: '^#[0-9A-F]{6}$' })),
  /** The sign in the margin, one to three characters: usually `*`. */
  mark: Type.String(),
})
export type RevisionSet = Static<typeof RevisionSet>
/** The sets that mark at least one line, ascending by `id`. */
export const RevisionSets = Type.Array(RevisionSet)

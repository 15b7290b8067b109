import { Type, type Static } from './schema/schema.ts'

/** The look of a part of a line's text; offsets in UTF-16 units, end excluded. */
export const RunStyle = Type.Object({
  start: Type.Integer({ minimum: 0 }),
  end: Type.Integer({ minimum: 1 }),
  bold: Type.Optional(Type.Boolean()),
  italic: Type.Optional(Type.Boolean()),
  underline: Type.Optional(Type.Boolean()),
  /** Struck out: shown so, and not read aloud. */
  struck: Type.Optional(Type.Boolean()),
  /** Shown in capitals; the text is unchanged. */
  capitals: Type.Optional(Type.Boolean()),
})
export type RunStyle = Static<typeof RunStyle>
/** Ascending, without overlaps. */
export const RunStyles = Type.Array(RunStyle)

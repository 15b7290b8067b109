import { DraftNumber, LineId } from '../script.ts'
import { Success } from '../schema/envelope.ts'
import { Type, type Static } from '../schema/schema.ts'

/** When a word is heard: its range in the spoken text (UTF-16 units), and its start and end in the audio (ms). */
export const WordTime = Type.Object({
  at: Type.Integer({ minimum: 0 }),
  length: Type.Integer({ minimum: 1 }),
  startMs: Type.Number({ minimum: 0 }),
  endMs: Type.Number({ minimum: 0 }),
})
export type WordTime = Static<typeof WordTime>

/** The timing file of a clip: the spoken text, and its words in the order of their times. */
export const WordTimes = Type.Object({ text: Type.String(), words: Type.Array(WordTime) })
export type WordTimes = Static<typeof WordTimes>

/** Of a line whose written words are asked for. */
export const WordTimesQuery = Type.Object({
  lineId: Type.Optional(LineId),
  draft: Type.Optional(DraftNumber),
})

/** A word with the range of the line's text that it says, if it says one. */
export const LineWordTime = Type.Object({
  ...WordTime.properties,
  from: Type.Optional(Type.Integer({ minimum: 0 })),
  to: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type LineWordTime = Static<typeof LineWordTime>
export const WordTimesResponse = Success(
  Type.Object({ text: Type.String(), words: Type.Array(LineWordTime) }),
)

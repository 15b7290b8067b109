import type { NoteColour, NoteRange } from '@andscene/contracts/notes'
import { covers, partsOf, type TextPart } from '../../page/sheet/text-parts.ts'

export type NotedRange = NoteRange & { noteId: string; colour: NoteColour }
export type Segment = TextPart & { notes: readonly NotedRange[] }

export const segmentsOf = (
  text: string,
  ranges: readonly NotedRange[],
  marks: Parameters<typeof partsOf>[1] = {},
): Segment[] =>
  partsOf(text, marks, ranges).map((part) => ({
    ...part,
    notes: ranges.filter((range) => covers(range, part.start)),
  }))

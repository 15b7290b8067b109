/**
 * The pauses between lines belong to the player: clips come without silence at their ends (SPEC §4; a table read
 * breathes at headings, never between a cue and its speech). Milliseconds at 1×.
 */
const BETWEEN_LINES = 350
const SAME_SPEAKER = 0
const NEXT_SPEAKER = 300
const BEFORE_HEADING = 900
const AFTER_HEADING = 500
const AROUND_ACT = 1_400

export type GapLine = { type: string; character?: string | undefined }

const isHeading = (line: GapLine) => line.type === 'Scene Heading' || line.type === 'Scene'
const isSpeech = (line: GapLine) =>
  line.type === 'Character' || line.type === 'Dialogue' || line.type === 'Parenthetical'
const isAct = (line: GapLine) => line.type === 'New Act'

/** The planned pause between two lines that are spoken one after the other, at 1×. */
export function gapBetween(before: GapLine, after: GapLine): number {
  if (isAct(before) || isAct(after)) return AROUND_ACT
  if (isHeading(after)) return BEFORE_HEADING
  if (isHeading(before)) return AFTER_HEADING
  if (isSpeech(before) && isSpeech(after) && after.type !== 'Character') {
    return before.character === after.character ? SAME_SPEAKER : NEXT_SPEAKER
  }
  return BETWEEN_LINES
}

/** Faster speech wants shorter pauses, though not in proportion: they carry the sense. */
const RATE_EXPONENT = 0.6

/** The planned pause as it is heard at a speed. */
export const gapAtRate = (gapMs: number, rate: number) => gapMs / rate ** RATE_EXPONENT

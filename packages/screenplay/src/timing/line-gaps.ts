import { pauseOf } from '../delivery/pauses.ts'
import { heardText, type StyledText } from '../heard-text.ts'
import { isActMark, isHeading } from '../line-types.ts'

/** Clips have no silence: the player adds pauses, none between a cue and its speech. Milliseconds at 1×. */
const BETWEEN_LINES = 350
const SAME_SPEECH = 0
const NEXT_SPEAKER = 300
const BEFORE_HEADING = 900
const AFTER_HEADING = 500
const AROUND_ACT = 1_400

export type GapLine = { type: string; character?: string | undefined }

const SPEECH = new Set(['Character', 'Parenthetical', 'Dialogue'])
const isSpeech = (line: GapLine) => SPEECH.has(line.type)

/**
 * Returns the pause between two lines at 1×. Lines `between` are not read; a parenthetical does not split a speech, and
 * "(beat)" is a longer pause.
 */
export function gapBetween(
  before: GapLine,
  after: GapLine,
  between: readonly (GapLine & StyledText)[] = [],
): number {
  const beats = between.map((line) => (line.type === 'Parenthetical' ? pauseOf(heardText(line)) : 0))
  return Math.max(usualGap(before, after, between), ...beats)
}

function usualGap(before: GapLine, after: GapLine, between: readonly GapLine[]): number {
  if (isActMark(before) || isActMark(after)) return AROUND_ACT
  if (isHeading(after)) return BEFORE_HEADING
  if (isHeading(before)) return AFTER_HEADING
  if (isSpeech(before) && isSpeech(after) && after.type !== 'Character') {
    const isWhole = between.every((line) => line.type === 'Parenthetical')
    return isWhole && before.character === after.character ? SAME_SPEECH : NEXT_SPEAKER
  }
  return BETWEEN_LINES
}

/** Faster speech needs shorter pauses, but not in proportion: pauses structure the text. */
const RATE_EXPONENT = 0.6

/** Returns the pause at a speed. */
export const gapAtRate = (gapMs: number, rate: number) => gapMs / rate ** RATE_EXPONENT

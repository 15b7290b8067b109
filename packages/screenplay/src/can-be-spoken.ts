import { heardText, type StyledText } from './heard-text.ts'

/** A letter or a digit. Excludes letters that render as blanks, such as the Hangul filler. */
const SOUNDS = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** Whether a text contains a letter or digit to speak. Much faster and smaller than generating the spoken text. */
export const canBeSpoken = (line: StyledText): boolean => SOUNDS.test(heardText(line))

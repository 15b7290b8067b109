import type { Line } from '@andscene/contracts/script'

/** A letter or a digit; a few letters are blanks that take up room, such as the Hangul filler. */
const SOUNDS = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** Whether there is anything to say: a letter or a digit that is heard. Much quicker, and smaller, than saying it. */
export const canBeSpoken = ({ text }: Pick<Line, 'text'>): boolean => SOUNDS.test(text)

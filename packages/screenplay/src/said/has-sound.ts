/** A letter or a digit. Excludes letters that render as blanks, such as the Hangul filler. */
const SOUNDS = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u

/** Whether a text contains a letter or digit to speak. */
export const hasSound = (text: string): boolean => SOUNDS.test(text)

/** A sign of a script without spaces is a word; otherwise a word ends at a space or a dash. */
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}][^\s\u2013\u2014\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]*/gu

/** Counts the words of a text; marks alone are none. */
export const countWords = (text: string): number => text.match(WORDS)?.length ?? 0

import { byPattern, where, type TokenClass } from '../token-class.ts'
import { cardinal } from './number-words.ts'

/** "7", "1,500": the last of the numbers. */
export const cardinals: TokenClass = {
  name: 'cardinal',
  find: where(
    (text) => /\d/.test(text),
    byPattern(/\d{1,3}(?:,\d{3}){1,5}(?![\d,])|\d+/g, ([digits], { isBritish }) =>
      cardinal(digits, isBritish),
    ),
  ),
}

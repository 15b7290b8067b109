import { PATTERNS } from '../line-patterns.ts'
import { isDate, isDraft } from './draft-line.ts'

/** Signs and digits: a telephone number, a date, "#3". Few digits may be a title (24, 1917, 8½, 9/11, 3:10). */
const isOnlyNumber = (text: string): boolean => !/\p{L}/u.test(text)
const MAY_BE_TITLE = /^["“']?(?:\d{1,5}[½%.!?:]?|\d{1,2} 1\/2|\d\.\d|\d{1,2}[:/]\d{1,2})["”']?$/u
export const isNumberTitle = (text: string): boolean => MAY_BE_TITLE.test(text)

/** What a line of a title page is that is never its title, in a word or two for people. */
export const noticeOf = (text: string): string | undefined => {
  if (PATTERNS.signedNotice.test(text) || PATTERNS.wordedNotice.test(text)) return 'a notice'
  if (isDate(text)) return 'a date'
  if (isOnlyNumber(text) && !isNumberTitle(text)) return 'a number'
  if (isDraft(text)) return 'the draft'
  if (PATTERNS.detail.test(text)) return 'a detail'
  if (PATTERNS.numbered.test(text)) return 'a number'
  if (PATTERNS.award.test(text)) return 'an award'
  return undefined
}

/** It may be a title where nothing else is above the writers. */
export const isMaybeNotice = (text: string): boolean =>
  !PATTERNS.signedNotice.test(text) &&
  (PATTERNS.wordedNotice.test(text) || PATTERNS.revision.test(text) || /^\p{L}+ \d{4}$/u.test(text))

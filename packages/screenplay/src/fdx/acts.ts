const NUMBER = String.raw`(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|[ivx]{1,5})`
/** A line that is nothing but the name of an act: "ACT TWO", "Act II.", "TEASER / ACT ONE". */
const ACT_NAME = new RegExp(String.raw`^(?:teaser\s?/\s?)?act\s+${NUMBER}\s?[.:]?$`, 'i')
/** The same with a title behind it, which only capitals tell from a sentence: "ACT TWO: THE FLOOD". */
const ACT_NAME_AND_TITLE = new RegExp(String.raw`^act\s+${NUMBER}\s?[:–—-].{1,60}$`, 'i')
const isAllCapitals = (text: string) => text === text.toUpperCase()
const ACT_END =
  /^[\s"“(]*end(?:s|\s+of)?\s+(?:the\s+)?(?:act|teaser|cold\s+open(?:ing)?|tag|episode|show|pilot|play)\b/i
/** Longest line that can be the name of an act. */
const NAME_LIMIT = 80

/** Types that writers use for an act's name when they do not use New Act. */
const NAME_TYPES = new Set(['Action', 'General', 'Transition', 'Scene Heading'])

/** The type of a line once its words are known: an act's name is New Act, and "END OF ACT ONE" begins nothing. */
export const typeByWords = (type: string, text: string): string => {
  if (text.length > NAME_LIMIT) return type
  if (type === 'New Act') return ACT_END.test(text) ? 'End of Act' : type
  if (!NAME_TYPES.has(type)) return type
  const words = text.trim()
  return ACT_NAME.test(words) || (isAllCapitals(words) && ACT_NAME_AND_TITLE.test(words)) ? 'New Act' : type
}

/**
 * Counts acts from 1. Lines before the first mark are act 1; the first mark begins act 2 only when a scene heading
 * stands before it, and marks that follow each other at once count once (product §3).
 */
export class ActCounter {
  act = 1
  #marked = false
  #afterMark = false
  #heading = false

  next(line: { isMark: boolean; isHeading: boolean }): number {
    if (line.isMark && !this.#afterMark) {
      if (this.#marked || this.#heading) this.act++
      this.#marked = true
    }
    this.#afterMark = line.isMark
    if (line.isHeading) this.#heading = true
    return this.act
  }
}

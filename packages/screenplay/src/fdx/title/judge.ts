import { PATTERNS } from '../line-patterns.ts'
import { episodeOf } from './episode.ts'
import { isDate, isDraft, isKind } from './draft-line.ts'
import { inBrackets, isPlaceholder, quotedWords } from './quotes.ts'
import type { TitleLine } from './title-lines.ts'

/** Kinds of credit: source material, creators of the series, others (directors, translators), writers. */
const CREDITS = {
  source: PATTERNS.source,
  series: PATTERNS.series,
  other: PATTERNS.otherCredit,
  writing: PATTERNS.writing,
}
/** The first kind that a line matches. */
type Credit = keyof typeof CREDITS

const DASHED_INLINE = /^(.+?)(?:\s[–—-]|,)\sby (?:\p{Lu}[\p{L}.'’-]*\s?){2,4}$/u

/** The words before a credit in the same line: `The Paper Boat, written by A. Writer`. */
const beforeCredit = (text: string): string | undefined => {
  const quoted = PATTERNS.quotedCredit.exec(text)?.[1]
  if (quoted) return quoted
  const dashed = DASHED_INLINE.exec(text)?.[1]
  if (dashed) return dashed
  const before = PATTERNS.inlineCredit.exec(text)?.[1]
  if (!before || /(?:[,&/]|\b(?:and|by))$/iu.test(before)) return undefined
  const words = before.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.every((word) => PATTERNS.aboutCredit.test(word)) ? undefined : before
}

const creditOf = (text: string): Credit | undefined =>
  (Object.keys(CREDITS) as Credit[]).find((credit) => CREDITS[credit].test(text))

/**
 * Only punctuation and digits: a telephone number, a date, "#3". Few digits may be a title (24, 1917, 8½, 9/11, 3:10).
 */
const isOnlyNumber = (text: string): boolean => !/\p{L}/u.test(text)
const MAY_BE_TITLE = /^["“']?(?:\d{1,5}[½%.!?:]?|\d{1,2} 1\/2|\d\.\d|\d{1,2}[:/]\d{1,2})["”']?$/u
export const isNumberTitle = (text: string): boolean => MAY_BE_TITLE.test(text)

/** What a title page line is if it is never a title, in a word or two. */
const noticeOf = (text: string): string | undefined => {
  if (PATTERNS.signedNotice.test(text) || PATTERNS.wordedNotice.test(text)) return 'a notice'
  if (isDate(text)) return 'a date'
  if (isOnlyNumber(text) && !isNumberTitle(text)) return 'a number'
  if (isDraft(text)) return 'the draft'
  if (PATTERNS.detail.test(text)) return 'a detail'
  if (PATTERNS.numbered.test(text)) return 'a number'
  if (PATTERNS.award.test(text)) return 'an award'
  return undefined
}

/** May be a title if nothing else is above the writers. */
export const isMaybeNotice = (text: string): boolean =>
  !PATTERNS.signedNotice.test(text) &&
  (PATTERNS.wordedNotice.test(text) || PATTERNS.revision.test(text) || /^\p{L}+ \d{4}$/u.test(text))

export type Judged = TitleLine & {
  /** A `label` may be a title if there is nothing else; a `notice` never is. */
  kind: 'words' | 'credit' | 'placeholder' | 'notice' | 'label'
  what: string
  credit?: Credit | undefined
  /** Whether it indicates that a title follows. */
  presents?: boolean | undefined
}

const LONGEST = 100

const kindOf = (text: string): Pick<Judged, 'kind' | 'what' | 'credit' | 'presents'> => {
  // "A film by A. Writer" may precede the title.
  if (PATTERNS.billing.test(text))
    return { kind: 'label', what: 'who made it', presents: true, credit: 'other' }
  if (/^(?:working|provisional|temporary) title$/i.test(text)) return { kind: 'label', what: 'no title' }
  const credit = creditOf(text)
  if (credit) return { kind: 'credit', what: 'a credit', credit }
  const notice = noticeOf(text)
  if (notice) return { kind: 'notice', what: notice }
  if (text.length > LONGEST) return { kind: 'notice', what: 'too long' }
  const episode = episodeOf(text)
  if (episode?.name === '') return { kind: 'label', what: 'an episode without a name' }
  if (PATTERNS.presents.test(text)) return { kind: 'label', what: 'who presents it', presents: true }
  if (isKind(text)) return { kind: 'label', what: 'a kind of script' }
  return { kind: 'words', what: 'words' }
}

/** Classifies each line. A line with a title and a credit becomes two. */
export const judged = (lines: readonly TitleLine[]): Judged[] =>
  lines.flatMap((line): Judged[] => {
    const title = beforeCredit(line.text)
    if (title)
      return [
        { ...line, text: title, ...kindOf(title) },
        {
          ...line,
          text: line.text.slice(title.length).replace(/^[\s,:–—-]+/, ''),
          gap: 0,
          key: undefined,
          kind: 'credit',
          what: 'a credit',
          credit: 'writing',
        },
      ]
    const bare = inBrackets(line.text)
    if (bare !== undefined && quotedWords(line.text) === undefined) {
      const inner = kindOf(bare)
      return [
        { ...line, ...(inner.kind === 'words' ? { kind: 'placeholder', what: 'a placeholder' } : inner) },
      ]
    }
    if (isPlaceholder(quotedWords(line.text) ?? line.text))
      return [{ ...line, kind: 'placeholder', what: 'a placeholder' }]
    return [{ ...line, ...kindOf(line.text) }]
  })

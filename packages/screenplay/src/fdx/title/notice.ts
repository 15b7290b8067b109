import { isDate, isDraft } from './draft-line.ts'

const anyOf = (...parts: readonly string[]) => new RegExp(parts.join('|'), 'iu')

const SIGNED_NOTICE = /©|\(c\)\s?\d|\bcopyright\b|all rights reserved|@|https?:|www\./iu
const WORDED_NOTICE = anyOf(
  '\\bWGA[EW]?\\b|\\b(?:SACD|SGAE)\\b|^registered\\b',
  '^(?:strictly |highly |private (?:and|&) )?confidential(?: (?:draft|script|material|information|property.*|do not .*))?[.!]?$',
  '^(?:property of|watermark|printed (?:by|on|for)|(?:placed )?in(?:to)? the public domain|public domain)\\b',
  '^(?:do not (?:copy|duplicate|distribute|circulate|reproduce)|not for (?:distribution|duplication|circulation|sale|production))\\b',
  '^for (?:internal use|reading purposes|educational purposes|personal use|review|perusal)\\b',
  '^(?:the |this )?(?:material|script|document|screenplay) (?:is|may|contains)\\b',
)
/** What stands behind these words and a colon is a detail. */
const DETAIL = anyOf(
  `^(?:${[
    'tel|telephone|phone|fax|mobile|cell|e-?mail|website|contacts?|address|attn|c/o',
    'agent|agency|manager|management|represented by|representation|attorney|company|production company|producers?|director',
    'genre|log ?line|length|running time|duration|word count|pages|format|language|notes?|for|copyright',
    'date|dated|draft|draft date|version|revision|rev|revised',
    'kontakt|adresse|telefon|téléphone|teléfono|dirección|contacto|contatti|datum|fecha',
  ].join('|')})\\s?\\.?\\s?[:：#]`,
  '^(?:c/o|represented by)\\b',
)
const NUMBERED =
  /^(?:production|prod|script|scene|show|job|project|draft|issue)\b\.?\s?(?:code|no|nr|number|num)?\b\.?\s?(?:[#:：][\s#:：]{0,3}|\d{3,})[\s\d#./a-z-]{0,12}$/iu

const PRIZE = '(?:finalist|semi-?finalist|quarter-?finalist|winner|nominee|nominated)s?'
const CONTEST = '(?:awards?|contest|competition|festival|fellowships?|challenge|prize|nicholl)'
const AWARD = anyOf(
  '^outstanding\\b.*\\b(?:screenplay|teleplay|writing|script|series|drama|comedy|film|musical|play)$',
  '^best (?:original |adapted |new |unproduced )*(?:screenplay|teleplay|script|writing|picture|play|pilot|short|feature)\\b',
  '^for your (?:\\p{L}+ ){0,3}consideration\\b',
  '^official selection\\b',
  '^(?:original|adapted) (?:screenplay|teleplay)$',
  `^(?:\\d(?:st|nd|rd|th) place |first place |grand prize )?${PRIZE}$`,
  `^(?:\\d(?:st|nd|rd|th) place |first place |grand prize )?${PRIZE}[\\s:,–—-].*(?:\\d{4}|\\b${CONTEST}\\b|\\bscreenplay\\b)`,
  `\\b${CONTEST}\\b.{0,20}\\b(?:${PRIZE}|selection|entry|submission)$`,
)

const PRESENTS = anyOf(
  '(?:^|\\s)(?:presents|präsentier(?:t|en)|présente(?:nt)?|presentan?|apresenta|presenteert|представляет)[\\s:.…]*$',
  '^(?:proudly )?present$|(?:,|\\band|&).*\\bpresent$',
  '^(?:in association with|en association avec|in zusammenarbeit mit|en asociación con|a co-?production)\\b',
  '^an? .{2,60} (?:production|picture|joint|film|movie|original|original series)$',
)
const COMPANY = anyOf(
  '\\b(?:pictures|productions|studios|entertainment|films|media group|television|network|broadcasting|filmproduktion|theat(?:re|er) company|inc\\.?|ltd\\.?|llc|gmbh)$',
  `^(?:${[
    'netflix|hbo(?: max)?|hulu|disney\\+?|apple tv\\+?|amazon(?: prime)?(?: video)?|peacock|paramount\\+?|max',
    'bbc(?: (?:one|two|three|four|[1-4]|radio [1-6]))?|itv[1-4]?|channel [45]|sky(?: atlantic)?',
    'nbc|abc|cbs|fox|amc|fxx?|pbs|showtime|starz|zdf|ard|arte|rtl|canal\\+|tf1|rai(?: [123])?',
  ].join('|')})(?: originals?)?$`,
)

/** Signs and digits: a telephone number, a date, "#3". Few digits may be a title (24, 1917, 8½, 9/11, 3:10). */
const isOnlyNumber = (text: string): boolean => !/\p{L}/u.test(text)
const MAY_BE_TITLE = /^["“']?(?:\d{1,5}[½%.!?:]?|\d{1,2} 1\/2|\d\.\d|\d{1,2}[:/]\d{1,2})["”']?$/u
export const isNumberTitle = (text: string): boolean => MAY_BE_TITLE.test(text)

/** What a line of a title page is that is never its title, in a word or two for people. */
export const noticeOf = (text: string): string | undefined => {
  if (SIGNED_NOTICE.test(text) || WORDED_NOTICE.test(text)) return 'a notice'
  if (isDate(text)) return 'a date'
  if (isOnlyNumber(text) && !isNumberTitle(text)) return 'a number'
  if (isDraft(text)) return 'the draft'
  if (DETAIL.test(text)) return 'a detail'
  if (NUMBERED.test(text)) return 'a number'
  if (AWARD.test(text)) return 'an award'
  return undefined
}

const ONE_WORD =
  /^(?:revised|version|polish|rewrite|pages|(?:white|blue|pink|yellow) pages|winners?|finalists?|nominees?)$/iu
/** It may be a title where nothing else is above the writers. */
export const isMaybeNotice = (text: string): boolean =>
  !SIGNED_NOTICE.test(text) &&
  (WORDED_NOTICE.test(text) || ONE_WORD.test(text) || /^\p{L}+ \d{4}$/u.test(text))

export const isPresenter = (text: string): boolean => PRESENTS.test(text)
export const isPresents = (text: string): boolean =>
  /^(?:proudly )?(?:presents?|präsentier(?:t|en)|présente(?:nt)?|presentan?)[\s:.…]*$/iu.test(text)
export const isCompany = (text: string): boolean => COMPANY.test(text)

const ABOUT_TITLE = anyOf(
  '^(?:a\\.?k\\.?a\\.?|also known as|formerly|working title|originally|alternative(?:ly)?|dedicated|inspired|a true story|the true story|ep|episode|season|act)\\b',
  '^for [\\p{L} ]+$',
  '^(?:an?|une?|eine?|una) (?=.*\\b(?:tale|story|comedy|drama|romance|thriller|film|movie|play|musical|screenplay|script|series|pilot|adventure|fable|mystery|tragedy|memoir|fantasy|horror|western|sketch|novel|monologue|opera|farce|parody|spoof|satire|spec|show|stück|pièce|obra)\\b)',
)
export const isTagline = (text: string): boolean => ABOUT_TITLE.test(text)

export const isList = (text: string): boolean =>
  /^(?:cast(?: list| of characters)?|(?:the )?characters?(?: list)?|dramatis person(?:ae|æ)|sets|set list|scenes|synopsis|revision history)\s?:?$/iu.test(
    text,
  )

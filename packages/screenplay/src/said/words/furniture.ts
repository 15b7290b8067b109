import type { SaidContext } from '../token-class.ts'

const NUMBER = String.raw`(?:\d{1,4}[A-Z]{0,2}|[A-Z]{1,2}\d{1,4})`
const NUMBERS = String.raw`(?:${NUMBER}(?:\s?(?:[-–,&]|thru|through|to|and)\s?${NUMBER}){0,6})`
/** "(MORE)", "(CONT'D)", "CONTINUED: (2)", "12 CONTINUED: 12", "(CONTINUED)". */
const CONTINUED = new RegExp(
  String.raw`^(?:${NUMBER}\.?\s+)?[(\[*–—-]*\s?(?:MORE|cont(?:'\s?|\.\s?')?d|cont\.|continued|continues|continuing)\s?[.:]?\s?[)\]*–—-]*[.:]?\s?(?:[(\[]?\s?${NUMBER}\s?[)\]]?)?\s?[:.]?(?:\s+${NUMBER}\.?)?$`,
  'i',
)
/** With brackets or a colon it is no word of a speech. */
const MARKED = /[():[\]]/
const OMITTED = new RegExp(
  String.raw`^[(\[*]?(?:(?:scenes?|sc\.?|scs\.?)\s)?(?:${NUMBERS}\.?\s+)?[-–—]?\s?[(\[*]*(?:scenes?\s)?(?:${NUMBERS}\s)?(?:OMITTED|OMIT|SCENE DELETED|SCENE CUT)[)\]*]*[.:]?(?:\s+${NUMBERS}\.?)?$`,
  'i',
)
/** "34.", "- 34 -", "Page 34", "34A.". */
const PAGE =
  /^(?:[-–—]\s?\d{1,3}[A-Z]?\s?[-–—]|(?:page|pg\.?|p\.)\s?\d{1,3}[A-Z]?(?:\s?(?:of|\/)\s?\d{1,3})?\.?|\d{1,3}[A-Z]?\.)$/i
const BARE_PAGE = /^\d{1,3}[A-Z]?$/
const REVISION =
  /^(?:[*+]+|(?:(?:first|second|third|fourth|double)\s)?(?:white|blue|pink|yellow|green|goldenrod|buff|salmon|cherry|tan)\s(?:rev(?:ision|isions|ised|\.)?|draft|pages|collated)\b[^a-z]{0,40}|rev\.?\s\d{1,2}[/.-]\d{1,2}(?:[/.-]\d{2,4})?\.?)$/i

/** What every such line has. */
const MAY_BE = /^(?:[\d*+–—-]|p(?:age|g|\.))|more|cont|omit|scene (?:deleted|cut)|rev|draft|pages|collated/i

/** Whether a line is part of the page and not of the script, which is not read aloud. */
export function isFurniture(
  text: string,
  { kind, type, isHeading }: Pick<SaidContext, 'kind' | 'type' | 'isHeading'>,
): boolean {
  const line = text.trim()
  if (line.length > 80 || !MAY_BE.test(line)) return false
  if (CONTINUED.test(line)) {
    if (MARKED.test(line) || kind === 'Parenthetical') return true
    if (kind === 'Dialogue' || type === 'Lyrics') return false
    return line === line.toUpperCase() || /cont'?d/i.test(line)
  }
  if (kind === 'Dialogue' || type === 'Lyrics') return false
  if (OMITTED.test(line))
    return line === line.toUpperCase() || isHeading || /^\W*(?:scene )?omitted\W*$/i.test(line)
  if (kind === 'Character' || kind === 'Parenthetical') return false
  if (REVISION.test(line)) return true
  if (kind === 'Action') return PAGE.test(line) && !/^\d\.?$/.test(line)
  return PAGE.test(line) || (type === 'General' && BARE_PAGE.test(line))
}

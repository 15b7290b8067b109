import data from '../../../data/abbreviations.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { NAME_AFTER, NO_NAME, NUMBER_BEFORE, tableOf, type ShortWord } from './short-word.ts'
import { isStreetAhead } from './streets.ts'

const TITLES = tableOf(data.titles)
const WITHOUT_STOP = wordSet(data.titlesWithoutStop)
/** Also before no name: "the Dr. is in", "Is that you, Lt.?" */
const ALONE = wordSet(data.titlesAlone)
/** Those that are a word or another abbreviation as well. */
const UNSURE = wordSet(data.titlesUnsure)
/** Titles in capitals without a full stop in a line that is not in capitals: "MS FRANK waits". */
const IN_CAPITALS = /^(?:ms|dr|mr|mrs|sgt)$/
const ROLE =
  /^\s(?:nurse|officer|partner|agent|detective|vice|manager|editor|producer|analyst|advisor|writer|engineer|year|prom|class)\b/i
const NAMED = /\p{Lu}\p{L}+,?\s$/u

/** "The Dr. is in.", "Yes, Capt." */
const isAlone = ({ small, hasStop, before, after, word }: ShortWord): boolean =>
  hasStop &&
  ALONE.has(small) &&
  (word !== small || /^(?:dr|prof|sgt|capt|lt)$/.test(small)) &&
  (!NAME_AFTER.test(after) || NO_NAME.test(after)) &&
  (/^'s\b/i.test(after) ||
    /\b(?:the|my|our|your|his|her|a|this|that|another|some)\s$/i.test(before) ||
    (word !== small && /,\s$/.test(before)))

/** "Mr. Pell", "ASST. D.A. POOLE", "Lt. Gov. Shaw". */
export function title(token: ShortWord): string | undefined {
  const { word, small, hasStop, before, after, context } = token
  const said = TITLES.get(small)
  if (said === undefined) return undefined
  if (isAlone(token)) return said.toLowerCase()
  if (word === small || !NAME_AFTER.test(after)) return undefined
  if (!hasStop && !WITHOUT_STOP.has(small)) return undefined
  if (!hasStop && word === word.toUpperCase() && !context.isAllCapitals && !IN_CAPITALS.test(small))
    return undefined
  const isNameless = !context.isAllCapitals && NO_NAME.test(after)
  if (small === 'sr') return NAMED.test(before) || isNameless ? undefined : ROLE.test(after) ? 'Senior' : said
  if (/^(?:st|dr|ft|mt|ct|pl|pt)$/.test(small)) {
    if (isNameless && NAMED.test(before)) return undefined
    if (/^(?:ft|pt)$/.test(small) && /\d\s?$/.test(before)) return undefined
    return /^(?:st|dr)$/.test(small) && isStreetAhead(before, after) ? undefined : said
  }
  if (UNSURE.has(small) && isNameless) return undefined
  if (small === 'br' && NAMED.test(before)) return undefined
  return small === 'sec' && NUMBER_BEFORE.test(before) ? undefined : said
}

export const isTitle = (words: string, small: string): boolean =>
  TITLES.get(small) === words || words === 'Senior'

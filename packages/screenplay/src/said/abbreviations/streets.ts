import data from '../../../data/abbreviations.json' with { type: 'json' }
import { isLabel, NAME_AFTER, NO_NAME, ORDINAL_BEFORE, tableOf, type ShortWord } from './short-word.ts'

const STREETS = tableOf(data.streets)
/** A street is behind its name: "Elm St.", "5th Ave", "ST. ANNE ST.". */
const NAME_BEFORE = /(?:\p{Lu}[\p{L}']+|\d(?:st|nd|rd|th)|\b\p{Lu}\.?|\d)\s$/iu
const NO_NAME_BEFORE =
  /(?:\b(?:the|a|an|dear|my|mr|mrs|to|of|and|int|ext|i\/e|near|at|by|in|on|est)\.?|[-–—/(])\s$/i
const PART_ENDS =
  /^\.?\s*(?:$|[-–—,/&(:;!?)"']|\s(?:and|near|at|in|on|with|is|NW|NE|SW|SE|[NSEW]\.?(?:\s|$)))/i
/** "on Birch St. We": a place, and not a saint. */
const PLACED = /(?:\d\s\p{L}+|\b(?:on|at|in|off|down|up|along|near|to|from|and)\s\p{Lu}\p{L}+)\s$/iu
const AHEAD =
  /^\s(?:APT|BLDG|SUITE|STE|UNIT|NORTH|SOUTH|EAST|WEST|NW|NE|SW|SE|STATION|STA|BRIDGE|PIER|SUBWAY|MARKET|BAR|SCHOOL|CLINIC)\b/i

/** "5TH ST. NORTH", "40 Hill Dr. Apt. 3": no saint and no doctor. */
export const isStreetAhead = (before: string, after: string): boolean =>
  ORDINAL_BEFORE.test(before) ||
  (/\b\d{1,5}\s(?:[NSEW]\.?\s)?(?:\p{L}+\s){1,3}$/u.test(before) &&
    !/^\s\p{Lu}\p{L}+\s(?:st|ave|rd|dr|blvd|street|avenue|road)\b/iu.test(after)) ||
  AHEAD.test(after)

/** Without its full stop: "Fifth Ave", and "Oak St" where it ends. */
const isWithoutStop = ({ word, small, after }: ShortWord): boolean =>
  /^(?:ave|blvd|hwy|pkwy|rd|ln)$/.test(small) || (/^(?:St|Dr|Ct|Pl|Sq)$/.test(word) && PART_ENDS.test(after))

export function street(token: ShortWord): string | undefined {
  const { word, small, hasStop, before, after, context } = token
  const said = STREETS.get(small)
  // "the n. side of the St."
  if (small === 'st' && hasStop && isLabel(context) && /\bthe\s$/i.test(before)) return said
  if (said === undefined || context.kind === 'Character') return undefined
  if (!NAME_BEFORE.test(before) || NO_NAME_BEFORE.test(before)) return undefined
  const isSaintOrDoctor = /^(?:st|dr)$/.test(small)
  if (isLabel(context)) return PART_ENDS.test(after) || (hasStop && !isSaintOrDoctor) ? said : undefined
  if (word === small || (!hasStop && !isWithoutStop(token))) return undefined
  if (small === 'ct' && /^\s(?:scan|angio)/i.test(after)) return undefined
  // "I met Dr. Shaw", "a dog St. Bernard"
  if (!/\p{Lu}|\d/u.test(before.slice(-24).split(' ').at(-2) ?? '')) return undefined
  const isBeforeName =
    NAME_AFTER.test(after) && !NO_NAME.test(after) && !isStreetAhead(before, after) && !context.isAllCapitals
  return isSaintOrDoctor && isBeforeName && !PLACED.test(before) ? undefined : said
}

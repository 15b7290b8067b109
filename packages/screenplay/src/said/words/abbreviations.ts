import data from '../../../data/abbreviations.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import type { SaidContext, TokenClass } from '../token-class.ts'
import { endsSentence } from './letters.ts'

const tableOf = (table: object): ReadonlyMap<string, string> => new Map(Object.entries(table))
const ANYWHERE = tableOf(data.anywhere)
const WITH_STOP = tableOf(data.withStop)
/** In headings and captions; some only with their full stop. */
const PLACES = tableOf(data.places)
const ONLY_WITH_STOP = wordSet(data.onlyWithStop)
const BEFORE_NUMBERS = tableOf(data.beforeNumbers)
const AFTER_NUMBERS = tableOf(data.afterNumbers)
const TITLES = tableOf(data.titles)
const TITLES_WITHOUT_STOP = wordSet(data.titlesWithoutStop)
const PHRASES = tableOf(data.phrases)

const WORD =
  /(?<![\p{L}\p{N}.'@/_]|&|(?<!\b\p{L}{2,8})-)\p{L}{1,8}(?:'\p{L}{1,2})?(?![\p{L}\p{N}@_]|'(?![sS]\b)\p{L}|\/\p{Ll})\.?/gu
/** "w/", "b/c", "N/D": letters around a slash; "e.g.": letters with full stops. */
const SLASHED =
  /(?<![\p{L}\p{N}.'/])(?:w\/(?:out|in|o|i)?(?![\p{L}\d]|\/)|w\/(?=\p{L})|\p{L}{1,2}\/\p{L}{1,2}(?![\p{L}\p{N}/])|(?:e\.\s?g|i\.\s?e|a\.\s?k\.\s?a|n\.b|p\.s|y\.o|et al)\b\.?|eg\.|ie\.)/giu

const NUMBER_BEFORE =
  /(?:^|[^\p{L}\p{N}])(?:\d{1,6}(?:st|nd|rd|th|[a-c])?|\p{L}{0,8}(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|few|several|half|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top))[\s-]?$/iu
const NUMBER_AFTER = /^\s?(?:#\s?)?(?:\d|[IVXLC]{1,7}\b(?!')|[ivxlc]{1,6}\b(?!'))/
const ORDINAL_BEFORE = /\d(?:st|nd|rd|th)\s$/i
const NAME_AFTER =
  /^\s(?:(?:&|and|AND)\s(?:Mr|Mrs|Ms|Dr|MR|MRS|MS|DR)\b|["“]?\p{Lu}|O'|de\s|von\s|van\s|la\s)/u
const NO_NAME =
  /^\s(?:I|You|He|She|It|We|They|The|A|An|And|But|Is|Was|What|Who|When|Where|Why|How|No|Yes|My|Your|His|Her|Then|There|So|Not|If|In|On|At|For|To)\b/
/** A street is behind its name: "Elm St.", "5th Ave", "ST. ANNE ST.". */
const NAME_BEFORE = /(?:\p{Lu}[\p{L}']+|\d(?:st|nd|rd|th)|\b\p{Lu}|\d)\.?\s$/iu
const PART_ENDS =
  /^\.?\s*(?:$|[-–—,/&(:;!?)]|\s(?:AND|and|NEAR|near|AT|at|IN|in|ON|on|WITH|with|IS|is|NW|NE|SW|SE|[NSEW]\.?(?:\s|$)))/
const STREETS = tableOf({
  st: 'street',
  dr: 'drive',
  ct: 'court',
  pl: 'place',
  sq: 'square',
  ave: 'avenue',
  av: 'avenue',
  ln: 'lane',
  rd: 'road',
  ter: 'terrace',
  terr: 'terrace',
  cir: 'circle',
  blvd: 'boulevard',
  hwy: 'highway',
  pkwy: 'parkway',
  cres: 'crescent',
  pk: 'park',
  sta: 'station',
})

type Token = { word: string; hasStop: boolean; before: string; after: string; context: SaidContext }

const isLabel = ({ isHeading, isCaption, type, isAllCapitals }: SaidContext) =>
  isHeading || isCaption || (type === 'General' && isAllCapitals)

/** "Mr. Pell", "ASST. D.A. POOLE", "Lt. Gov. Shaw". */
function title({ word, hasStop, after, before, context }: Token): string | undefined {
  const small = word.toLowerCase()
  const said = TITLES.get(small)
  if (said === undefined || word === small || !NAME_AFTER.test(after)) return undefined
  if (!hasStop && !TITLES_WITHOUT_STOP.has(small)) return undefined
  if (
    !hasStop &&
    word === word.toUpperCase() &&
    !context.isAllCapitals &&
    small !== 'ms' &&
    small !== 'dr' &&
    small !== 'mr' &&
    small !== 'mrs' &&
    small !== 'sgt'
  )
    return undefined
  if (
    small === 'sr' &&
    /^\s(?:nurse|officer|partner|agent|detective|vice|manager|editor|producer|analyst|advisor|writer|engineer|year|prom|class)\b/i.test(
      after,
    )
  )
    return 'Senior'
  // "GALE SR." and "Elm St. The dog": behind a name.
  if (
    /^(?:sr|br|off|dep|pt|sh|dir|sec|ste|const|exec|spec|assist|fr|sen|gen|rev|rep|hon|gov|det|ens|amb|comm|maj|adm|pres)$/.test(
      small,
    )
  ) {
    if (!context.isAllCapitals && NO_NAME.test(after)) return undefined
    if (/^(?:sr|br)$/.test(small) && /\p{Lu}\p{L}+[,]?\s$/u.test(before)) return undefined
    if (small === 'sec' && NUMBER_BEFORE.test(before)) return undefined
  }
  if (/^(?:st|dr|ft|mt|ct|pl|pt)$/.test(small)) {
    if (!context.isAllCapitals && NO_NAME.test(after)) return undefined
    if (/^(?:ft|pt)$/.test(small) && /\d\s?$/.test(before)) return undefined
    // "5TH ST. NORTH", "40 Hill Dr. Apt. 3"
    if (/^(?:st|dr)$/.test(small) && isStreet(before, after)) return undefined
  }
  return said
}

const isStreet = (before: string, after: string): boolean =>
  ORDINAL_BEFORE.test(before) ||
  (/\b\d{1,5}\s(?:[NSEW]\.?\s)?(?:\p{L}+\s){1,3}$/u.test(before) &&
    !/^\s\p{Lu}\p{L}+\s(?:st|ave|rd|dr|blvd|street|avenue|road)\b/iu.test(after)) ||
  /^\s(?:APT|BLDG|SUITE|STE|UNIT|NORTH|SOUTH|EAST|WEST|NW|NE|SW|SE|STATION|STA|BRIDGE|PIER|SUBWAY|MARKET|BAR|BRIDGE|SCHOOL|CLINIC)\b/i.test(
    after,
  )

/** An intro of a slug line is no name. */
const isAfterIntro = (before: string) =>
  /(?:^|[-–—/(:]\s?|\b(?:int|ext|est|i\/e|int\/ext)\.?\s)$/i.test(before)

function street({ word, hasStop, before, after, context }: Token): string | undefined {
  if (context.kind === 'Character') return undefined
  const small = word.toLowerCase()
  const said = STREETS.get(small)
  if (
    said === undefined ||
    !NAME_BEFORE.test(before) ||
    /(?:\b(?:the|a|an|dear|my|mr|mrs|to|of|and|int|ext|i\/e|near|at|by|in|on|est)\.?|[-–—/(])\s$/i.test(
      before,
    )
  )
    return undefined
  if (small === 'ct' && !hasStop && /^\s(?:scans?|angio)/i.test(after)) return undefined
  if (isLabel(context))
    return PART_ENDS.test(after) || (hasStop && !/^(?:st|dr)$/.test(small)) ? said : undefined
  if (
    !hasStop &&
    !(
      /^(?:ave|blvd|hwy|pkwy|rd|ln)$/.test(small) ||
      (/^(?:St|Dr|Ct|Pl|Sq)$/.test(word) && PART_ENDS.test(after))
    )
  )
    return undefined
  if (word === small) return undefined
  if (!/\p{Lu}|\d/u.test(before.slice(-24).split(' ').at(-2) ?? '')) return undefined
  return NAME_AFTER.test(after) &&
    !NO_NAME.test(after) &&
    !isStreet(before, after) &&
    /^(?:st|dr)$/.test(small) &&
    !context.isAllCapitals &&
    !/\d\s\p{L}+\s$/u.test(before) &&
    !/\b(?:on|at|in|off|down|up|along|near|to|from|and)\s\p{Lu}\p{L}+\s$/iu.test(before)
    ? undefined
    : said
}

function byNumber({ word, hasStop, before, after, context }: Token): string | undefined {
  const small = word.toLowerCase()
  const isAfterNumber = NUMBER_BEFORE.test(before)
  if (isAfterNumber && AFTER_NUMBERS.has(small)) {
    const isSure =
      hasStop || isLabel(context) || /^(?:wks?|mos|yrs?|hrs?|mins|secs|flr|blks|pcs)$/.test(small)
    const isName = /^(?:st|dr)$/.test(small) && !ORDINAL_BEFORE.test(before)
    if (
      small === 'fl' &&
      !ORDINAL_BEFORE.test(before) &&
      !/(?:st|nd|rd|th|top|first|second|third)\s$/i.test(before)
    )
      return undefined
    if (isSure && !isName && word !== 'MOS') return AFTER_NUMBERS.get(small)
    if (word === 'MOS' && /\d\s$/.test(before)) return 'months'
  }
  if (!NUMBER_AFTER.test(after) || !BEFORE_NUMBERS.has(small)) return undefined
  if (/^(?:int|st)$/.test(small) && !/^\s?\d/.test(after)) return undefined
  if (
    /^\s?[ivxlcIVXLC]/.test(after) &&
    !/^(?:ch|chap|vol|vols|pt|pts|bk|p|pp|sc|art|sec|fig|no|app|div)$/.test(small)
  )
    return undefined
  if (/^\s?I\s/.test(after)) return undefined
  // "No. 5 of them are left": an answer where nothing is numbered before it.
  if (small === 'no') return isNumbered(hasStop, word, before, after, context) ? 'number' : undefined
  const isBare = /^(?:rte|rt|hwy|ch|vol|pp|pg|fig|ste|ep|sc|apt|bldg|flt|chap|vols|pgs|nos|lvl|rm)$/.test(
    small,
  )
  if (!hasStop && !(isBare && (word !== small || /^(?:pp|pg|pgs|rte|hwy|ch|vol|ep|apt|rm)$/.test(small))))
    return undefined
  if (/^(?:int|st|l|v|c|q|ex|app|ext|cat|lot|unit|sq|tel|ca)$/.test(small) && !hasStop) return undefined
  if (/^(?:st|sq)$/.test(small)) return undefined
  if (small === 'ext' && context.isHeading) return undefined
  return BEFORE_NUMBERS.get(small)
}

const NUMBERED_BEFORE =
  /\b(?:pier|room|platform|suspect|gate|track|unit|apartment|house|bus|opus|op|symphony|cell|box|locker|engine|car|channel|public enemy|enemy|chanel|rule|concerto|sonata|quartet|exhibit|case|file|serial|model|lot|ticket|badge|license|account|order|invoice|cop|officer|guard|man|woman|boy|girl|table|route|bus|train|flight|mambo|the|a|our|your|is|as|my|his|her|at|in|to|from|of|catch-22|prisoner|inmate|patient|seat|hole|lane|psalm|hymn|verse|lesson|item|vat|well|mine|shaft|tunnel|dock|hangar|bay|silo|post|battery|battalion|regiment|company|squadron)\s$/i

const isNumbered = (
  hasStop: boolean,
  word: string,
  before: string,
  after: string,
  { isHeading, kind, isCaption }: SaidContext,
) => {
  if (!/^\s?\d/.test(after)) return false
  if (!hasStop) return isHeading && /\p{L}\s$/u.test(before) && word === 'NO'
  if (/^\d/.test(after)) return true
  if (isHeading || isCaption || kind === 'Character') return true
  if (NUMBERED_BEFORE.test(before)) return true
  return /\p{L}\s$/u.test(before) && word === 'No'
}

function place({ word, hasStop, before, after, context }: Token): string | undefined {
  if (!isLabel(context) && context.kind !== 'Character') return undefined
  const small = word.toLowerCase()
  const said = PLACES.get(small)
  if (said === undefined || (!hasStop && ONLY_WITH_STOP.has(small))) return undefined
  if (context.kind === 'Character')
    return /^(?:est|sc|fl|mo|cont|pt|st|dr|ft|mt|ct|co|is|rte|rt|no|ba|br|eve|ent|aft|sub|rest)$/.test(small)
      ? undefined
      : said
  if (/^(?:mt|ft|st)$/.test(small)) return undefined
  if (small === 'med' && /^\s(?:close|full|long|wide|two|three|group|shot|angle)\b/i.test(after))
    return 'medium'
  if (small === 'sc' && !hasStop && !/\b(?:to|of)\s$/i.test(before)) return undefined
  if (small === 'corr' && /\bof\s$/i.test(before)) return 'corrections'
  if (small === 'co' && (/^\s[A-Z]\b/.test(after) || /(?:&|\band)\s$/i.test(before))) return 'company'
  if (
    small === 'co' &&
    !isAfterIntro(before) &&
    NAME_BEFORE.test(before) &&
    !/\bORANGE |COUNTY|COOK |KINGS /i.test(before)
  )
    return 'company'
  if (small === 'fl' && /,\s$/.test(before)) return undefined
  if (small === 'est' && /^\.?\s\d/.test(after)) return 'established'
  return said
}

function read(token: Token): string | undefined {
  const { word, hasStop, before, after, context } = token
  const small = word.toLowerCase()
  // "The Dr. is in."
  if (
    hasStop &&
    /^(?:Dr|Prof|Sgt|Capt|Lt|Gov|Sen|Rep|Rev|Gen|Det|Insp|Pres)$/.test(word) &&
    /\b(?:the|my|our|your|his|her|a|this|that)\s$/i.test(before) &&
    !NAME_AFTER.test(after)
  )
    return TITLES.get(small)!.toLowerCase()
  const found = byNumber(token) ?? street(token) ?? title(token) ?? place(token)
  if (found !== undefined) return found
  if (word === 'Co' && hasStop && /^\s[A-Z]\b/.test(after)) return 'company'
  if (context.type === 'Transition' && small === 'sc' && hasStop) return 'scene'
  if (
    small === 'est' &&
    hasStop &&
    /^\s(?:value|cost|time|age|arrival|damage|weight|number|total|price|height|worth|loss|distance)/i.test(
      after,
    )
  )
    return 'estimated'
  if (small === 'est' && hasStop)
    return /^\s(?:\d|shot|SHOT|Shot)/.test(after)
      ? /^\s\d/.test(after)
        ? 'established'
        : 'establishing'
      : word === 'EST' && /^\s?[-–—]/.test(after)
        ? 'establishing'
        : undefined
  if (/^(?:jr|sr)$/.test(small))
    return (hasStop || /\p{L},?\s$/u.test(before)) && word !== small ? ANYWHERE.get(small) : undefined
  if (ANYWHERE.has(small)) {
    if (
      /^(?:rd|ft|grd|pic|conf|hr|sgn|corr|ctr|corp|abt|esp|jr|cntr|pvt|incl|emerg|recep|maint|elev)$/.test(
        small,
      ) &&
      !hasStop &&
      !isLabel(context) &&
      !/^(?:Pvt|Hr)$/.test(word)
    )
      return undefined
    if (small === 'ft' && !/\d\s?$/.test(before)) return undefined
    if (small === 'mos' && !NUMBER_BEFORE.test(before) && !hasStop) return undefined
    if (word === 'MOS') return undefined
    if (word === 'HR' && !NUMBER_BEFORE.test(before)) return undefined
    if (/^(?:RM|WK|YR)$/.test(word) && !isLabel(context) && !hasStop) return undefined
    return ANYWHERE.get(small)
  }
  if (!hasStop || !WITH_STOP.has(small)) return undefined
  // "I met the rep." ends a sentence: only what is no word, or has a capital.
  if (/^(?:no|ext|est)$/.test(small)) return undefined
  const isWord =
    /^(?:mon|wed|fri|tue|thu|sat|sun|mar|jan|dec|rep|rev|gen|sen|det|temp|max|min|mo|ins|gov|med|lib|tech|prod|hon|aug|corp|comm|ext|apr|jan|dist|sta|inst|lt|ave|inc|prof|tel|cont|mus|aud|nov|ft|cath|acad)$/.test(
      small,
    )
  if (isWord && word === small && !/^(?:sta|corp|dist|lt|cont|inst)$/.test(small)) return undefined
  if (
    /^(?:max|sat|sun|mar|jan|rep|rev|gen|sen|det|gov|temp|mo|lib|med|tech|prod|ins|inst|mus|ft|hon|min|comm|prof|dec|mon|tue|thu|wed|fri|apr|aug|lt|capt)$/.test(
      small,
    )
  ) {
    if (
      /^(?:sat|sun|mon|tue|wed|thu|fri|mar|apr|jan|dec|aug)$/.test(small) &&
      word !== small &&
      !context.isAllCapitals &&
      (/^,?\s(?:\d|\p{Ll}|morning|night|at)/u.test(after) ||
        /\b(?:on|by|until|every|last|next|this|in|since)\s$/i.test(before))
    )
      return WITH_STOP.get(small)
    if (/^(?:prof|capt|lt|sgt|gov|gen|sen|rep|rev|det|hon)$/.test(small))
      return /^(?:prof|capt|lt|gov)$/.test(small) && /\b(?:the|my|our|a|lt\.)\s$/i.test(before)
        ? WITH_STOP.get(small)
        : undefined
    return /^(?:min|max|temp)$/.test(small)
      ? undefined
      : /^(?:ft|mo|comm|ins|inst|mus|lib|med|tech|prod)$/.test(small)
        ? undefined
        : undefined
  }
  return WITH_STOP.get(small)
}

const PHOTO = /^\s(?:photo|picture|tv|film|image|shot|footage|movie|still)|^\s?(?:$|[-–—.,)])/i

/** "w/", "b/c", "N/D", "A/V": letters around a slash, and "e.g.". Before the slashes of a heading. */
export const slashedWords: TokenClass = {
  name: 'slashed word',
  *find(text, context) {
    for (const { 0: all, index } of text.matchAll(SLASHED)) {
      const to = index + all.length
      const small = all.toLowerCase().replaceAll(' ', '')
      const words = PHRASES.get(small) ?? PHRASES.get(`${small}.`)
      if (small === 'b/w' && PHOTO.test(text.slice(to, to + 9)))
        yield { from: index, to, words: 'black and white' }
      else if (words !== undefined) yield { from: index, to, words }
      else if (/^\p{Lu}\/\p{Lu}$/u.test(all) && !/^[IE]\/[IE]$/.test(all))
        yield { from: index, to, words: all.replace('/', ' ') }
      else if (/^\p{Lu}{2}\/\p{Lu}{2}$/u.test(all) && !context.isAllCapitals)
        yield { from: index, to, words: [...all.replace('/', '')].join(' ') }
    }
  },
}

const DAY = 'mon|tues?|wed|thu(?:rs?)?|fri|sat|sun'
const DAYS = new RegExp(String.raw`\b(${DAY})\.?\s?[-–]\s?(${DAY})\b\.?`, 'gi')
const NAMES_OF_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const dayOf = (short: string) =>
  NAMES_OF_DAYS.find((day) => day.toLowerCase().startsWith(short.slice(0, 3).toLowerCase()))!

/** Short words of places, streets, titles, times and books in full; a sentence that ends in one keeps its full stop. */
export const abbreviations: TokenClass = {
  name: 'abbreviation',
  *find(text, context) {
    // "ep2", "sc12"
    for (const { 0: all, 1: word = '', index } of text.matchAll(
      /(?<![\p{L}\p{N}])(ep|sc|ch|pg|vol|rm|apt|fl|hwy|rte)\.?(?=\d)/giu,
    ))
      yield { from: index, to: index + all.length, words: `${BEFORE_NUMBERS.get(word.toLowerCase())} ` }
    for (const { 0: all, 1: one = '', 2: two = '', index } of text.matchAll(DAYS))
      yield {
        from: index,
        to: index + all.length,
        words: `${dayOf(one)} to ${dayOf(two)}${all.endsWith('.') && endsSentence(text, index + all.length, context) ? '.' : ''}`,
      }
    for (const { 0: all, index } of text.matchAll(WORD)) {
      const hasStop = all.endsWith('.')
      const word = hasStop ? all.slice(0, -1) : all
      const to = index + all.length
      const words = read({
        word,
        hasStop,
        before: text.slice(Math.max(0, index - 40), index),
        after: text.slice(to, to + 30),
        context,
      })
      if (words === undefined) continue
      const isTitle = TITLES.get(word.toLowerCase()) === words || words === 'versus'
      yield {
        from: index,
        to,
        words: hasStop && !isTitle && endsSentence(text, to, context) ? `${words}.` : words,
      }
    }
  },
}

import data from '../../../data/abbreviations.json' with { type: 'json' }
import { matchesOf, type SaidContext } from '../token-class.ts'

/** A word that may be an abbreviation, and what is beside it. */
export type ShortWord = {
  word: string
  /** In small letters. */
  small: string
  hasStop: boolean
  before: string
  after: string
  context: SaidContext
}

const WORD =
  /(?<![\p{L}\p{N}.'@/_]|&|(?<!\b\p{L}{2,8})-)\p{L}{1,8}(?:'\p{L}{1,2})?(?![\p{L}\p{N}@_]|'(?![sS]\b)\p{L}|\/\p{Ll})\.?/gu
const REACH = 40
/** Every word of the tables, and those that have rules of their own. */
const KNOWN = new Set([
  ...Object.values(data).flatMap((table) =>
    typeof table === 'string' ? table.split(' ') : Object.keys(table),
  ),
  'co',
  'v',
])

export function* shortWords(
  text: string,
  context: SaidContext,
): Generator<ShortWord & { from: number; to: number }> {
  for (const { 0: all, index: from } of matchesOf(text, WORD)) {
    const hasStop = all.endsWith('.')
    const word = hasStop ? all.slice(0, -1) : all
    const small = word.toLowerCase()
    if (!KNOWN.has(small)) continue
    const to = from + all.length
    yield {
      from,
      to,
      word,
      small,
      hasStop,
      before: text.slice(Math.max(0, from - REACH), from),
      after: text.slice(to, to + REACH),
      context,
    }
  }
}

export const tableOf = (table: object): ReadonlyMap<string, string> => new Map(Object.entries(table))

/** Headings and captions are full of abbreviations without a full stop. */
export const isLabel = ({ isHeading, isCaption, type, isAllCapitals }: SaidContext): boolean =>
  isHeading || isCaption || (type === 'General' && isAllCapitals)

export const NUMBER_BEFORE =
  /(?:^|[^\p{L}\p{N}])(?:\d{1,6}(?:st|nd|rd|th|[a-c])?|\p{L}{0,8}(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|hundred|few|several|half|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|top))[\s-]?$/iu
export const ORDINAL_BEFORE = /\d(?:st|nd|rd|th)\s$/i
export const NAME_AFTER =
  /^\s(?:(?:&|and|AND)\s(?:Mr|Mrs|Ms|Dr|MR|MRS|MS|DR)\b|["“]?\p{Lu}|O'|de\s|von\s|van\s|la\s)/u
/** Words that begin a sentence, and are no name. */
export const NO_NAME =
  /^\s(?:I|You|He|She|It|We|They|The|A|An|And|But|Is|Was|What|Who|When|Where|Why|How|No|Yes|My|Your|His|Her|Then|There|So|Not|If|In|On|At|For|To)\b/
/** An intro of a slug line is no name. */
export const isAfterIntro = (before: string): boolean =>
  /(?:^|[-–—/(:]\s?|\b(?:int|ext|est|i\/e|int\/ext)\.?\s)$/i.test(before)

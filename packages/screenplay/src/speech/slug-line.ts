import data from '../../data/words.json' with { type: 'json' }
import {
  looksForeign,
  plainContinued,
  plainAmpersands,
  plainCounts,
  plainPlaces,
  plainRanks,
  plainShotWords,
} from './abbreviations.ts'
import { isAllCapitals, sentenceFromCapitals, wordsFromStyle } from './capitals.ts'
import { numbersInHeading, plainDecades, plainLetters, plainNumbers, plainRomans } from './numbers.ts'
import { plainQuotes, plainWith } from './plain-signs.ts'

const INTROS = new Map(Object.entries(data.intros as Record<string, 'int' | 'ext' | 'est'>))
const GERMAN = new Map(Object.entries(data.germanIntros))
/** Words for INT. and EXT. by the language of the slug line, which is detected by its time of day. */
const LANGUAGES = data.introWords.map(({ times, ...words }) => ({
  time: new RegExp(String.raw`[-–—.,([]\s*(?:${times})(?!\p{L})[^-–—]{0,20}$`, 'iu'),
  words,
}))
const ENGLISH = { words: { int: 'Interior', ext: 'Exterior', est: 'Establishing' } }

const TWO = String.raw`(?<first>int|ext|i|e|innen|aussen|außen)(?:\.?\s?(?:[/&–—-]|and\s)\s?|\.\s(?=[ie][nx]t))(?<second>int|ext|i|e|innen|aussen|außen|estab|est)(?:[.:\s]|$)`
const NUMBER = String.raw`(?:[\[(#]?(?:\d+[a-z]{0,2}|[a-z]{1,2}\d+)[\])]?[.):]?\s+(?:[–—-]+\s+)?)`
/** "INT.", "EXT", "INT./EXT.", "I/E", "EXT - INT", optionally after the number or label of the scene. */
const INTRO = new RegExp(
  String.raw`^(?<number>${NUMBER})?(?<label>scene\s[\p{L}\p{N}]{1,5}[.:]?(?:\s|\s?[–—-]\s?))?` +
    String.raw`(?:${TWO}|(?<only>int|ext|estab|est|innen|aussen|außen)(?:[.:]|\s|$))[.:\s–—-]*`,
  'iu',
)
/** Elsewhere in the line only with a full stop: "SCENE 1. EXT. YARD", "INT. CAR / EXT. ROAD". */
const FURTHER = /(?<=[\s.:/([–—-])(?:(int|ext)\.?\s?[/&-]\s?(int|ext)\b\.?|(int|ext)\.)[:\s]*/gi
const TIMES = 'day|night|dawn|dusk|morning|noon|afternoon|evening|sunset|sunrise|later|continuous|same'
const ENGLISH_TIME = new RegExp(String.raw`\b(?:${TIMES})\b`, 'i')
/** The separator of place and time: a dash with spaces or before a time, or a bracket. */
const SEPARATOR = new RegExp(
  String.raw`\s+[-–]+\s*|\s*–+\s+|\s*—+\s*|\s*--+\s*|(?<!\b(?:pre|post|mid|late|early|all|every|half|d))-(?=(?:${TIMES})\b)|-\s(?!(?:and|or)\b)|\s*[()[\]]+\s*|(?<!,)\s(?=scene \d+$)`,
  'i',
)

const EDGES = /^[\s.,:;/-]+|(?<![\s.,:;/-])[\s.,:;/-]+$/g
/** "KITCHEN/HALL" is two places; "9/11" is a date. */
const SLASH = /\s*\/\s*(?!\d)|(?<!\d)\s*\/\s*/g
/** "D1", "N2": day one, night two of the story. */
const STORY_DAY = /^([dn])[\s-]?(\d{1,2})$/i

/** "04/01" and "Sc1/3" at the start: episode and scene, or act and scene. */
const SCENE_OF_EPISODE = /^(scene )?0?(\d{1,3})\/0?(\d{1,3})$/i

const SHORT_PARTS = new Map(Object.entries(data.shortParts))

/** Expands the abbreviations in one part of a slug line. */
const plainPart = (text: string): string =>
  plainShotWords(plainPlaces(plainRanks(plainContinued(text.replace(/^ER(?=\/)/, 'E.R.')), false))).replace(
    /(?<!\p{L})(\p{L})\/(\p{L})(?!\p{L})/gu,
    (_, one: string, two: string) => `${one}.${two}.`.toUpperCase(),
  )

const part =
  (isForeign: boolean) =>
  (text: string): string => {
    const bare = text.replace(EDGES, '')
    const short = isForeign ? undefined : SHORT_PARTS.get(bare.toLowerCase())
    if (short !== undefined) return short
    const day = isForeign ? null : STORY_DAY.exec(bare)
    if (day) return `${/^d/i.test(bare) ? 'Day' : 'Night'} ${Number(day[2])}`
    const plain = (isForeign ? bare : plainNumbers(plainPart(text.trim()))).replace(SLASH, ', ')
    const cased = isAllCapitals(bare) ? sentenceFromCapitals(plain) : wordsFromStyle(plain)
    const words = plainLetters(isForeign ? cased : numbersInHeading(plainDecades(cased)))
      .replace(EDGES, '')
      .replace(SCENE_OF_EPISODE, '$1$2, $3')
    return words.charAt(0).toUpperCase() + words.slice(1)
  }

/** Whether a line of another type looks like a slug line: "INT. CAR" as a shot. */
export const isSlugLine = (text: string): boolean =>
  /^(?:(?:int|ext)\.|(?:int|ext)\s?\/\s?(?:int|ext)\b|i\/e\b)/i.test(text)

const STORY_DAY_BEFORE = /\b(?:day|night)\s$/i
/** The scene number may be repeated after the time of day, a bracket or a gap; "STUDIO 54" is a place. */
const NUMBER_AGAIN = new RegExp(String.raw`(?:\b(?:${TIMES})|[)\]]|\s[-–])\s$`, 'i')

/** "[A1]." becomes "A1". */
const bareNumber = (number: string) => number.replace(/^[[(#]+|[.):\]\s–—-]+$/g, '')

/** Removes the second scene number: shooting scripts have one at both ends. */
const withoutNumberBehind = (text: string, number: string): string => {
  const bare = bareNumber(number)
  const rest = bare === '' ? '' : text.replace(/(?<![\s.])[\s.]+$/, '')
  if (bare === '' || !rest.toLowerCase().endsWith(bare.toLowerCase())) return text
  const before = rest.slice(0, -bare.length)
  const isStoryDay = STORY_DAY_BEFORE.test(before) && bare.length === 1
  return NUMBER_AGAIN.test(before) && !isStoryDay ? before : text
}

/** The spoken form of a slug line: "INT. KITCHEN - DAY" becomes "Interior. Kitchen. Day." */
export const spokenSlugLine = (raw: string): string => {
  const quoted = plainQuotes(raw)
  const language = LANGUAGES.find(({ time }) => time.test(quoted))
  const { words } = language ?? ENGLISH
  const isForeign = language !== undefined || (looksForeign(quoted) && !ENGLISH_TIME.test(quoted))
  const text = isForeign ? quoted : plainAmpersands(plainRomans(plainCounts(plainWith(quoted), false), false))
  const said = (intro: string | undefined) => {
    const known = INTROS.get(intro?.toLowerCase() ?? '')
    return known ? words[known] : (GERMAN.get(intro?.toLowerCase() ?? '') ?? '')
  }
  const both = (first: string | undefined, second?: string) =>
    [said(first), said(second).toLowerCase()].filter((each) => each !== '').join(', ')

  const intro = INTRO.exec(text)
  const { number = '', label = '', first, second, only } = intro?.groups ?? {}
  const behind = withoutNumberBehind(intro ? text.slice(intro[0].length) : text, number)
  const rest = behind.replace(
    FURTHER,
    (_, one: string | undefined, two: string | undefined, alone: string | undefined) =>
      ` - ${both(one ?? alone, two)} - `,
  )
  const spokenPart = part(isForeign || GERMAN.has((first ?? only)?.toLowerCase() ?? ''))
  const parts = [
    bareNumber(number),
    spokenPart(label),
    both(first ?? only, second),
    ...rest.split(SEPARATOR).map(spokenPart),
  ]
  return parts
    .filter((each) => each !== '')
    .map((each) => (/[!?]$/.test(each) || /\.[A-Z]\.$/.test(each) ? each : `${each}.`))
    .join(' ')
}

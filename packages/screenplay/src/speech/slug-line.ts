import { isAllCapitals, sentenceFromCapitals, wordsFromCapitals } from './capitals.ts'

const PLACES = new Map([
  ['int', 'Interior'],
  ['i', 'Interior'],
  ['ext', 'Exterior'],
  ['e', 'Exterior'],
  ['est', 'Establishing'],
])
/** "INT.", "EXT", "INT./EXT.", "I/E", "EXT - INT", also behind a scene number. */
const INTRO =
  /^(?<number>\d+[a-z]?[.)]?\s+)?(?:(?<first>int|ext|i|e)\.?\s?[/&-]\s?(?<second>int|ext|i|e)(?:[.:\s]|$)|(?<only>int|ext|est)(?:[.:]|\s|$))[.:\s-]*/i
const TIMES = 'day|night|dawn|dusk|morning|noon|afternoon|evening|sunset|sunrise|later|continuous|same'
/** Between place and time: a dash with space around it or before a time, or a bracket. */
const SEPARATOR = new RegExp(
  String.raw`\s+[-–]+\s*|\s*–+\s+|\s*—+\s*|\s*--+\s*|-(?=(?:${TIMES})\b)|\s*[()[\]]+\s*`,
  'i',
)

const EDGES = /^[\s.,:;/-]+|(?<![\s.,:;/-])[\s.,:;/-]+$/g
/** "KITCHEN/HALL" is two places; "9/11" is a date. */
const SLASH = /\s*\/\s*(?!\d)|(?<!\d)\s*\/\s*/g

const part = (text: string): string => {
  const bare = text.replace(EDGES, '').replace(SLASH, ', ')
  const words = isAllCapitals(bare) ? sentenceFromCapitals(bare) : wordsFromCapitals(bare)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "INT. KITCHEN - DAY" as one says it: "Interior. Kitchen. Day." */
export const spokenSlugLine = (text: string): string => {
  const intro = INTRO.exec(text)
  const { number, first, second, only } = intro?.groups ?? {}
  const place = [first ?? only, second].flatMap((each) => PLACES.get(each?.toLowerCase() ?? '') ?? [])
  const rest = intro ? text.slice(intro[0].length) : text
  const parts = [
    number?.replace(/[.)\s]+$/, '') ?? '',
    place.join(', ').replace(/, (.)/, (_, letter: string) => `, ${letter.toLowerCase()}`),
    ...rest.split(SEPARATOR).map(part),
  ]
  return parts
    .filter((each) => each !== '')
    .map((each) => (/[!?]$/.test(each) ? each : `${each}.`))
    .join(' ')
}

import data from '../../../../data/situations.json' with { type: 'json' }
import { SITUATION_WORDS } from '../ages/life-words.ts'

const WORDS = [...SITUATION_WORDS]
const SITUATIONS = Object.entries(data).map(([years, patterns]) => ({
  years: Number(years),
  pattern: new RegExp(`\\b(?:${patterns.join('|')})`, 'gi'),
  /** Words of which a text must have one: most texts have none. */
  words: new Set(
    WORDS.filter((word) => patterns.some((pattern) => pattern.toLowerCase().includes(word.slice(0, 4)))),
  ),
}))
/** On a sash or a badge: "21 TODAY". */
const TODAY = /\b(\d\d)\s+today\b/gi

/** "Happy 50th". */
const HAPPY = /\bhappy (\d\d)(?:st|nd|rd|th)\b/gi
const TENS = ['fifty', 'sixty', 'seventy', 'eighty', 'ninety']
/** "Sixty-three years of opinions". */
const LIVED = new RegExp(
  `\\b(${TENS.join('|')})(?:-(\\w+))? years of (?!service|marriage|work|peace|war|experience|age)`,
  'gi',
)

/** Something that people of one age have or do: "collects her pension". Positions are in UTF-16 code units. */
export type Situation = { years: number; start: number; end: number; isStated: boolean }

/** `words` are those of the text in `SITUATION_WORDS`. */
export function situationsIn(text: string, words: readonly string[]): Situation[] {
  const lived = [...text.matchAll(LIVED)].map((match) => ({
    years: 50 + TENS.indexOf(match[1]!.toLowerCase()) * 10 + (match[2] === undefined ? 0 : 4),
    start: match.index,
    end: match.index + match[0].length,
    isStated: true,
  }))
  const stated = [...text.matchAll(TODAY), ...text.matchAll(HAPPY)].map((match) => ({
    years: Number(match[1]),
    start: match.index,
    end: match.index + match[0].length,
    isStated: true,
  }))
  const others = SITUATIONS.filter((each) => words.some((word) => each.words.has(word))).flatMap(
    ({ years, pattern }) =>
      [...text.matchAll(pattern)].map(({ 0: { length }, index }) => ({
        years,
        start: index,
        end: index + length,
        isStated: false,
      })),
  )
  return [...stated, ...lived, ...others]
}

import data from '../../../../data/situations.json' with { type: 'json' }
import { matchesIn } from '../matches-in.ts'
import { mayMatch, needOf, type Need } from './pattern-needs.ts'

type Pattern = { source: string; need: Need | undefined; expression: RegExp | undefined }
/** What people of one age have or do. */
type Group = { years: number; lower: string; patterns: readonly Pattern[] }

/** Created for the first text that may match. */
let groups: readonly Group[] | undefined
/** The groups with a pattern that may match a text with a word. */
const groupsOfWord = new Map<string, readonly Group[]>()
/** The start of a word identifies it in a pattern: "coll" of "collects" and "collecting". */
const START = 4

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
  const stated = [...matchesIn(text, TODAY), ...matchesIn(text, HAPPY)].map((match) =>
    situationOf(match, Number(match[1]), true),
  )
  const lived = matchesIn(text, LIVED).map((match) => {
    const ten = 50 + TENS.indexOf(match[1]!.toLowerCase()) * 10
    return situationOf(match, match[2] === undefined ? ten : ten + 4, true)
  })
  const lower = text.toLowerCase()
  const others = [...new Set(words.flatMap(groupsWith))]
    .sort((a, b) => a.years - b.years)
    .flatMap(({ years, patterns }) =>
      patterns
        .filter(({ need }) => mayMatch(need, lower))
        .flatMap((pattern) => matchesIn(text, expressionOf(pattern)))
        .map((match) => situationOf(match, years, false))
        .sort((a, b) => a.start - b.start),
    )
  return [...stated, ...lived, ...others]
}

const situationOf = (match: RegExpExecArray, years: number, isStated: boolean): Situation => ({
  years,
  start: match.index,
  end: match.index + match[0].length,
  isStated,
})

function groupsWith(word: string): readonly Group[] {
  const known = groupsOfWord.get(word)
  if (known) return known
  groups ??= Object.entries(data).map(groupOf)
  const start = word.slice(0, START)
  const found = groups.filter(({ lower }) => lower.includes(start))
  groupsOfWord.set(word, found)
  return found
}

const groupOf = ([years, sources]: [string, readonly string[]]): Group => ({
  years: Number(years),
  lower: sources.join('|').toLowerCase(),
  patterns: sources.map((source) => ({ source, need: needOf(source), expression: undefined })),
})

const expressionOf = (pattern: Pattern): RegExp =>
  (pattern.expression ??= new RegExp(`\\b(?:${pattern.source})`, 'gi'))

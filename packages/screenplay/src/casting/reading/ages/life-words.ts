import data from '../../../../data/ages.json' with { type: 'json' }
import { wordSet } from '../../../word-set.ts'

/** A word for a time of life; a `hint` is overruled by any other statement about the age. */
export type Stage = { years: number; kind: 'noun' | 'adjective' | 'hint' }

const STAGES = new Map<string, Stage>()
for (const [kind, byYears] of Object.entries(data.stages) as [Stage['kind'], Record<string, string>][])
  for (const [years, words] of Object.entries(byYears))
    for (const word of words.split(' '))
      if (!STAGES.has(word)) STAGES.set(word, { years: Number(years), kind })

const PAIRS = new Map<string, Stage>()
const FIRST_OF_PAIRS = new Set<string>()
for (const [kind, byYears] of Object.entries(data.pairs) as [Stage['kind'], Record<string, string>][])
  for (const [years, pairs] of Object.entries(byYears))
    for (const pair of pairs.split('|')) {
      PAIRS.set(pair, { years: Number(years), kind })
      FIRST_OF_PAIRS.add(pair.split(' ')[0]!)
    }

export const stageOf = (word: string): Stage | undefined => STAGES.get(word)
/** For two words: "middle aged". */
export const stageOfPair = (word: string, next: string): Stage | undefined =>
  FIRST_OF_PAIRS.has(word) ? PAIRS.get(`${word} ${next}`) : undefined

export const SMALL = wordSet(data.small)
export const YOUNG = wordSet(data.young)
export const OLD = wordSet(data.old)
/** "An old friend" may be young. */
export const NOT_OLD = wordSet(data.notOld)
export const YEARS_OF = { young: 21, old: 75, youngChild: 8 }

export const DETERMINERS = wordSet(data.determiners)
export const POSSESSIVES = wordSet(data.possessives)
/** Words other than nouns and ages that start a description. */
export const STARTING: ReadonlySet<string> = new Set([
  ...DETERMINERS,
  ...POSSESSIVES,
  ...SMALL,
  ...YOUNG,
  ...OLD,
  ...FIRST_OF_PAIRS,
])

const PERSONS = wordSet(data.persons)
const NOT_PERSONS = wordSet(data.notPersons)
/** Whether a noun names a person by trade or role: "nurse", "plasterer". */
export const isPersonNoun = (word: string, byEnding: boolean): boolean =>
  PERSONS.has(word) ||
  (byEnding && word.length > 5 && /(?:[^aeiou]er|[ct]or|ist|ician|eer)$/.test(word) && !NOT_PERSONS.has(word))

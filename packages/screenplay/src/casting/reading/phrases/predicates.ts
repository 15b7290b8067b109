import data from '../../../../data/ages.json' with { type: 'json' }
import { wordSet } from '../../../word-set.ts'
import { ageAt } from '../ages/age-at.ts'
import { LEVEL } from '../evidence.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import type { Phrase } from './phrase.ts'
import { phraseAt } from './phrase-at.ts'

/** What a sentence says about its subject: "is thirty-six", "looks about fifty", "is a retired headmistress". */
export type Predicate = { years?: number; level: number; phrase?: Phrase; from: number; to: number }

const COPULAS = wordSet(data.copulas)
/** Verbs without which a number is no age: "has ten". */
const BEING = wordSet(
  "admits claims owns is was are be been look looks looked seem seems seemed appear appears turn turns turned hit hits reached reaches passed passes who's isn't ist war est a era tiene ha è compie",
)
/** "Will be thirteen next month": still twelve. */
const SOON = 0.5
const LONGEST = 7
const RELATIVE = wordSet('who that')
const BEFORE_AGE = wordSet(', — – -- :')

/** The predicate whose verb is at or shortly after a token; `isBeing` for a contracted "she's". */
export function predicateAt(
  tokens: readonly Token[],
  from: number,
  isName: (at: number) => boolean,
  isBeing = false,
): Predicate | undefined {
  let at = from
  let being = isBeing
  let isAhead = false
  while (at < from + LONGEST) {
    const token = tokens[at]
    if (!token || token.isSign) return undefined
    // French and Italian have an age.
    const isHaving = (token.lower === 'a' || token.lower === 'ha') && tokens[at + 1]?.number !== undefined
    const isCopula = isHaving || COPULAS.has(token.lower)
    if (being) {
      const age = ageAt(tokens, at, true)
      if (age) {
        // "Looks about twelve and is in fact twenty-four".
        const link = lowerAt(tokens, age.end)
        const truth = link === 'and' || link === 'but' ? predicateAt(tokens, age.end + 1, isName) : undefined
        return truth?.years !== undefined
          ? truth
          : { years: age.years - (isAhead ? SOON : 0), level: LEVEL.stated, from: at, to: age.end }
      }
    }
    if (!isCopula) break
    being ||= isHaving || BEING.has(token.lower)
    isAhead ||= token.lower === 'will'
    at++
  }
  if (!being || at === from + LONGEST) return undefined
  const phrase = phraseAt(tokens, at, isName)
  if (!phrase || phrase.nameAt !== undefined) return undefined
  if (!phrase.isPerson && phrase.years === undefined && !phrase.accent) return undefined
  const more = phrase.level < LEVEL.stated ? moreAt(tokens, phrase.to, isName) : undefined
  if (more) return { level: phrase.level, phrase: { ...phrase, ...more }, from: at, to: more.to }
  return { level: phrase.level, phrase, from: at, to: phrase.to }
}

/** "A man who looks sixty and is forty-five", "just a boy — sixteen, maybe". */
function moreAt(
  tokens: readonly Token[],
  at: number,
  isName: (at: number) => boolean,
): { years: number; level: number; to: number } | undefined {
  const lower = lowerAt(tokens, at)
  const predicate = RELATIVE.has(lower) ? predicateAt(tokens, at, isName) : undefined
  if (predicate?.years !== undefined)
    return { years: predicate.years, level: predicate.level, to: predicate.to }
  const age = BEFORE_AGE.has(lower) ? ageAt(tokens, at + 1, true) : undefined
  return age && isEnd(tokens[age.end]) ? { years: age.years, level: LEVEL.stated, to: age.end } : undefined
}

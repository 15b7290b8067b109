import { wordSet } from '../../../word-set.ts'
import { lowerAt, type Token } from '../tokens.ts'

/** The unit after a number: how many make a year, and whether the number is an age. */
export type Unit = { perYear: number; end: number; isAge: boolean }

const LIVED_UNITS = wordSet('years summers winters')
const LIVED = wordSet('on behind')
const LIVED_ON = wordSet('this earth the him her them')
/** "On this earth" has one word more than "behind him". */
const THE_EARTH = wordSet('earth planet clock')
const ARTICLES = wordSet('this the')
const YEARS = wordSet('year years yr yrs y an ans jahr jahre año años anni anos')
/** Years of age even without "old": French "trente ans". */
const YEARS_OF_AGE = wordSet('ans años anni anos yrs')
/** "A ten-year-old Volvo". */
const THINGS = wordSet(
  'car whisky whiskey scotch malt single bourbon wine bottle port brandy rum cognac armagnac house building truck van bus volvo ford chevy toyota honda buick cadillac mercedes bmw sedan pickup bike bicycle computer laptop suit dress coat boots magazine newspaper photograph photo picture letter law case tree oak bridge recipe secret joke story song debt feud mystery',
)
const OLD = wordSet('old young o alt alte alter jung')
const SEASONS = wordSet('summers winters springs birthdays')
const SHORTER = wordSet('month months week weeks day days')
const SHORTER_PER_YEAR = 52

export function unitAt(tokens: readonly Token[], at: number): Unit | undefined {
  const unit = lowerAt(tokens, at)
  const next = lowerAt(tokens, at + 1)
  const third = lowerAt(tokens, at + 2)
  // "Fifty-nine years on this earth", "sixty summers behind him".
  const isOnEarth = third !== 'the' || THE_EARTH.has(lowerAt(tokens, at + 3))
  if (LIVED_UNITS.has(unit) && LIVED.has(next) && LIVED_ON.has(third) && isOnEarth)
    return { perYear: 1, end: at + (ARTICLES.has(third) ? 4 : 3), isAge: true }
  if (YEARS.has(unit)) {
    if (OLD.has(next)) return { perYear: 1, end: at + 2, isAge: !THINGS.has(third) }
    if (next === 'of' && third === 'age') return { perYear: 1, end: at + 3, isAge: true }
    return { perYear: 1, end: at + 1, isAge: YEARS_OF_AGE.has(unit) }
  }
  if (SEASONS.has(unit)) return { perYear: 1, end: at + 1, isAge: true }
  if (SHORTER.has(unit)) return { perYear: SHORTER_PER_YEAR, end: at + 2, isAge: next === 'old' }
  return undefined
}

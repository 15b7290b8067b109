import { wordSet } from '../../../word-set.ts'
import { lowerAt, type Token } from '../tokens.ts'

/** An age that depends on the one that the text stated last: "a woman her own age", "ten years his junior". */
type RelativeAge = { of: (years: number) => number; end: number }

const OWNERS = wordSet('his her their my your')
const YEARS = wordSet('year years')
const MONTHS_PER_YEAR = 12
const OLDER = wordSet('older elder senior ahead')
const YOUNGER = wordSet('younger junior behind')
const ROUGHLY = wordSet('about around roughly of exactly')
const DECADES: ReadonlyMap<string, number> = new Map([
  ['a', 10],
  ['one', 10],
  ['two', 20],
  ['three', 30],
])

/** The factor of "twice", "half" and "three times". */
function factorAt(tokens: readonly Token[], at: number): { factor: number; end: number } | undefined {
  const lower = lowerAt(tokens, at)
  if (lower === 'twice' || lower === 'double') return { factor: 2, end: at + 1 }
  if (lower === 'half') return { factor: 0.5, end: at + 1 }
  if (lower === 'three' && lowerAt(tokens, at + 1) === 'times') return { factor: 3, end: at + 2 }
  return undefined
}

/** "Ten years", "a decade", "a year", "two decades". */
function spanAt(tokens: readonly Token[], at: number): { years: number; end: number } | undefined {
  const unit = lowerAt(tokens, at + 1)
  if (unit === 'decade' || unit === 'decades')
    return { years: DECADES.get(lowerAt(tokens, at)) ?? 10, end: at + 2 }
  const isMonths = unit === 'months'
  if (!isMonths && !YEARS.has(unit)) return undefined
  const years = lowerAt(tokens, at) === 'a' ? 1 : tokens[at]?.number?.value
  if (years === undefined) return undefined
  return { years: isMonths ? years / MONTHS_PER_YEAR : years, end: at + 2 }
}

export function relativeAgeAt(tokens: readonly Token[], from: number): RelativeAge | undefined {
  const multiple = factorAt(tokens, ROUGHLY.has(lowerAt(tokens, from)) ? from + 1 : from)
  const isOwned = (at: number) => OWNERS.has(lowerAt(tokens, at)) || tokens[at]?.isPossessive === true
  if (multiple && lowerAt(tokens, multiple.end) === 'that')
    return { of: (years) => years * multiple.factor, end: multiple.end + 1 }
  if (multiple && isOwned(multiple.end) && lowerAt(tokens, multiple.end + 1) === 'age')
    return { of: (years) => years * multiple.factor, end: multiple.end + 2 }
  // "Elder by five years".
  const order = OLDER.has(lowerAt(tokens, from)) ? 1 : YOUNGER.has(lowerAt(tokens, from)) ? -1 : 0
  const by = order !== 0 && lowerAt(tokens, from + 1) === 'by' ? spanAt(tokens, from + 2) : undefined
  if (by) return { of: (years) => years + order * by.years, end: by.end }
  const span = spanAt(tokens, from)
  if (span) {
    const at = isOwned(span.end) ? span.end + 1 : span.end
    const word = lowerAt(tokens, at)
    const sign = OLDER.has(word) ? 1 : YOUNGER.has(word) ? -1 : 0
    return sign === 0 ? undefined : { of: (years) => years + sign * span.years, end: at + 1 }
  }
  let at = ROUGHLY.has(lowerAt(tokens, from)) ? from + 1 : from
  if (lowerAt(tokens, at) === 'the') at++
  if (lowerAt(tokens, at) === 'same') at++
  else if (isOwned(at)) at += lowerAt(tokens, at + 1) === 'own' ? 2 : 1
  else return undefined
  return lowerAt(tokens, at) === 'age' ? { of: (years) => years, end: at + 1 } : undefined
}

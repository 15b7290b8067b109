import data from '../../../../data/ages.json' with { type: 'json' }

const words = (table: Record<string, string>, language: string): string[] =>
  Object.hasOwn(table, language) ? table[language]!.split(' ') : []

/** Numbers from 1 to 100 in words of one language: units up to 29, tens, and decades ("forties" is 40). */
type NumberWords = {
  units: ReadonlyMap<string, number>
  tens: ReadonlyMap<string, number>
  decades: ReadonlyMap<string, number>
}

const known = new Map<string, NumberWords>()

function numberWords(language: string): NumberWords {
  let found = known.get(language)
  if (!found) {
    const units = words(data.units, language).map((word, at) => [word, at + 1] as const)
    const tens = words(data.tens, language).map((word, at) => [word, (at + 2) * 10] as const)
    const decades = words(data.decades, language).map((word, at) => [word, (at + 1) * 10] as const)
    found = { units: new Map(units), tens: new Map(tens), decades: new Map(decades) }
    known.set(language, found)
  }
  return found
}

const ORDINALS: ReadonlyMap<string, number> = new Map([
  ...data.ordinals.split(' ').map((word, at) => [word, at + 1] as const),
  ...data.tenthOrdinals.split(' ').map((word, at) => [word, (at + 2) * 10] as const),
])

const startsWithDigit = (word: string) => word.charCodeAt(0) < 58

/** 70 for "seventieth" and "70th". */
export const ordinalOf = (word: string): number | undefined => {
  const figures = startsWithDigit(word) ? /^(\d{1,3})(?:st|nd|rd|th)$/.exec(word) : null
  return figures ? Number(figures[1]) : ORDINALS.get(word)
}

const FIGURES = /^[~≈]?(\d{1,3})(['’]?s|ish|ies|y|yo|yrs?|something|odd|\+|½)?$/
const STARTS_LIKE_FIGURES = /^[~≈\d]/
/** German "vierunddreißig". */
const JOINED = 'und'

const ROUGHLY = ['ish', 'something', 'odd']

export type SimpleNumber = { value: number; kind: 'unit' | 'ten' | 'figures' | 'decade' | 'about' | 'whole' }

/** The number that one lower-case word states; `decade` is the first year of a decade. */
export function numberOf(word: string, language: string): SimpleNumber | undefined {
  const [, digits, after] = STARTS_LIKE_FIGURES.test(word) ? (FIGURES.exec(word) ?? []) : []
  if (digits !== undefined) {
    const value = Number(digits)
    if (after !== undefined && after.endsWith('s') && after !== 'yrs')
      return value % 10 === 0 && value > 0 ? { value, kind: 'decade' } : undefined
    if (after === 'yo' || after?.startsWith('yr')) return { value, kind: 'whole' }
    if (after === 'y') return undefined
    return { value, kind: after === undefined || after === '½' ? 'figures' : 'about' }
  }
  if (word === 'threescore') return { value: 60, kind: 'ten' }
  if (word === 'fourscore') return { value: 80, kind: 'ten' }
  const { units, tens, decades } = numberWords(language)
  const unit = units.get(word)
  if (unit !== undefined) return { value: unit, kind: 'unit' }
  const ten = tens.get(word)
  if (ten !== undefined) return { value: ten, kind: 'ten' }
  const decade = decades.get(word)
  if (decade !== undefined) return { value: decade, kind: 'decade' }
  if (language === 'de') {
    const at = word.indexOf(JOINED, 1)
    const one = at < 0 ? undefined : units.get(word.slice(0, at))
    const many = at < 0 ? undefined : tens.get(word.slice(at + JOINED.length))
    if (one !== undefined && many !== undefined) return { value: one + many, kind: 'whole' }
  }
  if (word.length < 6) return undefined
  const about = ROUGHLY.find((ending) => word.endsWith(ending))
  const rough = about === undefined ? undefined : tens.get(word.slice(0, -about.length))
  return rough !== undefined ? { value: rough, kind: 'about' } : undefined
}

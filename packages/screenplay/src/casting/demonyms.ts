import accents from '../../data/accents.json' with { type: 'json' }
import regions from '../../data/demonyms.json' with { type: 'json' }

/** Demonyms with the region (ISO 3166, UN M49) of the voices they match. */
const REGIONS: Record<string, string> = regions
/** Parts of a region; these match only voices that list the accent as a style. */
const WITHIN = new Set(['bavarian', 'cockney', 'scots', 'scottish', 'welsh'])
const SAME: Record<string, string> = { aussie: 'australian', scots: 'scottish', jamaican: 'caribbean' }

const DEMONYMS: ReadonlySet<string> = new Set(Object.keys(REGIONS))
export const isDemonym = (word: string): boolean => DEMONYMS.has(word)

const byWord = (table: Record<string, string>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(table).flatMap(([demonym, words]) => words.split(' ').map((word) => [word, demonym])),
  )
const PEOPLE = byWord(accents.people)
const PLACES = byWord(accents.places)

/** The accent of an adjective or noun for a people, in lower case: `irish` for "Irish" and "Dubliner". */
export const accentOf = (word: string): string | undefined => (isDemonym(word) ? word : PEOPLE.get(word))

/** The accent of a place, in lower case: `irish` for "Dublin". */
export const accentOfPlace = (word: string): string | undefined => PLACES.get(word)

/** The region of a locale, such as `GB` for `en-GB`. */
export const regionOf = (locale: string): string | undefined =>
  locale
    .split(/[-_]/)
    .slice(1)
    .find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part))
    ?.toUpperCase()

/** Demonyms for a voice of this locale, such as `british` for `en-GB`. */
export const demonymsOf = (locale: string): string[] => {
  const region = regionOf(locale)
  return Object.keys(REGIONS).filter((word) => REGIONS[word] === region && !WITHIN.has(word))
}

/** Whether a voice has the accent of a demonym. Demonyms are in lower case. */
export const hasAccent = (
  voice: { locale: string; voiceStyles: readonly string[] },
  demonym: string,
): boolean => {
  const word = SAME[demonym] ?? demonym
  if (voice.voiceStyles.some((style) => style.toLowerCase() === word)) return true
  return !WITHIN.has(demonym) && REGIONS[demonym] === regionOf(voice.locale)
}

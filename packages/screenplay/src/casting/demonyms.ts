import regions from '../../data/demonyms.json' with { type: 'json' }

/** Demonyms with the region (ISO 3166, UN M49) of the voices they match. */
const REGIONS: Record<string, string> = regions
/** Parts of a region; these match only voices that list the accent as a style. */
const WITHIN = new Set(['bavarian', 'cockney', 'scots', 'scottish', 'welsh'])
const SAME: Record<string, string> = { aussie: 'australian', scots: 'scottish', jamaican: 'caribbean' }

export const isDemonym = (word: string): boolean => Object.hasOwn(REGIONS, word)

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

import regions from '../../data/demonyms.json' with { type: 'json' }

/** Words for an accent, each with the region (ISO 3166, UN M49) of the voices that have it. */
const REGIONS: Record<string, string> = regions
/** Parts of a region: only a voice that names such an accent has it. */
const WITHIN = new Set(['bavarian', 'cockney', 'scots', 'scottish', 'welsh'])
const SAME: Record<string, string> = { aussie: 'australian', scots: 'scottish', jamaican: 'caribbean' }

export const isDemonym = (word: string): boolean => Object.hasOwn(REGIONS, word)

/** The region of a locale, e.g. `GB` of `en-GB`. */
export const regionOf = (locale: string): string | undefined =>
  locale
    .split(/[-_]/)
    .slice(1)
    .find((part) => /^(?:[A-Za-z]{2}|\d{3})$/.test(part))
    ?.toUpperCase()

/** The words for where a voice of this locale is from: `british` for `en-GB`. */
export const demonymsOf = (locale: string): string[] => {
  const region = regionOf(locale)
  return Object.keys(REGIONS).filter((word) => REGIONS[word] === region && !WITHIN.has(word))
}

/** Whether a voice speaks with the accent that a word names. Words are in lower case. */
export const hasAccent = (
  voice: { locale: string; voiceStyles: readonly string[] },
  demonym: string,
): boolean => {
  const word = SAME[demonym] ?? demonym
  if (voice.voiceStyles.some((style) => style.toLowerCase() === word)) return true
  return !WITHIN.has(demonym) && REGIONS[demonym] === regionOf(voice.locale)
}

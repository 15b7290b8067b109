/** Where people say a way of speaking is from: what an accent is called, and the region (ISO 3166) of voices that have it. */
const REGIONS: Record<string, string> = {
  american: 'US',
  argentinian: 'AR',
  australian: 'AU',
  aussie: 'AU',
  austrian: 'AT',
  bavarian: 'DE',
  belgian: 'BE',
  brazilian: 'BR',
  british: 'GB',
  canadian: 'CA',
  caribbean: '029',
  catalan: 'ES',
  chinese: 'CN',
  cockney: 'GB',
  colombian: 'CO',
  cuban: 'CU',
  danish: 'DK',
  dutch: 'NL',
  egyptian: 'EG',
  filipino: 'PH',
  finnish: 'FI',
  flemish: 'BE',
  french: 'FR',
  german: 'DE',
  greek: 'GR',
  hungarian: 'HU',
  indian: 'IN',
  irish: 'IE',
  israeli: 'IL',
  italian: 'IT',
  jamaican: '029',
  japanese: 'JP',
  kenyan: 'KE',
  korean: 'KR',
  mexican: 'MX',
  nigerian: 'NG',
  norwegian: 'NO',
  polish: 'PL',
  portuguese: 'PT',
  quebecois: 'CA',
  russian: 'RU',
  scots: 'GB',
  scottish: 'GB',
  singaporean: 'SG',
  spanish: 'ES',
  swedish: 'SE',
  swiss: 'CH',
  taiwanese: 'TW',
  turkish: 'TR',
  ukrainian: 'UA',
  welsh: 'GB',
}
/** Parts of a region: a voice has such an accent when it says so itself. */
const WITHIN = new Set(['bavarian', 'cockney', 'scots', 'scottish', 'welsh'])
const SAME: Record<string, string> = { aussie: 'australian', scots: 'scottish', jamaican: 'caribbean' }

/** Every word that names an accent. */
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

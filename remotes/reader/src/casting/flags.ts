const WORLD = '🌐'
/** 'A' of the flag alphabet (regional indicator symbols). */
const FIRST_LETTER = 0x1f1e6

/** The flag of a locale's region, e.g. 🇺🇸 for `en-US`; a world when it names none. */
export function localeFlag(locale: string): string {
  const region = locale
    .split('-')
    .slice(1)
    .find((part) => /^[A-Za-z]{2}$/.test(part))
  if (!region) return WORLD
  const letters = [...region.toUpperCase()].map((letter) => FIRST_LETTER + letter.charCodeAt(0) - 65)
  return String.fromCodePoint(...letters)
}

import scripts from '../../data/look-alikes.json' with { type: 'json' }

/** Letters that look like Latin ones, from Unicode's confusables (UTS #39), except those that NFKD replaces. */
const LATIN = new Map(
  Object.values(scripts)
    .flatMap((letters): [string, string][] => Object.entries(letters))
    .flatMap(([letters, latin]) => [...letters].map((letter, n) => [letter, latin[n]!] as const)),
)

/**
 * Lower-case text with every letter replaced by its Latin look-alike, and letters that look alike in many fonts
 * unified.
 */
export const plainLetters = (text: string): string =>
  [...text]
    .map((letter) => LATIN.get(letter) ?? letter)
    .join('')
    .toLowerCase()
    .replace(/[i1|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

import NUMBERS from '../../../data/numbers.json' with { type: 'json' }
import { ordinal } from '../english/number-words.ts'

const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50 }

const value = (roman: string): number =>
  [...roman].reduce((sum, letter, index) => {
    const own = VALUES[letter]!
    return sum + (own < (VALUES[roman[index + 1] ?? ''] ?? 0) ? -own : own)
  }, 0)

/** Of more than one letter: "I", "V" and "X" are mostly no numbers. */
const SEVERAL = String.raw`(?:X{0,3}(?:I[XV]|V?I{1,3})|X{1,3}V|X{2,3})`
const ANY = String.raw`(?:${SEVERAL}|[IVX])`
const MONARCH = new RegExp(String.raw`\b(${NUMBERS.monarchs.join('|')}) (${ANY})\b(?!'[a-rt-z]|\.\w)`, 'g')
const NUMBER = new RegExp(String.raw`\b(${NUMBERS.numbered.join('|')}) (${ANY})\b(?!'[a-rt-z]|\.\w)`, 'gi')
const SON = new RegExp(String.raw`\b(\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+),? (III|IV)\b`, 'gu')
const OTHER = new RegExp(String.raw`\b(\p{Lu}[\p{L}']+) (X{0,3}(?:IX|IV|VI{1,3}|I{2,3}))\b`, 'gu')

/** "Henry VIII" is "Henry the eighth", "World War II" is "World War two", "Thurston Howell III" is the third. */
export const plainRomans = (text: string): string => {
  if (!/\b[IVX]+\b/.test(text)) return text
  return text
    .replace(MONARCH, (all: string, name: string, roman: string) =>
      // "When Mary I knew": one letter needs an end.
      roman === 'I' ? all : `${name} the ${ordinal(String(value(roman)))}`,
    )
    .replace(NUMBER, (all: string, name: string, roman: string) =>
      roman === roman.toUpperCase() ? `${name} ${value(roman)}` : all,
    )
    .replace(SON, (_, name: string, roman: string) => `${name} the ${ordinal(String(value(roman)))}`)
    .replace(OTHER, (_, name: string, roman: string) => `${name} ${value(roman)}`)
}

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
const MONARCHS =
  'Pope|King|Queen|Henry|Louis|Edward|George|William|Charles|James|Richard|Elizabeth|Mary|Napoleon|Pius|Benedict|Leo|John Paul|Ramses|Frederick|Philip|Alexander|Nicholas|Peter|Catherine|Ivan|Victoria|Gregory|Innocent|Clement|Urban|Wilhelm|Franz|Harald|Margrethe|Olav'
const NUMBERED =
  'Chapter|Part|Act|Scene|Section|Volume|Book|Phase|Article|World War|War|Mark|Type|Level|Stage|Class|Grade|Super Bowl|Apollo|Gemini|Final Fantasy|Episode|Round|Rocky|Rambo|Jaws|Star Wars|Star Trek|Godfather|Title|Appendix|Figure|Psalm|Kings|Samuel|Corinthians'
const MONARCH = new RegExp(String.raw`\b(${MONARCHS}) (${ANY})\b(?!'[a-rt-z]|\.\w)`, 'g')
const NUMBER = new RegExp(String.raw`\b(${NUMBERED}) (${ANY})\b(?!'[a-rt-z]|\.\w)`, 'gi')
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

import { beats, PRIMARY, withStress } from './stress.ts'
import { textOf, type Token } from './token.ts'
import { PUNCTUATION } from './words.ts'

const JUNK = new Set("',-._‘’/")

const kindOf = (character: string) =>
  /\p{L}/u.test(character) ? 'letter' : /\d/.test(character) ? 'digit' : 'sign'

/** Parts of different kinds ("B52", "and/or") are said as words of their own. */
const areApart = (text: string): boolean => {
  if (/[ /]/.test(text)) return true
  return new Set([...text].filter((character) => !JUNK.has(character)).map(kindOf)).size > 1
}

const weaken = (token: Token) => {
  token.phonemes = withStress(token.phonemes ?? '', -0.5)
}

/** Silent parts, separate parts, and parts without stress ("firefly") of a word. */
export function balance(parts: readonly Token[]): void {
  const isApart = areApart(textOf(parts))
  parts.forEach((part, index) => {
    if (part.phonemes === undefined) {
      const isPause = index === parts.length - 1 && PUNCTUATION.has(part.text)
      part.phonemes = isPause ? part.text : ''
    } else if (index > 0) part.spaceBefore = isApart
  })
  if (isApart) return
  const said = parts.filter(({ phonemes }) => phonemes)
  if (said.length === 2 && said[0]!.text.length === 1) return weaken(said[1]!)
  const stressed = said.filter(({ phonemes = '' }) => phonemes.includes(PRIMARY))
  if (said.length < 2 || stressed.length <= Math.floor((said.length + 1) / 2)) return
  said
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, Math.floor(said.length / 2))
    .forEach(weaken)
}

const rank = ({ phonemes = '' }: Token) => (phonemes.includes(PRIMARY) ? 1000 : 0) + beats(phonemes)

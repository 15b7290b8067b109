import data from '../../../data/held-letters.json' with { type: 'json' }
import { wordSet } from '../../word-set.ts'
import { byPattern, type TokenClass } from '../token-class.ts'

/** Sounds that are no words are left to the voice: "Ahhh", "Shhh". */
const INTERJECTION = new RegExp(data.interjections, 'i')
const collapsed = (word: string) => word.replace(/(\p{L})\1+/gu, '$1')
/** Words with a letter twice, by the same word with each letter once. */
const DOUBLED = new Map(Array.from(wordSet(data.doubled), (word) => [collapsed(word), word]))
/** "noteboook" ends in "book". */
const compound = (plain: string): string | undefined => {
  for (let at = 1; at < plain.length - 2; at++) {
    const end = DOUBLED.get(plain.slice(at))
    if (end !== undefined && end.length > 3) return plain.slice(0, at) + end
  }
  return undefined
}
/** The letter that is held must be the one that the word has twice, or another: not "soo" but "so". */
const short = (held: string): string => {
  const small = held.toLowerCase()
  const once = small.replace(/(\p{L})\1{2,}/gu, '$1')
  const plain = collapsed(small)
  const doubled = DOUBLED.get(plain) ?? compound(plain)
  return doubled ?? once
}

const inCase = (word: string, written: string): string =>
  written === written.toUpperCase() && written.length > 1
    ? /^i$/.test(word)
      ? 'I'
      : word
    : written.charAt(0) === written.charAt(0).toUpperCase()
      ? word.charAt(0).toUpperCase() + word.slice(1)
      : word

/** Joins "Pl-e-e-ease"; undefined for a stutter or letters that are spelled. */
function joinedHeld(all: string): string | undefined {
  const parts = all.split('-')
  if (parts.length < 3) {
    // "No-o", "plea-ease"
    return parts.length === 2 &&
      parts[0]!.length > 1 &&
      /^([aeiou])\1*$/i.test(parts[1]!) &&
      parts[0]!.at(-1)?.toLowerCase() === parts[1]![0]?.toLowerCase()
      ? short(parts[0]! + parts[1]!.repeat(2))
      : undefined
  }
  if (parts.every((part) => part === parts[0])) return undefined
  if (!/(.)-\1-\1/i.test(all) && all === all.toUpperCase()) return undefined
  const inner = parts.slice(1, -1).map((part) => part.toLowerCase())
  const first = inner[0]!
  // All in the middle are the same letter, with which the last part begins or the first one ends.
  if (!inner.every((part) => collapsed(part) === collapsed(first)) || collapsed(first).length > 1)
    return undefined
  const begins = parts[0]!.toLowerCase()
  const ends = parts.at(-1)!.toLowerCase()
  // "s-s-s-stop" and "n-n-no" are stutters.
  if (begins === first && !/^[aeiou]/.test(first)) return undefined
  if (begins.length === 1 && begins === first && ends.length > 2) return undefined
  // "G-o-o-o-al"; "c-o-o-l" is spelled.
  const isWithin = inner.length > 1 && ends.length > 1 && /[aeiou]/.test(first)
  if (!(begins.endsWith(first) || ends.startsWith(first) || isWithin)) return undefined
  if (
    parts.every((part) => part.length === 1) &&
    new Set(parts.map((part) => part.toLowerCase())).size > 2 &&
    parts.length < 4
  )
    return undefined
  const whole = begins + inner.join('') + ends
  return short(whole.replace(new RegExp(`${first[0]}{2,}`, 'i'), first[0]!.repeat(3)))
}

/** Letters that hyphens hold: "Pl-e-e-ease". A stutter is left to the voice. */
export const hyphenated: TokenClass = {
  name: 'letters held by hyphens',
  find: byPattern(/(?<![\p{L}\p{N}'-])\p{L}{1,12}(?:-\p{L}{1,12}){1,20}(?![\p{L}\p{N}'-])/gu, ([all]) => {
    if (INTERJECTION.test(all.replaceAll('-', '')) && !/[npsc]/i.test(all[0]!)) return undefined
    const said = joinedHeld(all)
    return said === undefined ? undefined : inCase(said, all)
  }),
}

/** Letters that are held: "Noooo". */
export const heldLetters: TokenClass = {
  name: 'held letters',
  find: byPattern(
    /(?<![\p{L}\p{N}'-])(?=\p{L}{0,30}(\p{L})\1\1)\p{L}{3,40}(?:'\p{L}{1,2})?(?![\p{L}\p{N}-]|\.\p{L})/gu,
    ([all, letter = '']) => {
      if (INTERJECTION.test(all) || /^[IVXLCDM]+$/.test(all) || /^w{3}$/i.test(all) || letter === '')
        return undefined
      if (/^\p{Lu}{3}$/u.test(all)) return undefined
      return inCase(short(all), all)
    },
  ),
}

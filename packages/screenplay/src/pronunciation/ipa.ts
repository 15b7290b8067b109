/** Letters of the International Phonetic Alphabet, and the marks of stress and length. */
const LETTERS = new Set(
  'abcdefhijklmnopqrstuvwxyzæçðøħŋœɐɑɒɓɔɕɖɗɘəɚɛɜɝɞɟɠɡɢɣɤɥɦɧɨɪɫɬɭɮɯɰɱɲɳɴɵɶɸɹɺɻɽɾʀʁʂʃʄʈʉʊʋʌʍʎʏʐʑʒʔʕʘʙʛʜʝʟʡʢβθχᵻǀǁǂǃ',
)
/** Modifiers that follow a letter, and diacritics. */
const MODIFIER = /[\u0300-\u036F]|[ʰʱʲʷʼˠˤˑː˞ⁿˡ]/u
const STRESS = 'ˈˌ'
/** Tie bars, which providers do not need: "t͡ʃ" is "tʃ". */
const TIES = /[\u0361\u035c\u035d\u0362\u203f]/g
const LEADING = /^[\s/[\]]+/
/** Ends of a transcription, and the breaks of its syllables. */
const AROUND = /^[\s/[\]]+|[\s/[\]]+$/g
const BREAK = /[.\-\u2010\u2011|‖·]/
/** Typed for want of the right sign. */
const TYPED: Readonly<Record<string, string>> = {
  g: 'ɡ',
  "'": 'ˈ',
  '’': 'ˈ',
  ':': 'ː',
  ',': 'ˌ',
  ǝ: 'ə',
  '˗': '',
  ε: 'ɛ',
}

/** Position in characters, from 1, of what is no sound. */
export type IpaFault = { position: number; character: string }

/**
 * Normalizes a transcription: plain signs for similar ones, no brackets, tie bars and syllable breaks. Returns the first
 * character that is no sound, if there is one; an empty `ipa` if there is no letter.
 */
export function readIpa(typed: string): { ipa: string } | { fault: IpaFault } {
  let ipa = ''
  let position = typed.length - typed.replace(LEADING, '').length
  for (const written of typed.replace(AROUND, '')) {
    position += 1
    // A letter with a diacritic may be one character.
    for (const character of written.normalize('NFD').replace(TIES, '')) {
      const sign = TYPED[character] ?? character
      if (/\s/.test(sign)) ipa += ' '
      else if (LETTERS.has(sign) || STRESS.includes(sign) || (MODIFIER.test(sign) && /\S$/.test(ipa)))
        ipa += sign
      else if (sign !== '' && !BREAK.test(sign)) return { fault: { position, character: written } }
    }
  }
  const plain = ipa.replace(/ +/g, ' ').trim()
  return { ipa: [...plain].some((sign) => LETTERS.has(sign)) ? plain : '' }
}

/** The vowels of the alphabet. */
export const IPA_VOWEL = /[aeiouyæøœɐɑɒɔɘəɚɛɜɝɞɤɨɪɯɵɶʉʊʌʏᵻ]/u

/** Adds the s of a possessive. */
export function ipaWithS(ipa: string): string {
  if (/[szʃʒɕʑʂʐ][ʰʲʷː]*$/u.test(ipa)) return `${ipa}ɪz`
  return /[ptkfθxçχɸq][ʰʲʷː]*$/u.test(ipa) ? `${ipa}s` : `${ipa}z`
}

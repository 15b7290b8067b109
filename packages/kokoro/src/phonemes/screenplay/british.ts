const VOWEL = 'AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ'
const NO_VOWEL_FOLLOWS = `(?![ˈˌ]?[${VOWEL}])`

const CHANGES: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`ɑɹ${NO_VOWEL_FOLLOWS}`, 'g'), 'ɑː'],
  [new RegExp(`ɔɹ${NO_VOWEL_FOLLOWS}`, 'g'), 'ɔː'],
  [new RegExp(`Oɹ${NO_VOWEL_FOLLOWS}`, 'g'), 'ɔː'],
  [new RegExp(`ɛɹ${NO_VOWEL_FOLLOWS}`, 'g'), 'ɛː'],
  [new RegExp(`[iɪ]ɹ${NO_VOWEL_FOLLOWS}`, 'g'), 'ɪə'],
  [new RegExp(`ʊɹ${NO_VOWEL_FOLLOWS}`, 'g'), 'ʊə'],
  [new RegExp(`ɜɹ+${NO_VOWEL_FOLLOWS}`, 'g'), 'ɜː'],
  [/ɜɹ/g, 'ɜːɹ'],
  [new RegExp(`əɹ${NO_VOWEL_FOLLOWS}`, 'g'), 'ə'],
  [/ɛə/g, 'ɛː'],
  [/O/g, 'Q'],
  [/æ/g, 'a'],
  [/ɑ(?!ː)/g, 'ɑː'],
  [/ɔ(?!ː)/g, 'ɔː'],
  // Long where stressed; "happy" and "radio" end short.
  [/(ˈ[^ˈˌ]?i|ˌ[^ˈˌ]?i|[ˈˌ]u)(?!ː)/g, '$1ː'],
  [/ᵻ/g, 'ɪ'],
  [/[Tɾ]/g, 't'],
]

/** American phonemes of a word as the British say it: without the r that no vowel follows, with their vowels. */
export const inBritish = (phonemes: string): string =>
  CHANGES.reduce((changed, [from, to]) => changed.replace(from, to), phonemes)

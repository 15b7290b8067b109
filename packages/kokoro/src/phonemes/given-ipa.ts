import { rewriting } from './rewriting.ts'
import GIVEN from '../../data/given-ipa.json' with { type: 'json' }
import { isEnglish, type KokoroLanguage } from '../kokoro-voice.ts'
import { PRIMARY } from './english/stress.ts'
import { isPhoneme } from './tokens.ts'

const VOWELS = 'AIOQWYaeiouyæøœɐɑɒɔəɚɛɜɤɨɪɯʊʌᵻ'
const VOWEL = new RegExp(`[${VOWELS}]`, 'u')

/** `V` in the table: a vowel, perhaps stressed. */
const inOrder = (rows: readonly (readonly string[])[]) =>
  rewriting(rows.map(([from = '', to = '']) => [from.replace('V', `[ˈˌ]?[${VOWELS}]`), to]))
const ofAll = inOrder(GIVEN.all)
const ofEnglish = inOrder(GIVEN.english)
const ofAmerican = inOrder(GIVEN.american)
const ofBritish = inOrder(GIVEN.british)

/** The model's stress marks are right before the vowel, those of IPA before the syllable. */
const stressedVowels = (word: string): string => {
  let mark = ''
  let moved = ''
  for (const sign of word) {
    if (sign === 'ˈ' || sign === 'ˌ') mark = sign
    else if (mark !== '' && VOWEL.test(sign)) {
      moved += mark + sign
      mark = ''
    } else moved += sign
  }
  return moved
}

/** Every name has a main stress; IPA without one is stressed on its first vowel. */
const withMainStress = (phonemes: string): string =>
  phonemes.includes(PRIMARY) ? phonemes : phonemes.replace(/[ˈˌ]/g, '').replace(VOWEL, `${PRIMARY}$&`)

/** IPA that a user gave, in the model's alphabet as the voices of a language know it; empty if nothing remains. */
export function phonemesOfIpa(ipa: string, language: KokoroLanguage): string {
  const plain = ofAll(ipa.normalize('NFD').replaceAll('g', 'ɡ'))
  const spoken = !isEnglish(language)
    ? plain
    : (language === 'en-GB' ? ofBritish : ofAmerican)(ofEnglish(plain))
  const phonemes = [...withMainStress(spoken.split(' ').map(stressedVowels).join(' '))]
    .filter(isPhoneme)
    .join('')
    .trim()
  return /\p{L}/u.test(phonemes) ? phonemes : ''
}

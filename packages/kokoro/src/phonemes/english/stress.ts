export const PRIMARY = 'ˈ'
export const SECONDARY = 'ˌ'
const STRESS = /[ˈˌ]/
const VOWELS = new Set('AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻ')
const CONSONANTS = new Set('bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ')
const LONG = new Set('AIOQWYʤʧ')

export const isVowel = (phoneme: string): boolean => VOWELS.has(phoneme)
export const isConsonant = (phoneme: string): boolean => CONSONANTS.has(phoneme)

export const beats = (phonemes: string): number => {
  let sum = 0
  for (const phoneme of phonemes) sum += LONG.has(phoneme) ? 2 : 1
  return sum
}

/** A mark belongs right before the vowel that it stresses. */
const beforeVowel = (mark: string, phonemes: string): string => {
  const at = [...phonemes].findIndex(isVowel)
  return at < 0 ? phonemes : phonemes.slice(0, at) + mark + phonemes.slice(at)
}

/**
 * Below -1 removes stress, -1 and -0.5 weaken it, 0 to 1 adds a secondary one, 1 raises a secondary one,
 * more is a primary one in any case. Undefined changes nothing.
 */
export function withStress(phonemes: string, level: number | undefined): string {
  if (level === undefined) return phonemes
  const isPrimary = phonemes.includes(PRIMARY)
  if (level < -1) return phonemes.replace(/[ˈˌ]/g, '')
  if (level === -1 || ((level === 0 || level === -0.5) && isPrimary)) {
    return phonemes.replaceAll(SECONDARY, '').replaceAll(PRIMARY, SECONDARY)
  }
  if (STRESS.test(phonemes)) {
    return level >= 1 && !isPrimary ? phonemes.replaceAll(SECONDARY, PRIMARY) : phonemes
  }
  if (level > 1) return beforeVowel(PRIMARY, phonemes)
  return level >= 0 ? beforeVowel(SECONDARY, phonemes) : phonemes
}

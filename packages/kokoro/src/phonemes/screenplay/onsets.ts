/** Marks the beginning of a word that is broken off or stuttered; no text has it. */
export const ONSET = '\uE000'

const SOUNDS: Readonly<Record<string, string>> = {
  c: 'k',
  ch: 'ʧ',
  g: 'ɡ',
  j: 'ʤ',
  ph: 'f',
  q: 'kw',
  qu: 'kw',
  r: 'ɹ',
  sh: 'ʃ',
  th: 'ð',
  // Without voice, as in "think".
  tth: 'θ',
  wh: 'w',
  x: 'z',
  y: 'j',
}
const VOWELS: Readonly<Record<string, string>> = { a: 'ˈæ', e: 'ˈɛ', i: 'ˈɪ', o: 'ˈɑ', u: 'ˈʌ' }

/** The sound that letters begin a word with, with the vowel that nobody gets past: "W-w-what", "Th--". */
export function onset(letters: string): string {
  if (Object.hasOwn(VOWELS, letters)) return VOWELS[letters]!
  const parts = letters.match(/tth|[cpst]h|wh|qu|./g) ?? []
  return `${parts.map((part) => SOUNDS[part] ?? part).join('')}ə`
}

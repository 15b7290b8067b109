import { IPA_VOWEL } from './ipa.ts'

type Sounds = { whole: string; open?: string; weak?: string }

/**
 * The key: what a group of letters says. `open`: at the end of a stressed syllable; `weak`: in a syllable without stress,
 * or at its end. After Wikipedia's pronunciation respelling key, with spellings that people use as well.
 */
const VOWELS: Readonly<Record<string, Sounds>> = {
  a: { whole: 'æ', open: 'ɑː', weak: 'ə' },
  aa: { whole: 'ɑː' },
  ah: { whole: 'ɑː' },
  ahr: { whole: 'ɑːr' },
  ai: { whole: 'eɪ' },
  air: { whole: 'ɛr' },
  ar: { whole: 'ɑːr' },
  arr: { whole: 'ær' },
  au: { whole: 'ɔː' },
  aw: { whole: 'ɔː' },
  awr: { whole: 'ɔːr' },
  ay: { whole: 'eɪ' },
  e: { whole: 'ɛ', weak: 'ɪ' },
  ea: { whole: 'iː' },
  ear: { whole: 'ɪr' },
  ee: { whole: 'iː' },
  eer: { whole: 'ɪr' },
  eh: { whole: 'ɛ' },
  ehr: { whole: 'ɛr' },
  ei: { whole: 'eɪ' },
  er: { whole: 'ɜːr', weak: 'ər' },
  err: { whole: 'ɛr' },
  ew: { whole: 'juː' },
  ey: { whole: 'eɪ' },
  eye: { whole: 'aɪ' },
  i: { whole: 'ɪ', open: 'aɪ' },
  ie: { whole: 'iː' },
  igh: { whole: 'aɪ' },
  ih: { whole: 'ɪ' },
  ir: { whole: 'ɜːr' },
  ire: { whole: 'aɪər' },
  irr: { whole: 'ɪr' },
  o: { whole: 'ɒ', open: 'oʊ' },
  oa: { whole: 'oʊ' },
  oe: { whole: 'oʊ' },
  oh: { whole: 'oʊ' },
  ohr: { whole: 'ɔːr' },
  oi: { whole: 'ɔɪ' },
  oo: { whole: 'uː' },
  oor: { whole: 'ʊr' },
  or: { whole: 'ɔːr' },
  orr: { whole: 'ɒr' },
  ou: { whole: 'aʊ' },
  ow: { whole: 'aʊ' },
  owr: { whole: 'aʊər' },
  oy: { whole: 'ɔɪ' },
  u: { whole: 'ʌ', open: 'uː', weak: 'ə' },
  ue: { whole: 'uː' },
  uh: { whole: 'ʌ', weak: 'ə' },
  uhr: { whole: 'ɜːr', weak: 'ər' },
  ur: { whole: 'ɜːr', weak: 'ər' },
  uu: { whole: 'ʊ' },
  y: { whole: 'aɪ' },
  ə: { whole: 'ə' },
}

const CONSONANTS: Readonly<Record<string, string>> = {
  b: 'b',
  c: 'k',
  ch: 'tʃ',
  ck: 'k',
  d: 'd',
  dh: 'ð',
  dj: 'dʒ',
  f: 'f',
  g: 'ɡ',
  gh: 'ɡ',
  h: 'h',
  hw: 'w',
  j: 'dʒ',
  k: 'k',
  kh: 'x',
  l: 'l',
  m: 'm',
  n: 'n',
  ng: 'ŋ',
  nk: 'ŋk',
  p: 'p',
  ph: 'f',
  q: 'k',
  qu: 'kw',
  r: 'r',
  s: 's',
  sh: 'ʃ',
  t: 't',
  tch: 'tʃ',
  th: 'θ',
  ts: 'ts',
  v: 'v',
  w: 'w',
  wh: 'w',
  x: 'ks',
  y: 'j',
  z: 'z',
  zh: 'ʒ',
}

/** Longest group of letters in the key. */
const LONGEST = 3
const SILENT_E: Readonly<Record<string, string>> = { a: 'ay', e: 'ee', i: 'igh', o: 'oh', u: 'oo', y: 'igh' }

/** "nite" is written "night" in the key. */
const withoutSilentE = (syllable: string): string =>
  syllable.replace(
    /^([^aeiouy]*)([aeiouy])([bcdfgjklmnpqstvxz]|th|sh|ch)e$/,
    (_, before: string, vowel: string, after: string) => `${before}${SILENT_E[vowel]}${after}`,
  )

/** Returns undefined if the letters do not follow the key. */
function soundsOf(written: string, isStressed: boolean): string | undefined {
  const letters = withoutSilentE(written)
  let [ipa, at] = ['', 0]
  const isVowelNext = (from: number) => /^[aeiouə]/.test(letters.slice(from))
  while (at < letters.length) {
    const before = at
    for (let length = LONGEST; length > 0 && at === before; length -= 1) {
      const group = letters.slice(at, at + length)
      if (group.length < length) continue
      const end = at + length
      // "y" and "w" begin a syllable; elsewhere they belong to a vowel.
      const isGlide = /^[yw]/.test(group) && isVowelNext(at + 1)
      const vowel = Object.hasOwn(VOWELS, group) && !isGlide ? VOWELS[group] : undefined
      const consonant = Object.hasOwn(CONSONANTS, group) ? CONSONANTS[group] : undefined
      // "ah-ree": the h and r of a vowel, unless a vowel follows: "ka-ruh", "a-hah".
      if (vowel && /[hrw]$/.test(group) && group.length > 1 && isVowelNext(end)) continue
      if (vowel) {
        const isOpen = end === letters.length
        ipa +=
          (isStressed ? isOpen && vowel.open : (vowel.weak ?? (isOpen && group !== 'i' && vowel.open))) ||
          vowel.whole
        at = end
      } else if (consonant !== undefined && (group !== 'y' || isVowelNext(end))) {
        ipa += consonant
        at = end
      }
    }
    if (at === before) return undefined
    // A doubled consonant is one: "linn".
    while (at < letters.length && letters[at] === letters[at - 1] && !/[aeiouyə]/.test(letters[at]!)) at += 1
  }
  return ipa
}

const isCapital = (syllable: string) =>
  syllable !== syllable.toLowerCase() && syllable === syllable.toUpperCase()

/** Number of the syllable with the main stress, and of those with a lesser one. */
function stressOf(syllables: readonly string[]): { main: number; lesser: readonly number[] } {
  const capitals = syllables.flatMap((syllable, index) => (isCapital(syllable) ? [index] : []))
  // Capitals throughout mean nothing.
  if (capitals.length === 0 || capitals.length === syllables.length) return { main: 0, lesser: [] }
  const main = capitals.findLast((index) => index < syllables.length - 1) ?? syllables.length - 1
  return { main, lesser: capitals.filter((index) => index !== main) }
}

/** IPA of one word; undefined if it does not follow the key. */
function wordIpa(word: string): string | undefined {
  const syllables = word.split(/[-\u2010\u2011·.']+/).filter((syllable) => syllable !== '')
  const { main, lesser } = stressOf(syllables)
  let ipa = ''
  for (const [index, syllable] of syllables.entries()) {
    const sounds = soundsOf(
      syllable.toLowerCase().replaceAll('’', ''),
      index === main || lesser.includes(index),
    )
    if (sounds === undefined) return undefined
    ipa += (index === main ? 'ˈ' : lesser.includes(index) ? 'ˌ' : '') + sounds
  }
  return ipa
}

/**
 * IPA of a respelling such as "shi-VAWN": syllables between hyphens, the stressed one in capitals. Undefined if it does
 * not follow the key, also if a word has no vowel.
 */
export function respellingIpa(respelling: string): string | undefined {
  const words = respelling.normalize('NFC').trim().split(/\s+/).map(wordIpa)
  const isWhole = words.every((word) => word !== undefined && IPA_VOWEL.test(word))
  return isWhole ? words.join(' ') : undefined
}

/** The respelling as a word that any voice reads: "shivawn". */
export const spelledOut = (respelling: string): string =>
  respelling
    .normalize('NFC')
    .replace(/(?<=\p{L})[-\u2010\u2011·](?=\p{L})/gu, '')
    .trim()
    .toLowerCase()

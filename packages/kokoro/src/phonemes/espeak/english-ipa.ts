/** As misaki maps eSpeak's English (its `EspeakFallback`), the longest first. */
const SOUNDS: readonly (readonly [string, string])[] = [
  ['ʔˌn\u0329', 'tn'],
  ['ʔn\u0329', 'tn'],
  ['a^ɪ', 'I'],
  ['a^ʊ', 'W'],
  ['d^ʒ', 'ʤ'],
  ['e^ɪ', 'A'],
  ['t^ʃ', 'ʧ'],
  ['ɔ^ɪ', 'Y'],
  ['ə^l', 'ᵊl'],
  ['ʲo', 'jo'],
  ['ʲə', 'jə'],
  ['ʲ', ''],
  ['ɚ', 'əɹ'],
  ['r', 'ɹ'],
  ['x', 'k'],
  ['ç', 'k'],
  ['ɐ', 'ə'],
  ['ɬ', 'l'],
  ['\u0303', ''],
]
const BRITISH: readonly (readonly [string, string])[] = [
  ['e^ə', 'ɛː'],
  ['i^ə', 'ɪə'],
  ['iə', 'ɪə'],
  ['ə^ʊ', 'Q'],
]
const AMERICAN: readonly (readonly [string, string])[] = [
  ['o^ʊ', 'O'],
  ['ɜːɹ', 'ɜɹ'],
  ['ɜː', 'ɜɹ'],
  ['ɪə', 'iə'],
  ['ː', ''],
]
/** After the accents' own, which name some of them. */
const LAST: readonly (readonly [string, string])[] = [
  ['e', 'A'],
  ['o', 'ɔ'],
  ['ɾ', 'T'],
  ['ʔ', 't'],
]

export const fromEnglishIpa = (ipa: string, isBritish: boolean): string =>
  [...SOUNDS, ...(isBritish ? BRITISH : AMERICAN), ...LAST]
    .reduce((phonemes, [from, to]) => phonemes.replaceAll(from, to), ipa)
    .replace(/(\S)\u0329/g, 'ᵊ$1')
    .replaceAll('^', '')

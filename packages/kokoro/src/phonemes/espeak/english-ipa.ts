import IPA from '../../../data/espeak-ipa.json' with { type: 'json' }

// As misaki maps eSpeak's English (its `EspeakFallback`), the longest first, and what the accents name last.
const { sounds, british, american, last } = IPA.english

export const fromEnglishIpa = (ipa: string, isBritish: boolean): string =>
  [...sounds, ...(isBritish ? british : american), ...last]
    .reduce((phonemes, [from = '', to = '']) => phonemes.replaceAll(from, to), ipa)
    .replace(/(\S)\u0329/g, 'ᵊ$1')
    .replaceAll('^', '')

import { rewriting } from '@andscene/screenplay/speech/rewriting'
import ABBREVIATIONS from '../../../data/other-abbreviations.json' with { type: 'json' }
import IPA from '../../../data/espeak-ipa.json' with { type: 'json' }
import type { KokoroLanguage } from '../../kokoro-voice.ts'
import { isPhoneme } from '../tokens.ts'
import { interjection } from '../screenplay/interjections.ts'
import { plainPunctuation, plainQuotes } from '../screenplay/punctuation.ts'
import type { EspeakIpa } from './espeak-ipa.ts'

type OtherLanguage = Exclude<KokoroLanguage, 'en-US' | 'en-GB'>

const VOICES: Readonly<Record<OtherLanguage, string>> = {
  es: 'roa/es',
  fr: 'roa/fr',
  it: 'roa/it',
  'pt-BR': 'roa/pt-BR',
  hi: 'inc/hi',
}
/** As misaki maps eSpeak's other languages (its `EspeakG2P`). */
const SOUNDS = IPA.others
/** Marks that end a word, and the spaces around them; a point or comma within a number does not. */
const MARKS = /(\s*[;:,.!?—…()"“”¡¿।]+(?=\s|$|["“”)])|\s*—\s*|(?<=^|\s)["“(¡¿]+|\s*[…!?;—]+)/u

const asMark = (mark: string): string => {
  const plain = [...mark.replace(/[¡¿\s]/g, '').replaceAll('।', '.')].filter(isPhoneme).join('')
  if (plain.startsWith('—')) return ` ${plain} `
  return /^["“(]+$/.test(plain) ? ` ${plain}` : `${plain} `
}

const fromIpa = (ipa: string): string =>
  [
    ...SOUNDS.reduce(
      (phonemes, [from = '', to = '']) => phonemes.replaceAll(from, to),
      ipa.normalize('NFD'),
    ).normalize('NFC'),
  ]
    .flatMap((character) =>
      isPhoneme(character) ? character : [...character.normalize('NFD')].filter(isPhoneme),
    )
    .join('')

/** Utterances without a vowel are the same everywhere; eSpeak spells them. */
const UTTERANCE = /(?<!\p{L})([b-df-hj-np-tv-xz]{2,}(?:-[b-df-hj-np-tv-xz]{2,})*)(?!\p{L})/iu

const clause = (text: string, voice: string, espeak: EspeakIpa): string =>
  text
    .split(UTTERANCE)
    .map((part, index) => {
      const uttered = index % 2 === 1 ? interjection(part.toLowerCase()) : undefined
      return uttered ?? (part.trim() === '' ? '' : fromIpa(espeak.read(part.trim(), voice)))
    })
    .filter((phonemes) => phonemes !== '')
    .join(' ')

/** What a screenplay cuts short, or what eSpeak takes for another word ("beurk", "chut"). */
const IN_FULL = new Map(Object.entries(ABBREVIATIONS).map(([language, rows]) => [language, rewriting(rows)]))

/** Text of a language other than English in the model's phonemes. `text` is clean. */
export function otherPhonemes(text: string, language: OtherLanguage, espeak: EspeakIpa): string {
  return plainPunctuation(plainQuotes(IN_FULL.get(language)!(text.replace(/[¡¿]/g, ''))))
    .split(MARKS)
    .map((part, index) => (index % 2 === 1 ? asMark(part) : clause(part, VOICES[language], espeak)))
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?…])/g, '')
    .trim()
}

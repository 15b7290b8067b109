import { rewriting } from '../rewriting.ts'
import ABBREVIATIONS from '../../../data/other-abbreviations.json' with { type: 'json' }
import IPA from '../../../data/espeak-ipa.json' with { type: 'json' }
import type { KokoroLanguage } from '../../kokoro-voice.ts'
import { isPhoneme } from '../tokens.ts'
import { NONE_GIVEN, PLACE, type GivenWords } from '../given-words.ts'
import { interjection } from '../screenplay/interjections.ts'
import { plainPunctuation, plainQuotes } from '../screenplay/punctuation.ts'
import { sharedPhonemes, wordsIn, type SaidText, type SaidWord } from '../said-words.ts'
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
const UTTERANCE = /(?<!\p{L})[b-df-hj-np-tv-xz]{2,}(?:-[b-df-hj-np-tv-xz]{2,})*(?!\p{L})/iu
const NOT_READ = new RegExp(`(${UTTERANCE.source}|${PLACE.source})`, 'iu')

/** `at`: where the clause begins. */
function clause(
  text: string,
  at: number,
  voice: string,
  { espeak, given }: { espeak: EspeakIpa; given: GivenWords },
): SaidText {
  const words: SaidWord[] = []
  const sounds = (part: string) => fromIpa(espeak.read(part, voice))
  let after = at
  const said = text.split(NOT_READ).map((part, index) => {
    const start = after
    after += part.length
    if (part.trim() === '') return ''
    const uttered =
      index % 2 === 1 ? (given.get(part)?.phonemes ?? interjection(part.toLowerCase())) : undefined
    const phonemes = uttered ?? sounds(part.trim())
    const spans = Array.from(part.matchAll(/\S+/g), ({ 0: word, index: from }) => ({
      at: start + from,
      length: word.length,
      word,
    }))
    const each = phonemes.split(' ').filter((word) => word !== '')
    words.push(
      ...(each.length === spans.length
        ? spans.map((span, nth) => ({ at: span.at, length: span.length, phonemes: each[nth]! }))
        : // It joins words ("kɛskə" for "qu'est-ce que") or spells them.
          sharedPhonemes(
            spans,
            spans.map(({ word }) => sounds(word).length || 1),
            phonemes,
          )),
    )
    return phonemes
  })
  return { phonemes: said.filter((phonemes) => phonemes !== '').join(' '), words }
}

/** What a screenplay cuts short, or what eSpeak takes for another word ("beurk", "chut"). */
const IN_FULL = new Map(Object.entries(ABBREVIATIONS).map(([language, rows]) => [language, rewriting(rows)]))

/** Text of a language other than English in the model's phonemes. `text` is clean. */
export function otherPhonemes(
  text: string,
  language: OtherLanguage,
  espeak: EspeakIpa,
  given: GivenWords = NONE_GIVEN,
): SaidText {
  const plain = plainPunctuation(plainQuotes(IN_FULL.get(language)!(text.replace(/[¡¿]/g, ''))))
  const words: SaidWord[] = []
  let at = 0
  const phonemes = plain
    .split(MARKS)
    .map((part, index) => {
      const start = at
      at += part.length
      if (index % 2 === 1) return asMark(part)
      const said = clause(part, start, VOICES[language], { espeak, given })
      words.push(...said.words)
      return said.phonemes
    })
    .join('')
    .replace(/\s+/g, ' ')
    .replace(/ (?=[,.;:!?…])/g, '')
    .trim()
  return { phonemes, words: wordsIn(text, plain, words) }
}

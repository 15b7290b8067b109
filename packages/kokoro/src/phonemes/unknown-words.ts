import anyAscii from 'any-ascii'
import IPA from '../../data/espeak-ipa.json' with { type: 'json' }
import SOUNDS from '../../data/sounds.json' with { type: 'json' }
import type { EspeakIpa } from './espeak/espeak-ipa.ts'
import { loadTable, type SortedTable } from './english/sorted-table.ts'
import { saidByLetters } from './english/letters.ts'
import type { Lexicon } from './english/lexicon.ts'
import { readNumber } from './english/read-number.ts'

const SIGNS: Readonly<Record<string, string>> = SOUNDS.signs

// As misaki maps eSpeak's English (its `EspeakFallback`), the longest first, and what the accents name last.
const { sounds, british, american, last } = IPA.english

const fromEnglishIpa = (ipa: string, isBritish: boolean): string =>
  [...sounds, ...(isBritish ? british : american), ...last]
    .reduce((phonemes, [from = '', to = '']) => phonemes.replaceAll(from, to), ipa)
    .replace(/(\S)\u0329/g, 'ᵊ$1')
    .replaceAll('^', '')

/** Words, numbers and signs of what the lexicon did not know as a whole. */
const PARTS = /[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)*|\d+(?:[,.]\d+)*|[^\s\p{L}\p{M}\d]+/gu
/** Longer words are cut. */
const LONGEST = 60

const CAN_BE_SAID = /[aeiouy]/i

/** Ways to say a word that the dictionary does not have. */
export class UnknownWords {
  readonly #espeak: () => EspeakIpa | undefined
  readonly #rules: { us?: SortedTable; gb?: SortedTable } = {}

  /** `espeak` is asked at each word that it would say. */
  constructor(espeak: () => EspeakIpa | undefined) {
    this.#espeak = espeak
  }

  read(text: string, lexicon: Lexicon): string {
    return (text.replace(/[‘’]/g, "'").match(PARTS) ?? [])
      .map((part) => this.#part(part, lexicon))
      .filter((phonemes) => phonemes !== '')
      .join(' ')
  }

  #part(part: string, lexicon: Lexicon): string {
    if (/^\d/.test(part)) return readNumber(lexicon, part) ?? ''
    if (!/^\p{L}/u.test(part)) return [...part].map((sign) => SIGNS[sign] ?? '').join('')
    const word = part.slice(0, LONGEST)
    const plain = anyAscii(word).replace(/[^A-Za-z']/g, '')
    if (plain === '') return ''
    const known =
      plain === word
        ? undefined
        : lexicon.word(plain.toLowerCase(), { tag: 'NN', stress: undefined, context: undefined })
    if (known !== undefined) return known
    if (!CAN_BE_SAID.test(plain)) return lexicon.spelled(plain.slice(0, 8)) ?? ''
    return this.#byEspeak(word, plain, lexicon.isBritish) ?? this.#byLetters(plain, lexicon.isBritish)
  }

  #byLetters(plain: string, isBritish: boolean): string {
    const rules = (this.#rules[isBritish ? 'gb' : 'us'] ??= loadTable(
      isBritish ? 'letters-gb' : 'letters-us',
    ))
    return saidByLetters(plain.toLowerCase().replace(/[^a-z]/g, ''), rules)
  }

  #byEspeak(word: string, plain: string, isBritish: boolean): string | undefined {
    const espeak = this.#espeak()
    if (espeak === undefined) return undefined
    // It spells letters of other alphabets by their names in Unicode.
    const said = /^[A-Za-zÀ-ÖØ-öø-ÿ']+$/.test(word) ? word : plain
    return (
      fromEnglishIpa(espeak.read(said.toLowerCase(), isBritish ? 'gmw/en' : 'gmw/en-US'), isBritish) ||
      undefined
    )
  }
}

import type { KokoroLanguage } from '../kokoro-voice.ts'
import { cleanText } from '../../local/speech-text.ts'
import { EspeakIpa } from './espeak/espeak-ipa.ts'
import { otherPhonemes } from './espeak/other-languages.ts'
import { English } from './english/english.ts'
import { Tagger } from './english/tagger.ts'
import { Tokenizer } from './english/tokenizer.ts'
import { inPieces } from './pieces.ts'
import { plainEnglish } from './screenplay/plain-english.ts'
import { ownPhonemes } from './screenplay/own-words.ts'
import { UnknownWords } from './unknown-words.ts'

const CAN_BE_SAID = /[\p{L}\p{N}]/u

export class Phonemiser {
  readonly #espeak: EspeakIpa | undefined
  readonly #english = new Map<boolean, English>()
  #parts: ConstructorParameters<typeof English>[1] | undefined

  private constructor(espeak: EspeakIpa | undefined) {
    this.#espeak = espeak
  }

  /** Without eSpeak NG (`espeak: false`, or not installed) it says English only. Dictionaries load when they are first needed. */
  static async create({ espeak = true }: { espeak?: boolean } = {}): Promise<Phonemiser> {
    return new Phonemiser(espeak ? await EspeakIpa.load().catch(() => undefined) : undefined)
  }

  /** What can be said, English first. */
  get languages(): KokoroLanguage[] {
    return this.#espeak ? ['en-US', 'en-GB', 'es', 'fr', 'it', 'pt-BR', 'hi'] : ['en-US', 'en-GB']
  }

  /**
   * Phonemes in the model's alphabet, in pieces that it takes at once (at most 400, cut between sentences, else at clause
   * punctuation, else between words); empty when nothing can be said.
   *
   * @throws {RangeError} for a language that cannot be said without eSpeak NG
   */
  async pieces(text: string, language: KokoroLanguage): Promise<string[]> {
    const clean = cleanText(text)
    if (!CAN_BE_SAID.test(clean)) return []
    const phonemes = this.#phonemes(clean, language)
    return CAN_BE_SAID.test(phonemes) ? inPieces(phonemes) : []
  }

  #phonemes(text: string, language: KokoroLanguage): string {
    if (language === 'en-US' || language === 'en-GB') {
      const isBritish = language === 'en-GB'
      return this.#accent(isBritish).phonemes(plainEnglish(text, isBritish))
    }
    if (this.#espeak === undefined) throw new RangeError(`${language} cannot be spoken without eSpeak NG.`)
    return otherPhonemes(text, language, this.#espeak)
  }

  #accent(isBritish: boolean): English {
    const loaded = this.#english.get(isBritish)
    if (loaded) return loaded
    const unknown = new UnknownWords(this.#espeak)
    this.#parts ??= {
      tokenizer: new Tokenizer(),
      tagger: new Tagger(),
      own: ownPhonemes,
      unknown: (word, lexicon) => unknown.read(word, lexicon),
    }
    const english = new English(isBritish, this.#parts)
    this.#english.set(isBritish, english)
    return english
  }
}

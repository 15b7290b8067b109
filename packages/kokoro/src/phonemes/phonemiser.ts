import type { Sound } from '@andscene/contracts/voices/pronunciation'
import { isEnglish, LanguageMissing, type KokoroLanguage } from '../kokoro-voice.ts'
import { EspeakIpa } from './espeak/espeak-ipa.ts'
import { otherPhonemes } from './espeak/other-languages.ts'
import { English } from './english/english.ts'
import { Tagger } from './english/tagger.ts'
import { Tokenizer } from './english/tokenizer.ts'
import { markedText, type GivenWords } from './given-words.ts'
import { plainEnglish } from './screenplay/plain-english.ts'
import { ownPhonemes } from './screenplay/own-words.ts'
import { wordsIn, type SaidText, type SaidWord } from './said-words.ts'
import { UnknownWords } from './unknown-words.ts'

/** Pieces of at most 400 phonemes, and the words of the text in the order of their phonemes. */
export type Said = { pieces: string[]; words: readonly SaidWord[] }
const NOTHING: Said = { pieces: [], words: [] }

const CAN_BE_SAID = /[\p{L}\p{N}]/u

export class Phonemiser {
  readonly #withEspeak: boolean
  readonly #english = new Map<boolean, English>()
  #parts: ConstructorParameters<typeof English>[1] | undefined
  #loading: Promise<EspeakIpa | undefined> | undefined
  #espeak: EspeakIpa | undefined
  /** It has been loaded, or cannot be. */
  #isSettled = false
  /** A word was met that eSpeak NG would have said, had it been loaded. */
  #isMissed = false

  /** Without eSpeak NG (`espeak: false`, or not installed) it says English only. */
  constructor({ espeak = true }: { espeak?: boolean } = {}) {
    this.#withEspeak = espeak
  }

  /** What can be said, English first. */
  async languages(): Promise<KokoroLanguage[]> {
    return (await this.#loaded()) ? ['en-US', 'en-GB', 'es', 'fr', 'it', 'pt-BR', 'hi'] : ['en-US', 'en-GB']
  }

  /** Nothing when nothing can be said. `sounds`: words with IPA. Rejects with {@link LanguageMissing}. */
  async said(text: string, language: KokoroLanguage, sounds: readonly Sound[] = []): Promise<Said> {
    if (!CAN_BE_SAID.test(text)) return NOTHING
    const marked = markedText(text, sounds, language)
    const { phonemes, words } = await this.#phonemes(marked.text, language, marked.given)
    return CAN_BE_SAID.test(phonemes) ? { pieces: inPieces(phonemes), words: marked.placed(words) } : NOTHING
  }

  async #phonemes(text: string, language: KokoroLanguage, given: GivenWords): Promise<SaidText> {
    if (!isEnglish(language)) {
      const espeak = await this.#loaded()
      if (espeak === undefined) throw new LanguageMissing(language)
      return otherPhonemes(text, language, espeak, given)
    }
    const isBritish = language === 'en-GB'
    const plain = plainEnglish(text)
    const english = this.#accent(isBritish)
    this.#isMissed = false
    let said = english.said(plain, given)
    if (this.#isMissed) {
      await this.#loaded()
      said = english.said(plain, given)
    }
    return { ...said, words: wordsIn(text, plain, said.words) }
  }

  /** Undefined where it is left out or not installed. */
  #loaded(): Promise<EspeakIpa | undefined> {
    this.#loading ??= this.#withEspeak ? this.#load() : Promise.resolve(undefined)
    return this.#loading
  }

  async #load(): Promise<EspeakIpa | undefined> {
    this.#espeak = await EspeakIpa.load().catch(() => undefined)
    this.#isSettled = true
    return this.#espeak
  }

  #accent(isBritish: boolean): English {
    const loaded = this.#english.get(isBritish)
    if (loaded) return loaded
    const unknown = new UnknownWords(() => {
      this.#isMissed ||= this.#withEspeak && !this.#isSettled
      return this.#espeak
    })
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

/** Longest run of the model; its own limit is 510, and it speaks worse close to that. */
const MOST = 400

/** Where a text may be cut, the best first: after a sentence, after a clause, between words. */
const CUTS = [/[.!?…]["”)]*(?=\s)/g, /[;:,—]["”)]*(?=\s)|\s(?=—)/g, /(?=\s)/g]

const lastCut = (text: string): number => {
  for (const cut of CUTS) {
    let last = 0
    for (const { 0: mark, index } of text.slice(0, MOST + 1).matchAll(cut)) {
      if (index + mark.length <= MOST) last = index + mark.length
    }
    if (last > 0) return last
  }
  return MOST
}

/** Phonemes in pieces of at most 400, cut between sentences, else between clauses, else between words. */
export function inPieces(phonemes: string): string[] {
  const pieces: string[] = []
  let rest = phonemes.trim()
  while (rest.length > MOST) {
    const end = lastCut(rest)
    pieces.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  if (rest !== '') pieces.push(rest)
  return pieces
}

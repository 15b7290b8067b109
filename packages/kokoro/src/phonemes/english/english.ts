import { Dictionary, AT_END, type Context } from './dictionary.ts'
import { loadTable } from './sorted-table.ts'
import { Lexicon } from './lexicon.ts'
import { isNumber, readNumber } from './read-number.ts'
import { balance } from './balance.ts'
import { isConsonant, isVowel } from './stress.ts'
import { Tagger } from './tagger.ts'
import { merged, newToken, type Token } from './token.ts'
import { Tokenizer, type Piece } from './tokenizer.ts'
import { NONE_GIVEN, PLACE, type GivenWords } from '../given-words.ts'
import type { SaidText } from '../said-words.ts'
import { PUNCTUATION, wordsOf } from './words.ts'

/** Says words that the lexicon does not know; '' for what cannot be said. */
export type ReadUnknown = (word: string, lexicon: Lexicon) => string
/** Says words of our own before the lexicon is asked; undefined leaves them to it. */
export type ReadOwn = (word: string, lexicon: Lexicon) => string | undefined

/** No dictionary has a word of more: the work stays linear. */
const MOST_PARTS = 12

/** Most characters that no word has, between two words. */
const FAR = 60
const AROUND_PLACE = new RegExp(`(${PLACE.source})`, 'u')
const JUNK = /^['‘’,\-._/]+$/
const PAUSES = new Set([...PUNCTUATION].filter((mark) => !'"“”'.includes(mark)))

const contextBefore = (context: Context, phonemes: string, token: Token): Context => {
  let vowelFollows = context.vowelFollows
  for (const phoneme of phonemes) {
    if (!PAUSES.has(phoneme) && !isVowel(phoneme) && !isConsonant(phoneme)) continue
    vowelFollows = PAUSES.has(phoneme) ? undefined : isVowel(phoneme)
    break
  }
  const { text, tag } = token
  return {
    vowelFollows,
    toFollows: text === 'to' || text === 'To' || (text === 'TO' && (tag === 'TO' || tag === 'IN')),
  }
}

/** English text to Kokoro's phonemes: misaki's way, with its dictionaries. */
export class English {
  readonly lexicon: Lexicon
  readonly #tokenizer: Tokenizer
  readonly #tagger: Tagger
  readonly #own: ReadOwn
  readonly #unknown: ReadUnknown

  constructor(
    isBritish: boolean,
    parts: { tokenizer: Tokenizer; tagger: Tagger; own: ReadOwn; unknown: ReadUnknown },
  ) {
    this.lexicon = new Lexicon(new Dictionary(loadTable(isBritish ? 'lexicon-gb' : 'lexicon-us')), isBritish)
    this.#tokenizer = parts.tokenizer
    this.#tagger = parts.tagger
    this.#own = parts.own
    this.#unknown = parts.unknown
  }

  /** The words of a text with their phonemes, in order. */
  words(text: string, given: GivenWords = NONE_GIVEN): Token[] {
    const pieces = this.#pieces(text, given)
    const tags = this.#tagger.tags(pieces.map((piece) => given.get(piece.text)?.word ?? piece.text))
    const words = wordsOf(
      pieces.map((piece, index) => ({
        ...newToken(piece.text, tags[index]!, piece.space),
        phonemes: given.get(piece.text)?.phonemes,
      })),
    )
    // From the end, since a word is said by what follows.
    let context = AT_END
    for (const word of words.toReversed())
      context = word.length === 1 ? this.#one(word[0]!, context) : this.#parts(word, context)
    return words.map((word) => (word.length === 1 ? word[0]! : merged(word, 'joined')))
  }

  /** Words with given phonemes are pieces of their own. */
  #pieces(text: string, given: GivenWords): Piece[] {
    if (given.size === 0) return this.#tokenizer.pieces(text)
    const parts = text.split(AROUND_PLACE)
    return parts.flatMap((part, index) =>
      given.has(part)
        ? { text: part, space: /^\s/.test(parts[index + 1] ?? '') }
        : this.#tokenizer.pieces(part),
    )
  }

  said(text: string, given?: GivenWords): SaidText {
    const tokens = this.words(text, given).map((token) => ({
      ...token,
      phonemes: plainTaps(token.phonemes ?? ''),
    }))
    const phonemes = tokens
      .map((token) => token.phonemes + (token.space ? ' ' : ''))
      .join('')
      // "U.S." that ends a sentence has both stops.
      .replace(/(?<!\.)\.\.(?!\.)/g, '.')
      .replace(/ +(?=[.,;:!?…])/g, '')
      .trim()
    let after = 0
    const words = tokens.map(({ text: word, phonemes: said }) => {
      const at = after + Math.max(0, text.slice(after, after + word.length + FAR).indexOf(word))
      after = at + word.length
      return { at, length: word.length, phonemes: said }
    })
    return { phonemes, words }
  }

  #one(word: Token, context: Context): Context {
    word.phonemes ??= this.#say(word, context) ?? this.#unknown(word.text, this.lexicon)
    return contextBefore(context, word.phonemes, word)
  }

  /** The longest known part is said as one, from the end; an unknown rest makes the whole unknown. */
  #parts(word: Token[], last: Context): Context {
    let context = last
    let right = word.length
    let left = Math.max(0, right - MOST_PARTS)
    while (left < right) {
      const span = word.slice(left, right)
      const whole = span.some(({ alias, phonemes }) => alias !== undefined || phonemes !== undefined)
        ? undefined
        : merged(span, 'none')
      const phonemes = whole && this.#say(whole, context)
      if (whole && phonemes !== undefined) {
        span.forEach((part, index) => (part.phonemes = index === 0 ? phonemes : ''))
        context = contextBefore(context, phonemes, whole)
        right = left
        left = Math.max(0, right - MOST_PARTS)
      } else if (left + 1 < right) left++
      else {
        right--
        left = Math.max(0, right - MOST_PARTS)
        const part = word[right]!
        if (part.phonemes !== undefined) continue
        if (!JUNK.test(part.text)) {
          const all = merged(word, 'none')
          const unknown = this.#unknown(all.text, this.lexicon)
          word.forEach((each, index) => (each.phonemes = index === 0 ? unknown : ''))
          return contextBefore(last, unknown, all)
        }
        part.phonemes = ''
      }
    }
    balance(word)
    return context
  }

  #say(token: Token, context: Context): string | undefined {
    const word = (token.alias ?? token.text).replace(/[‘’]/g, "'").normalize('NFKC')
    const own = this.#own(word, this.lexicon)
    if (own !== undefined) return own
    const small = word.toLowerCase()
    const stress = word === small ? undefined : word === word.toUpperCase() ? 2 : 0.5
    const phonemes = this.lexicon.word(word, { tag: token.tag, stress, context })
    if (phonemes !== undefined) return phonemes
    return isNumber(word, token.isHead) ? readNumber(this.lexicon, word) : undefined
  }
}

/** The model's alphabet writes a tap as T, and a glottal stop as the t that it stands for. */
const plainTaps = (phonemes: string): string => phonemes.replaceAll('ɾ', 'T').replaceAll('ʔ', 't')

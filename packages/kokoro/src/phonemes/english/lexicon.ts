import { type Asked, Dictionary } from './dictionary.ts'
import { SpecialWords } from './special-words.ts'
import { PRIMARY, SECONDARY, withStress } from './stress.ts'

/** American sounds after which a t is a tap: "sitting". */
const TAPPED_AFTER = new Set('AIOWYiuæɑəɛɪɹʊʌ')

const weakVowel = (isBritish: boolean) => (isBritish ? 'ɪ' : 'ᵻ')

export function withS(stem: string | undefined, isBritish: boolean): string | undefined {
  if (!stem) return undefined
  const last = stem.at(-1)!
  if ('ptkfθ'.includes(last)) return `${stem}s`
  return 'szʃʒʧʤ'.includes(last) ? `${stem}${weakVowel(isBritish)}z` : `${stem}z`
}

function withEd(stem: string | undefined, isBritish: boolean): string | undefined {
  if (!stem) return undefined
  const last = stem.at(-1)!
  if ('pkfθʃsʧ'.includes(last)) return `${stem}t`
  if (last === 'd') return `${stem}${weakVowel(isBritish)}d`
  if (last !== 't') return `${stem}d`
  if (isBritish || stem.length < 2) return `${stem}ɪd`
  return TAPPED_AFTER.has(stem.at(-2)!) ? `${stem.slice(0, -1)}ɾᵻd` : `${stem}ᵻd`
}

/** Undefined also where a British stem ends in the r that it drops. */
function withIng(stem: string | undefined, isBritish: boolean): string | undefined {
  if (!stem) return undefined
  if (isBritish) return /[əː]$/.test(stem) ? undefined : `${stem}ɪŋ`
  const isTapped = stem.length > 1 && stem.endsWith('t') && TAPPED_AFTER.has(stem.at(-2)!)
  return isTapped ? `${stem.slice(0, -1)}ɾɪŋ` : `${stem}ɪŋ`
}

const LETTERS = /^\p{L}+$/u
const PLAIN_LETTERS = /^[A-Za-z]+$/
const SYMBOLS = new Set('%&+@')

const parentTag = (tag: string): string => {
  if (tag.startsWith('VB')) return 'VERB'
  if (tag.startsWith('NN')) return 'NOUN'
  if (tag.startsWith('RB') || tag.startsWith('ADV')) return 'ADV'
  return tag.startsWith('JJ') || tag.startsWith('ADJ') ? 'ADJ' : tag
}

const isCapitals = (word: string) => word === word.toUpperCase()
const isSmall = (word: string) => word === word.toLowerCase()

export class Lexicon {
  readonly dictionary: Dictionary
  readonly isBritish: boolean
  readonly #special: SpecialWords

  constructor(dictionary: Dictionary, isBritish: boolean) {
    this.dictionary = dictionary
    this.isBritish = isBritish
    this.#special = new SpecialWords(this)
  }

  /** Undefined for a word that neither the dictionary nor its endings know. */
  word(word: string, asked: Asked): string | undefined {
    const special = this.#special.find(word, asked)
    if (special !== undefined) return special
    const known = this.#asSmall(word, asked)
    if (this.isKnown(known)) return this.lookup(known, asked)
    if (known.endsWith("s'") && this.isKnown(`${known.slice(0, -2)}'s`)) {
      return this.lookup(`${known.slice(0, -2)}'s`, asked)
    }
    if (known.endsWith("'") && this.isKnown(known.slice(0, -1))) return this.lookup(known.slice(0, -1), asked)
    return this.#ended(known, asked) ?? this.#withIng(known, { ...asked, stress: asked.stress ?? 0.5 })
  }

  /** A word as the dictionary has it; spelled when that has only its name in capitals. */
  lookup(word: string, { tag, stress, context }: Asked): string | undefined {
    let key = word
    let isName = false
    if (isCapitals(word) && this.dictionary.gold(word) === undefined) {
      key = word.toLowerCase()
      isName = tag === 'NNP'
    }
    const entry = this.dictionary.gold(key) ?? (isName ? undefined : this.dictionary.silver(key))
    let phonemes = entry?.phonemes
    if (entry?.byTag) {
      const own = tag === undefined || entry.byTag.has(tag) ? tag : parentTag(tag)
      const asTag = context && context.vowelFollows === undefined && entry.byTag.has('None') ? 'None' : own
      const found = asTag === undefined ? undefined : entry.byTag.get(asTag)
      if (found !== undefined) phonemes = found || undefined
    }
    if (phonemes === undefined || (isName && !phonemes.includes(PRIMARY))) {
      const spelled = this.spelled(key)
      if (spelled !== undefined) return spelled
    }
    return phonemes === undefined ? undefined : withStress(phonemes, stress)
  }

  spelled(word: string): string | undefined {
    let joined = ''
    for (const letter of word.match(/\p{L}/gu) ?? []) {
      const phonemes = this.dictionary.gold(letter.toUpperCase())?.phonemes
      if (phonemes === undefined) return undefined
      joined += phonemes
    }
    const weak = withStress(joined, 0)
    const last = weak.lastIndexOf(SECONDARY)
    return last < 0 ? weak : weak.slice(0, last) + PRIMARY + weak.slice(last + 1)
  }

  isKnown(word: string): boolean {
    const { dictionary } = this
    if (SYMBOLS.has(word) || dictionary.gold(word) !== undefined || dictionary.silver(word) !== undefined) {
      return true
    }
    if (!PLAIN_LETTERS.test(word)) return false
    if (word.length === 1) return true
    if (isCapitals(word) && dictionary.gold(word.toLowerCase()) !== undefined) return true
    return isCapitals(word.slice(1))
  }

  /** The first capital or all of them matter to the sentence only, where the small word is known. */
  #asSmall(word: string, asked: Asked): string {
    const small = word.toLowerCase()
    const mayBe =
      word.length > 1 &&
      LETTERS.test(word.replaceAll("'", '')) &&
      word !== small &&
      (asked.tag !== 'NNP' || word.length > 7) &&
      this.dictionary.gold(word) === undefined &&
      this.dictionary.silver(word) === undefined &&
      (isCapitals(word) || isSmall(word.slice(1)))
    if (!mayBe) return word
    const isThere =
      this.dictionary.gold(small) !== undefined ||
      this.dictionary.silver(small) !== undefined ||
      this.#ended(small, asked) !== undefined ||
      this.#withIng(small, asked) !== undefined
    return isThere ? small : word
  }

  #ended(word: string, asked: Asked): string | undefined {
    return this.withS(word, asked) ?? this.#withEd(word, asked)
  }

  /** A word's phonemes with the s of its genitive. */
  withEnding(phonemes: string): string {
    return withS(phonemes, this.isBritish) ?? phonemes
  }

  #stem(stem: string | undefined, asked: Asked): string | undefined {
    return stem === undefined ? undefined : this.lookup(stem, asked)
  }

  #firstKnown(stems: readonly (string | false)[]): string | undefined {
    return stems.find((stem) => stem !== false && this.isKnown(stem)) || undefined
  }

  withS(word: string, asked: Asked): string | undefined {
    if (word.length < 3 || !word.endsWith('s')) return undefined
    const isEs = word.length > 4 && word.endsWith('es') && !word.endsWith('ies')
    const stem = this.#firstKnown([
      !word.endsWith('ss') && word.slice(0, -1),
      (word.endsWith("'s") || isEs) && word.slice(0, -2),
      word.length > 4 && word.endsWith('ies') && `${word.slice(0, -3)}y`,
    ])
    return withS(this.#stem(stem, asked), this.isBritish)
  }

  #withEd(word: string, asked: Asked): string | undefined {
    if (word.length < 4 || !word.endsWith('d')) return undefined
    const stem = this.#firstKnown([
      !word.endsWith('dd') && word.slice(0, -1),
      word.length > 4 && word.endsWith('ed') && !word.endsWith('eed') && word.slice(0, -2),
    ])
    return withEd(this.#stem(stem, asked), this.isBritish)
  }

  #withIng(word: string, asked: Asked): string | undefined {
    if (word.length < 5 || !word.endsWith('ing')) return undefined
    const stem = this.#firstKnown([
      word.length > 5 && word.slice(0, -3),
      `${word.slice(0, -3)}e`,
      word.length > 5 && /([bcdgklmnprstvxz])\1ing$|cking$/.test(word) && word.slice(0, -4),
    ])
    return withIng(this.#stem(stem, asked), this.isBritish)
  }
}

import { PLAINLY, type Asked, type Dictionary } from './dictionary.ts'
import { PRIMARY, SECONDARY } from './stress.ts'

const SYMBOLS: Readonly<Record<string, string>> = { '%': 'percent', '&': 'and', '+': 'plus', '@': 'at' }
const OF_ADDRESSES: Readonly<Record<string, string>> = { '.': 'dot', '/': 'slash' }

/** "U.S.", "a.m.", "Ph.D." */
const isInitials = (word: string) => {
  const inner = word.replace(/^\.+|\.+$/g, '')
  return (
    inner.includes('.') &&
    /^\p{L}+$/u.test(word.replaceAll('.', '')) &&
    word.split('.').every((part) => part.length < 3)
  )
}

type Spelling = {
  dictionary: Dictionary
  lookup(word: string, asked: Asked): string | undefined
  spelled(word: string): string | undefined
}

/** Short words whose sound depends on their neighbors. */
export class SpecialWords {
  readonly #lexicon: Spelling

  constructor(lexicon: Spelling) {
    this.#lexicon = lexicon
  }

  find(word: string, { tag = '', stress, context }: Asked): string | undefined {
    const lexicon = this.#lexicon
    if (tag === 'ADD' && Object.hasOwn(OF_ADDRESSES, word)) {
      return lexicon.lookup(OF_ADDRESSES[word]!, { tag: undefined, stress: -0.5, context })
    }
    if (Object.hasOwn(SYMBOLS, word)) {
      return lexicon.lookup(SYMBOLS[word]!, { tag: undefined, stress: undefined, context })
    }
    if (isInitials(word)) return lexicon.spelled(word)
    const follows = context?.vowelFollows
    switch (word.toLowerCase()) {
      case 'a':
        // "Vitamin A." and a text that is nothing else.
        return tag === 'DT' && !(word === 'A' && follows === undefined) ? 'ɐ' : 'ˈA'
      case 'am':
        if (tag.startsWith('NN')) return lexicon.spelled(word)
        return follows === undefined || word !== 'am' || (stress !== undefined && stress > 0)
          ? this.#gold('am')
          : 'ɐm'
      case 'an':
        return word === 'AN' && tag.startsWith('NN') ? lexicon.spelled(word) : 'ɐn'
      case 'i':
        return word === 'I' && tag === 'PRP' ? `${SECONDARY}I` : undefined
      case 'by':
        return tag.startsWith('RB') ? 'bˈI' : undefined
      case 'to':
        if (word === 'TO' && tag !== 'TO' && tag !== 'IN') return undefined
        return follows === undefined ? this.#gold('to') : follows ? 'tʊ' : 'tə'
      case 'in':
        if (word === 'IN' && tag === 'NNP') return undefined
        return follows === undefined || tag !== 'IN' ? `${PRIMARY}ɪn` : 'ɪn'
      case 'the':
        if (word === 'THE' && tag !== 'DT') return undefined
        return follows === true ? 'ði' : 'ðə'
      case 'vs':
      case 'vs.':
        return tag === 'IN' ? lexicon.lookup('versus', { ...PLAINLY, context }) : undefined
      case 'used':
        return this.#used(tag, context?.toFollows === true)
      default:
        return undefined
    }
  }

  #gold(word: string): string | undefined {
    return this.#lexicon.dictionary.gold(word)?.phonemes
  }

  /** "I used to" and "it is used". */
  #used(tag: string, isBeforeTo: boolean): string | undefined {
    const entry = this.#lexicon.dictionary.gold('used')
    return (tag === 'VBD' || tag === 'JJ') && isBeforeTo ? entry?.byTag?.get('VBD') : entry?.phonemes
  }
}

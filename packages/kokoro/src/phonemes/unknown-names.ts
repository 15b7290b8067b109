import { Dictionary, PLAINLY } from './english/dictionary.ts'
import { Lexicon } from './english/lexicon.ts'
import { loadTable } from './english/sorted-table.ts'
import { nameSound, WORDS } from './screenplay/words.ts'

/** Other words are read by the rules of their language. */
const LATIN = /^(?=.*\p{L})[\p{Script=Latin}\p{M}'’]+$/u

/** 6 MB, loaded within 50 ms: released when memory is needed. */
let loaded: WeakRef<Lexicon> | undefined

function lexicon(): Lexicon {
  const known = loaded?.deref() ?? new Lexicon(new Dictionary(loadTable('lexicon-us')), false)
  loaded = new WeakRef(known)
  return known
}

/** Those of the words that the natural voices read by spelling rules, because no dictionary has them, in their order. */
export function unknownWords(words: readonly string[]): string[] {
  const known = lexicon()
  return words.filter((word) => {
    if (!LATIN.test(word)) return false
    const small = word.normalize('NFC').toLowerCase().replaceAll('’', "'")
    const isOwn = WORDS.has(small) || nameSound(small) !== undefined
    return !isOwn && known.word(small, PLAINLY) === undefined
  })
}

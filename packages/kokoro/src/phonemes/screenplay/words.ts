import NAMES_OF from '../../../data/names.json' with { type: 'json' }
import WORD_TABLE from '../../../data/words.json' with { type: 'json' }

export const PHRASES: ReadonlyMap<string, string> = new Map(Object.entries(WORD_TABLE.phrases))

const PHRASE = new RegExp(
  String.raw`(?<![\p{L}'-])(?:${[...PHRASES.keys()].map((phrase) => phrase.replaceAll('-', '[ -]')).join('|')})(?![\p{L}-])`,
  'giu',
)

/** Phrases as the one word that they are looked up as. */
export const joinedPhrases = (text: string): string =>
  text.replace(PHRASE, (phrase) => phrase.replaceAll(' ', '-'))

/** American phonemes of words that the dictionaries lack or that a reader of screenplays says differently. */
export const WORDS: ReadonlyMap<string, string> = new Map(Object.entries(WORD_TABLE.words))

/** American phonemes of names that dictionaries and spelling rules get wrong, by spelling without accents. */
const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(NAMES_OF))

const WITH_STROKES: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd' }

const withoutAccents = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łøđ]/g, (letter) => WITH_STROKES[letter] ?? letter)

/** American phonemes of a name; `name` is in small letters, accents or not. */
export const nameSound = (name: string): string | undefined =>
  NAMES.get(name) ?? NAMES.get(withoutAccents(name))

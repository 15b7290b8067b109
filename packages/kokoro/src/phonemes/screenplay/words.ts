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

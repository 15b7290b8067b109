import RULES from '../../../data/heteronyms.json' with { type: 'json' }

/** At what begins a word, its own beginning: a capital stays one. */
const like = (word: string, said: string) =>
  word.charAt(0) === word.charAt(0).toLowerCase() ? said : said.charAt(0).toUpperCase() + said.slice(1)

const PATTERNS: Readonly<Record<string, string>> = {
  '{PERSON}': String.raw`(?:I|you|he|she|it|we|they|who)`,
  '{END}': String.raw`(?=\s*(?:[.,;:!?…—”"]|$))`,
  '{BEGINNING}': String.raw`(?<=(?:^|[.!?…—“"(])\s*)`,
}

/**
 * Words of two sounds, with neighbors that decide and a word that has that sound alone.
 * Those that are no words are in data/words.json.
 */
const COMPILED = RULES.map(([neighbors = '', said = '']) => {
  const pattern = neighbors.replace(/\{(?:PERSON|END|BEGINNING)\}/g, (name) => PATTERNS[name]!)
  return [new RegExp(pattern, 'giu'), said] as const
})
/** Most texts have none. */
const ANY = /lead|tear|bow|wind|minute|content|desert|bass|dove|row|resume|present|aged/i

/** "A lead pipe" is "a led pipe". */
export const plainHeteronyms = (text: string): string =>
  ANY.test(text)
    ? COMPILED.reduce((plain, [pattern, said]) => plain.replace(pattern, (word) => like(word, said)), text)
    : text

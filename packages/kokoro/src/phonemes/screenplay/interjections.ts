import INTERJECTIONS from '../../../data/interjections.json' with { type: 'json' }

const SAID: Readonly<Record<string, string>> = INTERJECTIONS.said

/** Patterns of held letters and the shortest spelling they stand for. The first match wins: "ohh" is no "ooh". */
const HELD = INTERJECTIONS.held.map(([pattern, word]) => [new RegExp(pattern!), word!] as const)
const OOH = /^oo+h+$/

const found = (word: string): string | undefined => {
  if (Object.hasOwn(SAID, word)) return SAID[word]
  if (OOH.test(word)) return SAID['ooh']
  const held = HELD.find(([pattern]) => pattern.test(word))
  return held && SAID[held[1]]
}

/** Repeated with hyphens: "ha-ha-ha", "tsk-tsk". */
const repeated = (word: string): string | undefined => {
  const parts = word.split('-')
  if (parts.length < 2 || parts.length > 12) return undefined
  const said = parts.map(found)
  return said.every((each) => each !== undefined) ? said.join(' ') : undefined
}

/** American phonemes of an utterance that is no word; undefined for all else. `word` is in small letters. */
export const interjection = (word: string): string | undefined => found(word) ?? repeated(word)

export type Token = {
  text: string
  tag: string
  space: boolean
  /** Set before the dictionary is asked: a token that has phonemes keeps them. */
  phonemes: string | undefined
  /** Begins a word; "-5" is a number only there. */
  isHead: boolean
  /** What is read in its place. */
  alias: string | undefined
  /** A space separates its phonemes from those before. */
  spaceBefore: boolean
}

export const newToken = (text: string, tag: string, space: boolean): Token => ({
  text,
  tag,
  space,
  phonemes: undefined,
  isHead: true,
  alias: undefined,
  spaceBefore: false,
})

/** Capitals count double: the tag of "McDonald" is that of a name. */
const weight = (text: string) => {
  let sum = 0
  for (const character of text) sum += character === character.toLowerCase() ? 1 : 2
  return sum
}

export const textOf = (tokens: readonly Token[]): string =>
  tokens.map(({ text, space }, index) => (space && index < tokens.length - 1 ? `${text} ` : text)).join('')

const joinedPhonemes = (tokens: readonly Token[]): string => {
  let joined = ''
  for (const { phonemes, spaceBefore } of tokens) {
    if (spaceBefore && joined !== '' && !joined.endsWith(' ') && phonemes) joined += ' '
    joined += phonemes ?? ''
  }
  return joined
}

/** The tokens as one, without phonemes or with theirs joined. */
export function merged(tokens: readonly Token[], phonemes: 'none' | 'joined'): Token {
  const last = tokens.at(-1)!
  let heaviest = tokens[0]!
  for (const token of tokens) if (weight(token.text) > weight(heaviest.text)) heaviest = token
  return {
    text: textOf(tokens),
    tag: heaviest.tag,
    space: last.space,
    phonemes: phonemes === 'none' ? undefined : joinedPhonemes(tokens),
    isHead: tokens[0]!.isHead,
    alias: undefined,
    spaceBefore: tokens[0]!.spaceBefore,
  }
}

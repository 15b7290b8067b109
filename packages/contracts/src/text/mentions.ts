/** A mention in a text: `@` and a name. UTF-16 code units; the end is exclusive. */
type FoundMention = { start: number; end: number; name: string }

const PART_OF_WORD = /[\p{L}\p{N}\p{M}_]/u

/** Returns where a text mentions people of these names, in order. "@Ann" is not a mention in "@Anna" or "a@Ann". */
export function findMentions(text: string, names: Iterable<string>): FoundMention[] {
  // Of "Ann" and "Ann Lee" the longer one.
  const longestFirst = [...new Set(names)].filter((name) => name !== '').sort((a, b) => b.length - a.length)
  const found: FoundMention[] = []
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (PART_OF_WORD.test(text.charAt(at - 1))) continue
    const name = longestFirst.find((one) => isNameAt(text, at + 1, one))
    if (name !== undefined) found.push({ start: at, end: at + 1 + name.length, name })
  }
  return found
}

const isNameAt = (text: string, at: number, name: string): boolean =>
  text.startsWith(name, at) &&
  !PART_OF_WORD.test(String.fromCodePoint(text.codePointAt(at + name.length) ?? 32))

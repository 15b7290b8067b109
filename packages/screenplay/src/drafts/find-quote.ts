import { normalText } from './normal-line.ts'

const CHARACTERS_KEPT = 10_000
const plainCharacters = new Map<string, string>()
const plainOf = (character: string): string => {
  const known = plainCharacters.get(character)
  if (known !== undefined) return known
  if (plainCharacters.size >= CHARACTERS_KEPT) plainCharacters.clear()
  const plain = /\s/.test(character) ? ' ' : normalText(character)
  plainCharacters.set(character, plain)
  return plain
}

/** A text without typography, with the place of each of its characters in the written text. */
type Folded = { text: string; at: number[] }
const folded = (text: string): Folded => {
  const at: number[] = []
  let whole = ''
  let index = 0
  for (const character of text) {
    const plain = plainOf(character)
    // Runs of dashes or spaces are one.
    if (!((plain === ' ' || plain === '-') && whole.endsWith(plain)))
      for (let unit = 0; unit < plain.length; unit += 1) {
        whole += plain[unit]
        at.push(index)
      }
    index += character.length
  }
  at.push(index)
  return { text: whole, at }
}

/** Of the latest text: a line may have hundreds of notes. */
let latest: { text: string; folded: Folded } | undefined
function foldedLine(text: string): Folded {
  if (latest?.text !== text) latest = { text, folded: folded(text) }
  return latest.folded
}

/** Characters that are compared: a long quote may fit everywhere in a text of one letter. */
const COMPARED = 1_000_000

/** A longer quote is most of a line, and is not searched. */
const LONGEST = 2_000

const WORD = /[\p{L}\p{N}\p{M}]/u

/** Where a quote is in a text, whatever its typography: nearest to `near`, whole words preferred. */
export function findQuote(
  text: string,
  quote: string,
  near: number,
): { start: number; end: number } | undefined {
  if (quote.length > LONGEST) return undefined
  const wanted = folded(quote.trim()).text
  if (wanted === '') return undefined
  const { text: where, at } = foldedLine(text)
  let best: { start: number; end: number; cost: number } | undefined
  const cuts = (index: number) =>
    index > 0 && index < where.length && WORD.test(where[index - 1]!) && WORD.test(where[index]!)
  let left = COMPARED
  for (
    let index = where.indexOf(wanted);
    index >= 0 && left > 0;
    index = where.indexOf(wanted, index + 1), left -= wanted.length
  ) {
    const end = index + wanted.length
    const start = at[index]!
    const cost = Math.abs(start - near) + (cuts(index) || cuts(end) ? text.length : 0)
    if (!best || cost < best.cost) best = { start, end: endOf(at, end), cost }
  }
  return best && { start: best.start, end: best.end }
}

/** The end of the written character before a place: characters may become several. */
const endOf = (at: readonly number[], end: number): number => {
  let next = end
  while (next < at.length - 1 && at[next] === at[end - 1]) next++
  return at[next]!
}

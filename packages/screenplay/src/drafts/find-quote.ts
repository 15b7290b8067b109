import { normalText } from './normal-line.ts'

/** A text without typography, with the place of each of its characters in the written text. */
const folded = (text: string): { text: string; at: number[] } => {
  const at: number[] = []
  let whole = ''
  let index = 0
  for (const character of text) {
    const plain = /\s/.test(character) ? ' ' : normalText(character)
    // Runs of dashes or spaces are one.
    if (!((plain === ' ' || plain === '-') && whole.endsWith(plain)))
      for (const unit of plain.split('')) {
        whole += unit
        at.push(index)
      }
    index += character.length
  }
  at.push(index)
  return { text: whole, at }
}

const WORD = /[\p{L}\p{N}\p{M}]/u

/** Where a quote is in a text, whatever its typography: nearest to `near`, whole words preferred. */
export function findQuote(
  text: string,
  quote: string,
  near: number,
): { start: number; end: number } | undefined {
  const wanted = folded(quote.trim()).text
  if (wanted === '') return undefined
  const { text: where, at } = folded(text)
  let best: { start: number; end: number; cost: number } | undefined
  const cuts = (index: number) =>
    index > 0 && index < where.length && WORD.test(where[index - 1]!) && WORD.test(where[index]!)
  for (let index = where.indexOf(wanted); index >= 0; index = where.indexOf(wanted, index + 1)) {
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

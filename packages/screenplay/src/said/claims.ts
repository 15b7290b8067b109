import type { TextRange } from '../heard-text.ts'
import { MappedText, TextBuilder } from './mapped-text.ts'
import type { Found, SaidContext, TokenClass } from './token-class.ts'

const WORD_END = /[\p{L}\p{N}]$/u
const WORD_START = /^[\p{L}\p{N}]/u

/** Not behind an abbreviation: "Rm. 6". */
const SENTENCE_START = /(?:^|(?:\p{L}{4}\.|[\d)"']\.|[!?])["')\]]?\s)["'([]?$/u

/** "20 of them" that begins a sentence begins it in words too, and "Hwy." too. */
const beginsSentence = (text: string, at: number): boolean =>
  /[^\p{Ll}\s]/u.test(text.charAt(at)) && SENTENCE_START.test(text.slice(Math.max(0, at - 9), at))

const SPELLED = /^\p{Lu} \p{Lu}(?!\p{L})/u
const ARTICLE = /(?:^|[^\p{L}.'])A $/u

/** What the classes find, in the order of the text: each stretch goes to the first class that claims it. */
function claimsOf(
  text: string,
  context: SaidContext,
  classes: readonly TokenClass[],
  traits: number,
): Found[] {
  let isClaimed: Uint8Array | undefined
  const claims: Found[] = []
  for (const { find, needs } of classes) {
    if (needs !== undefined && (needs & traits) === 0) continue
    for (const found of find(text, context)) {
      isClaimed ??= new Uint8Array(text.length)
      if (found.from >= found.to || isClaimed.subarray(found.from, found.to).includes(1)) continue
      isClaimed.fill(1, found.from, found.to)
      claims.push(found)
    }
  }
  return claims.sort((a, b) => a.from - b.from)
}

/** Of the written text, ascending: the parts that the narrator reads, and where pauses end. */
type Claimed = { said: MappedText; byNarrator: TextRange[]; pauses: number[] }

/** Puts the words of the classes in the place of what they claimed; the rest keeps its words. */
export function withClaims(
  written: MappedText,
  context: SaidContext,
  classes: readonly TokenClass[],
  traits: number,
): Claimed {
  const claims = claimsOf(written.text, context, classes, traits)
  const byNarrator: TextRange[] = []
  const pauses: number[] = []
  if (claims.length === 0) return { said: written, byNarrator, pauses }
  const said = new TextBuilder()
  let last = 0
  /** Words of a class stand apart: "MI6" is "M I six". */
  const separate = (next: string, at: number) => {
    if (!WORD_START.test(next) || !WORD_END.test(said.last)) return
    const { from } = written.range(at, at + 1)
    said.words(' ', { from, to: from })
  }
  const keep = (end: number) => {
    if (end <= last) return
    separate(written.text.slice(last, last + 2), last)
    said.mapped(written, last, end)
  }
  for (const { from, to, words: found, byNarrator: isRead, isPause } of claims) {
    const words =
      !context.isHeading && beginsSentence(written.text, from)
        ? found.charAt(0).toUpperCase() + found.slice(1)
        : found
    if (
      from - 2 >= last &&
      SPELLED.test(words) &&
      ARTICLE.test(written.text.slice(Math.max(0, from - 3), from))
    ) {
      // "A TV" is no "ATV".
      keep(from - 2)
      said.words('a', written.range(from - 2, from - 1))
      last = from - 1
    }
    keep(from)
    separate(words, from)
    const isSpaced = isRead && written.text.charAt(from) === ' '
    const range = written.range(isSpaced ? from + 1 : from, to)
    if (isRead) byNarrator.push(range)
    if (isPause) pauses.push(range.to)
    said.words(words, range)
    last = to
  }
  keep(written.text.length)
  return { said: said.done(), byNarrator, pauses }
}

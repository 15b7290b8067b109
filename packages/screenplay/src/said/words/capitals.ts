import { slugParts } from '../headings/slug-line.ts'
import { matchesOf, type SaidContext, type TokenClass } from '../token-class.ts'

/** A word in Latin script, including apostrophes ("DON'T"), but not next to a digit ("R2D2"). */
const WORD = /(?<![\p{L}\p{M}\p{N}])[\p{Script=Latin}\p{M}]+(?:'[\p{Script=Latin}\p{M}]+)*(?![\p{L}\p{N}])/gu

/** Mistyped capitals: "cONTINUOUS", "MeLISSA", "NEwsroom". "TVs" is correct. */
const ODD_CAPITALS = /\p{Ll}\p{Lu}{2}|\p{Lu}{2}\p{Ll}{2}/u
/** Mistyped capitals in an all-caps style: "nighT", "CuT", "DAy". "PhD" and "McCUE" are correct. */
const STYLED_CAPITALS = /^(?!.*Mc).*\p{Ll}'?\p{Lu}(?:'s)?$|^\p{Lu}{2,}(?!s$)\p{Ll}$|\p{Lu}{2}\p{Ll}\p{Lu}/u

export const isAllCapitals = (text: string): boolean =>
  !/\p{Ll}/u.test(text) && text !== text.toLowerCase() && /\p{L}/u.test(text)

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
const isCapitals = (word: string) =>
  word.length > 1 && word === word.toUpperCase() && word !== word.toLowerCase()
/** Also "WILL's". */
const isShouted = (word: string) =>
  isCapitals(word.split("'")[0] ?? '') || isCapitals(word) || ODD_CAPITALS.test(word)

/** A letter with a full stop or "&" is an initial or part of an abbreviation: "U.S.", "J. EDGAR", "Q&A". */
const isInitial = (word: string, at: number, text: string) =>
  word.length === 1 &&
  (text[at + 1] === '.' ||
    text[at + 1] === '&' ||
    text[at - 1] === '&' ||
    (text[at - 1] === '.' && /(?<!\p{L})\p{L}$/u.test(text.slice(at - 3, at - 1))))

/** "PLAN B", "SCENE A": a letter that names something, at the end of what it names. */
const LABELLED =
  /\b(?:act|scene|part|apartment|room|block|unit|stage|studio|tag|opening|open|exhibit|row|blk\.?|wing|plan|type|vitamin|grade|class|section|level|gate|suite|door|camera|team|company|lot|building|bldg\.?|apt\.?|ste\.?|rm\.?|malcolm|mister|mr\.|agent|planet|brand|hepatitis|model|gen|generation)\s["']?$/i
const isLabel = (word: string, at: number, text: string) =>
  /^[a-z]$/i.test(word) &&
  LABELLED.test(text.slice(Math.max(0, at - 16), at)) &&
  /^["']?\s*(?:$|[-–—:.,)!?])/.test(text.slice(at + 1, at + 4))

/** An ending of a number is no word: "2ND" and "1920S". */
function readAs(word: string, at: number, text: string, context: SaidContext): string {
  const isLabelled = context.isHeading || context.isCaption || context.isAllCapitals
  if (isLabelled && isLabel(word, at, text)) return word.toUpperCase()
  const small = context.isHeading || context.isCaption || context.type === 'General'
  const styled = small && STYLED_CAPITALS.test(word) ? word.toLowerCase() : word
  if (/^O'\p{Lu}{2,}$/u.test(styled)) return `O'${capitalised(styled.slice(2))}`
  if (context.isAllCapitals) {
    if (isInitial(word, at, text)) return word
    if (/^I(?:'|$)/.test(word)) return `I${word.slice(1).toLowerCase()}`
    return context.kind === 'Character' && word.length > 1 ? capitalised(word) : word.toLowerCase()
  }
  if (!isShouted(styled)) return styled
  return capitalised(styled)
}

/** Words in capitals as the words they are: "the SCREEN DOOR" is "the Screen Door". */
export const capitals: TokenClass = {
  name: 'capitals',
  *find(text, whole) {
    if (
      !whole.isAllCapitals &&
      !whole.isHeading &&
      !whole.isCaption &&
      !/\p{Lu}{2}|\p{Ll}'?\p{Lu}|O'/u.test(text)
    )
      return
    // Each part of a slug line on its own: "INT. Mast house - NIGHT".
    const parts = whole.isHeading && !whole.isAllCapitals ? slugParts(text) : []
    let at = 0
    for (const { 0: word, index } of matchesOf(text, WORD)) {
      while (at < parts.length && parts[at]!.to <= index) at++
      const part = (parts[at]?.from ?? Infinity) <= index ? parts[at] : undefined
      const context =
        part && isAllCapitals(text.slice(part.from, part.to)) ? { ...whole, isAllCapitals: true } : whole
      const words = readAs(word, index, text, context)
      if (words !== word) yield { from: index, to: index + word.length, words }
    }
  },
}

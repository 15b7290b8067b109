import { wordSet } from '../../../word-set.ts'
import type { Found } from '../mentions.ts'
import type { Paragraph } from '../paragraph.ts'
import { isIndefinite, type Phrase } from '../phrases/phrase.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import type { PortraitNotes } from './portrait-notes.ts'
import { OPENS } from './signs.ts'

/** Most words between a description and the name. */
const LONGEST_GAP = 14
/** Before a colon the description may stand far away. */
const LONGEST_SENTENCE = 36
/** After a description and before the name that it belongs to. */
const BRIDGES = wordSet(
  'in with at on from of for wearing carrying holding by who whose under behind inside beside near since',
)
const PARTICIPLE = /(?:ing|ed)$/
const PRESENTING = wordSet("this is meet it's it enter here's introducing comes")
/** Before a thing that someone has or is in: "a kid in a hoodie". */
const BEFORE_THINGS = wordSet('in of with on at by')

/**
 * Reads the description before a name: "a retired headmistress, MARGARET", "their son FELIX", "a toddler known to
 * everybody as BOO". Returns whether there is one.
 */
export function readBeforeName(notes: PortraitNotes, one: Found, previous: Found | undefined): boolean {
  const { paragraph } = notes
  const phrase = phraseBefore(paragraph, one, previous)
  if (!phrase) return false
  notes.notePhrase(one, phrase)
  // "Her niece, a student named SOL".
  const earlier = paragraph.phrases.find(
    ({ to }) => to === phrase.from - 1 && lowerAt(paragraph.tokens, to) === ',',
  )
  if (earlier?.isRelative && earlier.isPerson && !paragraph.isUsed(earlier)) notes.notePhrase(one, earlier)
  return true
}

function phraseBefore(paragraph: Paragraph, one: Found, previous: Found | undefined): Phrase | undefined {
  const { end } = one
  const at = wholeNameAt(paragraph.tokens, one.at)
  const { tokens, phrases } = paragraph
  const nearest = phrases.findLast((phrase) => phrase.to <= at)
  if (!nearest) return undefined
  if (nearest.nameAt === at || nearest.to === at) return nearest
  if (paragraph.isUsed(nearest) || nearest.nameAt !== undefined) return undefined
  const least = previous ? previous.end : 0
  const isClosed = isEnd(tokens[afterSurname(tokens, end)])
  for (const phrase of phrases.toReversed()) {
    if (phrase.to > at || phrase.from < at - LONGEST_SENTENCE) continue
    if (phrase.from < least || !phrase.isPerson || paragraph.isUsed(phrase)) return undefined
    const gap = tokens.slice(phrase.to, at)
    const stop = gap.findIndex(({ isStop }) => isStop)
    if (stop >= 0) return isPresented(paragraph, gap.slice(stop + 1), one, phrase) ? phrase : undefined
    const last = gap.at(-1)
    if (!last || !OPENS.has(last.lower)) return undefined
    if (last.lower !== ',' && last.lower !== '(' && isClosed) return phrase
    if (gap.length > LONGEST_GAP) return undefined
    const isStart = phrase.from === 0 || tokens[phrase.from - 1]!.isSign
    if (isBridge(gap) && (isClosed || (isStart && isIndefinite(phrase)))) return phrase
    // "A kid in a hoodie, TREY": looks for the noun before "a hoodie".
    if (!BEFORE_THINGS.has(lowerAt(tokens, phrase.from - 1))) return undefined
  }
  return undefined
}

const MOST_NAMES_BEFORE = 3

/** The index of the first name or title that is in no cue: DR. ESTEBAN in "DR. ESTEBAN ROJAS". */
function wholeNameAt(tokens: readonly Token[], name: number): number {
  let at = name
  while (at > name - MOST_NAMES_BEFORE && (tokens[at - 1]?.isCaps || isTitle(tokens[at - 1]))) at--
  return at
}

const isTitle = (token: Token | undefined): boolean =>
  token?.isCapital === true && token.honorific !== undefined

/** "HÉLÈNE Marchand" ends after her surname. */
const afterSurname = (tokens: readonly Token[], end: number): number =>
  tokens[end]?.isCapital && !tokens[end]!.isPossessive ? end + 1 : end

/** Whether words between a description and a name add to the description: "in a raincoat,". */
const isBridge = (gap: readonly Token[]): boolean => {
  const { lower, isSign } = gap[0]!
  // "The septuagenarian lion of the London stage, SIR AMBROSE".
  if (gap[1]?.lower === 'of' && !isSign) return true
  return gap.length === 1 || isSign || BRIDGES.has(lower) || PARTICIPLE.test(lower)
}

/** "An old man sits by the fire. This is HOBBS." */
function isPresented(
  { tokens }: Paragraph,
  words: readonly Token[],
  { end }: Found,
  phrase: Phrase,
): boolean {
  const next = tokens[end]
  if (words.length === 0 && next && !next.isStop) return false
  return isIndefinite(phrase) && isEnd(next) && words.every(({ lower }) => PRESENTING.has(lower))
}

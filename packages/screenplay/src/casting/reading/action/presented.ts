import { wordSet } from '../../../word-set.ts'
import type { Gender } from '../../cue-words.ts'
import type { Found } from '../mentions.ts'
import type { Paragraph } from '../paragraph.ts'
import type { Phrase } from '../phrases/phrase.ts'
import { phraseAt } from '../phrases/phrase-at.ts'
import { lowerAt, splitWords, type Token } from '../tokens.ts'

/** "This is WICK", "Meet our hero, VICTOR", "Her name tag reads DARLENE". */
const PRESENTS =
  /^(?:(?:and )?(?:this|that|it)(?: is|['’]s)|(?:this|that) would be|(?:say hello to|introducing|meet|enter)|(?:his|her|their|the) (?:name|(?:name ?)?(?:tag|badge|plate|patch)|nameplate|nametag)(?: \w+)? (?:is|reads|says)|(?:everyone|everybody|people|they|we|friends)(?:['’]ll)? (?:calls?|knows?) (?:him|her|them)(?: as)?|(?:he|she)(?:['’]s| is)(?: (?:called|known as|named))?|(?:he|she) (?:goes by|answers to)|call (?:him|her|them))\b/i
const CALLED = /\b(?:is|was) (?:\w+ )?(?:called|named|known (?:to \w+ )?as)\s*$/i
const MAY_BE_CALLED = wordSet('called named as')
const GENDERS: ReadonlyMap<string, Gender> = new Map([
  ['he', 'male'],
  ['his', 'male'],
  ['she', 'female'],
  ['her', 'female'],
])
const LONGEST = 8
/** Most names of a paragraph that are looked at. */
const MOST = 4
const ABOUT = wordSet('a an one another the our his her their')

/**
 * The text with the name moved to the stranger whom a later sentence presents: "a boy, WICK. He is ten. This is WICK."
 * What comes between describes the person then.
 */
export function withPresented(paragraph: Paragraph, canBe: (one: Found, phrase: Phrase) => boolean): string {
  const { text, tokens, found } = paragraph
  if (found.length === 0) return text
  let places: { start: number; end: number }[] | undefined
  let presented = text
  let end = text.length
  // From the last to the first: what has been added does not move the rest.
  for (const one of found.slice(0, MOST).toReversed()) {
    const start = startOf(tokens, one.at)
    const isCalled = found[0] === one && isCalledAt(tokens, start, one.at)
    if (!isCalled && !isPresentedIn(tokens, start, one)) continue
    const gender = GENDERS.get(tokens[start]!.lower)
    const phrase = strangerIn(
      paragraph,
      isCalled ? one.at : start,
      (each) => (!gender || !each.gender || each.gender === gender) && canBe(one, each),
    )
    if (!phrase) continue
    places ??= splitWords(text)
    const at = places[phrase.to - 1]!.end
    if (at >= end) continue
    const name = text.slice(places[one.at]!.start, places[one.end - 1]!.end)
    const rest = presented.slice(at)
    presented = `${presented.slice(0, at)}, ${name}${/^\s*[.,;:!?)]/.test(rest) ? '' : ','}${rest}`
    end = at
  }
  return presented
}

/** "A boy is called WICK." */
const isCalledAt = (tokens: readonly Token[], start: number, at: number): boolean =>
  MAY_BE_CALLED.has(lowerAt(tokens, at - 1)) &&
  CALLED.test(wordsIn(tokens, Math.max(start, at - LONGEST), at))

/** A sentence after the first that is only a name, or presents it. */
function isPresentedIn(tokens: readonly Token[], start: number, { at, end }: Found): boolean {
  if (start === 0 || at - start > LONGEST) return false
  const isBare = start === at && (tokens[end] === undefined || tokens[end]!.isStop)
  return isBare || (start < at && PRESENTS.test(wordsIn(tokens, start, at)))
}

const wordsIn = (tokens: readonly Token[], from: number, to: number): string =>
  tokens
    .slice(from, to)
    .map(({ lower }) => lower)
    .join(' ')

function startOf(tokens: readonly Token[], at: number): number {
  let start = at
  while (start > 0 && !tokens[start - 1]!.isStop) start--
  return start
}

/** The first person in the sentences before whom the text does not name. */
function strangerIn(
  { tokens, found, isName }: Paragraph,
  end: number,
  canBe: (phrase: Phrase) => boolean,
): Phrase | undefined {
  for (let at = 0; at < end; at++) {
    if (!tokens[at]!.startsPhrase) continue
    const phrase = phraseAt(tokens, at, isName)
    if (!phrase) continue
    if (
      phrase.isPerson &&
      phrase.nameAt === undefined &&
      isFree(found, phrase) &&
      (phrase.determiner === '' || ABOUT.has(tokens[at]!.lower)) &&
      canBe(phrase)
    )
      return phrase
    at = Math.max(at, phrase.to - 1)
  }
  return undefined
}

/** Whether no name stands directly before or after a description. */
const isFree = (found: readonly Found[], { from, to }: Phrase): boolean =>
  !found.some(({ at, end }) => (at >= from && at <= to + 1) || (end >= from - 1 && end <= from))

import { wordSet } from '../../../word-set.ts'
import type { Gender } from '../../cue-words.ts'
import { ageAt } from '../ages/age-at.ts'
import { LEVEL } from '../evidence.ts'
import type { Found } from '../mentions.ts'
import type { Paragraph } from '../paragraph.ts'
import type { Phrase } from '../phrases/phrase.ts'
import { phraseAt } from '../phrases/phrase-at.ts'
import { predicateAt } from '../phrases/predicates.ts'
import { isEnd, lowerAt, splitWords, type Token } from '../tokens.ts'

/** "This is WICK", "Meet our hero, VICTOR", "Her name tag reads DARLENE". */
const PRESENTS =
  /^(?:(?:and )?(?:this|that|it)(?: is|['’]s)|(?:this|that) would be|(?:say hello to|introducing|meet|enter)|(?:his|her|their|the) (?:name|(?:name ?)?(?:tag|badge|plate|patch)|nameplate|nametag)(?: \w+)? (?:is|reads|says)|(?:everyone|everybody|people|they|we|friends)(?:['’]ll)? (?:calls?|knows?) (?:him|her|them)(?: as)?|(?:he|she)(?:['’]s| is)(?: (?:called|known as|named))?|(?:he|she) (?:goes by|answers to)|call (?:him|her|them))\b/i
const CALLED = /\b(?:is|was) (?:\w+ )?(?:called|named|known (?:to \w+ )?as)$/
/** Directly before the name: "whom all the street calls", "name tag reading", "who goes by". */
const CALLS =
  /\b(?:(?:whom?|every(?:one|body)|people|they|friends|all|street|town|village|locals)(?: \w+){0,4} calls?(?: (?:him|her|them))?|calls (?:him|her|them|(?:him|her)self)|(?:tag|badge|label|patch|name|tabard|sash|plate|apron|shirt|jersey|locket|necklace|uniform|cap)(?: \w+)? (?:reading|reads|says|saying|spells|spelling)|(?:goes|going|went) by(?: the name(?: of)?)?|answer(?:s|ing) to(?: the name(?: of)?)?|(?:will|would|always|all) call(?: (?:him|her|them))?)$/
/** "A boy of ten, no taller than his goats, called DORJEE". */
const NAMED =
  /(?:^|, )(?:known (?:to [a-z ]+ )?as|nicknamed|named|called|christened|baptised|baptized|dubbed)$/
/** The last word of these phrases. */
const MAY_CALL = wordSet(
  'called named as reads reading says saying spells spelling by name of to call calls him her them himself herself nicknamed christened baptised baptized dubbed',
)
const GENDERS: ReadonlyMap<string, Gender> = new Map([
  ['he', 'male'],
  ['his', 'male'],
  ['she', 'female'],
  ['her', 'female'],
])
const DASHES = wordSet('-- – —')
const SHOWING = wordSet("this that that's it it's")
const IS = wordSet('is was')
const LONGEST = 8
/** Most names of a paragraph that are looked at. */
const MOST = 4
const ABOUT = wordSet('a an one another the our his her their')

/**
 * The text with the name moved to the stranger whom a later sentence presents: "a boy, WICK. He is ten. This is WICK."
 * What comes between describes the person then.
 */
export function withPresented(
  paragraph: Paragraph,
  canBe: (one: Found, phrase: Phrase) => boolean,
  isNew: (one: Found) => boolean,
): string {
  const { text, tokens, found } = paragraph
  if (found.length === 0) return text
  let places: { start: number; end: number }[] | undefined
  let presented = text
  let end = text.length
  // From the last to the first: what has been added does not move the rest.
  for (const one of found.slice(0, MOST).toReversed()) {
    const start = startOf(tokens, one.at)
    const isCalled = found[0] === one && isCalledAt(paragraph, start, one)
    const isPresented = !isCalled && isPresentedIn(tokens, start, one)
    if (!isCalled && !isPresented && !(start > 0 && isNew(one))) continue
    const gender = GENDERS.get(tokens[start]!.lower)
    const isMeant = (each: Phrase) => (!gender || !each.gender || each.gender === gender) && canBe(one, each)
    const phrase =
      isCalled || isPresented
        ? firstOf(strangersIn(paragraph, isCalled ? one.at : start).filter(isMeant))
        : strangersIn(paragraph, start).findLast(
            (each) => isMeant(each) && isLike(tokens, each, start) && !isDescribed(paragraph, one),
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

/** "A boy is called WICK.", "a waitress, name tag reading DOT". */
function isCalledAt(paragraph: Paragraph, start: number, one: Found): boolean {
  const { tokens } = paragraph
  if (isSubject(paragraph, one, start)) return true
  if (!MAY_CALL.has(lowerAt(tokens, one.at - 1))) return false
  const words = wordsIn(tokens, Math.max(start, one.at - LONGEST), one.at)
  return [CALLED, CALLS, NAMED].some((pattern) => pattern.test(words))
}

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

/** The first one whose age the text tells, else the first one. */
const firstOf = (phrases: readonly Phrase[]): Phrase | undefined =>
  phrases.find(({ years }) => years !== undefined) ?? phrases[0]

/** The start of the sentence, or of a clause such as "-- that's TUPPENCE". */
function startOf(tokens: readonly Token[], at: number): number {
  let start = at
  while (start > 0 && !tokens[start - 1]!.isStop) {
    if (DASHES.has(lowerAt(tokens, start - 1)) && SHOWING.has(lowerAt(tokens, start))) break
    start--
  }
  return start
}

/** "The teenager behind the wheel is COLBY." */
function isSubject({ tokens, isName }: Paragraph, { at, end }: Found, start: number): boolean {
  const next = tokens[end]
  if (!IS.has(lowerAt(tokens, at - 1)) || !(isEnd(next) || next!.lower === 'who')) return false
  return phraseAt(tokens, start, isName)?.isPerson === true
}

/** The persons whom the text does not name, in its order. */
function strangersIn(paragraph: Paragraph, end: number): Phrase[] {
  const { tokens, isName } = paragraph
  const strangers: Phrase[] = []
  for (let at = 0; at < end; at++) {
    if (!tokens[at]!.startsPhrase) continue
    const phrase = phraseAt(tokens, at, isName)
    if (!phrase) continue
    const isAbout = phrase.determiner === '' || ABOUT.has(tokens[at]!.lower) || tokens[at]!.isPossessive
    if (phrase.isPerson && phrase.nameAt === undefined && isAbout && isFree(paragraph, phrase))
      strangers.push(phrase)
    at = Math.max(at, phrase.to - 1)
  }
  return strangers
}

/**
 * "A toddler thunders across the lawn. OTIS has found the hose": whether a stranger of the sentence before is the person
 * whom the text then names for the first time. A stranger in capitals is a character of their own.
 */
function isLike(tokens: readonly Token[], phrase: Phrase, start: number): boolean {
  const { from, to, nounAt, years, level, isRelative } = phrase
  const isAged =
    (lowerAt(tokens, to) === ',' && ageAt(tokens, to + 1, true) !== undefined) ||
    predicateAt(tokens, to, () => false)?.years !== undefined
  if (!isRelative && !isAged && (years === undefined || level < LEVEL.stage)) return false
  if (nounAt !== undefined && tokens[nounAt]!.isCaps) return false
  // "Molly, a woman of sixty", "a woman, Molly": the description of someone else.
  if (lowerAt(tokens, from - 1) === ',' && tokens[from - 2]?.isCapital) return false
  if (tokens[to]?.isCapital || (lowerAt(tokens, to) === ',' && tokens[to + 1]?.isCapital)) return false
  return tokens.slice(to, start - 1).every(({ isStop }) => !isStop)
}

/** "GEMMA, the baby's mother": a person of her own. */
function isDescribed({ tokens, isName }: Paragraph, { at, end }: Found): boolean {
  if (lowerAt(tokens, end) === ',' && phraseAt(tokens, end + 1, isName)?.isPerson) return true
  // "His father, ANSELM".
  const last = lowerAt(tokens, at - 1) === ',' ? at - 1 : at
  return phraseAt(tokens, last - 2, isName)?.to === last
}

/** Whether no name stands directly before or after a description. */
const isFree = ({ tokens, found }: Paragraph, { from, to }: Phrase): boolean => {
  const last = tokens[to]?.isStop ? to : to + 1
  return !found.some(({ at, end }) => (at >= from && at <= last) || (end >= from - 1 && end <= from))
}

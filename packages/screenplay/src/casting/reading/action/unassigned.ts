import { wordSet } from '../../../word-set.ts'
import { ageAt, type AgeInText } from '../ages/age-at.ts'
import { datedAgeIn } from '../ages/dated-ages.ts'
import { birthdayAt } from '../ages/birthday-at.ts'
import { isPastVerb } from '../ages/past-verbs.ts'
import { numberAt } from '../ages/number-at.ts'
import { summedAgeIn } from '../ages/summed-ages.ts'
import { LEVEL } from '../evidence.ts'
import { phraseAt } from '../phrases/phrase-at.ts'
import { predicateAt } from '../phrases/predicates.ts'
import type { Paragraph } from '../paragraph.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import type { PersonNotes } from './person-notes.ts'
import { isUnknownName } from './unknown-names.ts'

/** Below this age a number alone is rather a count, and after "at" a time. */
const YOUNGEST = { alone: 13, at: 25 }
/** "Under the hood, a kid of ten": what hides a person. */
const UNDER = wordSet('under beneath behind underneath inside below')
const BODY = wordSet('head face voice knees hands eyes legs back heart body lungs skin bones smile')
/** "Thirty-seven is ancient for a middleweight." */
const RATHER = wordSet('late old ancient young early past no not too hardly a')
const RATED = wordSet('is was')
const AGED = wordSet('aged being')
const MAKING = wordSet('makes made puts has')
const LEADS = wordSet('and but now already is was turned turns at him her being aged')
const BEFORE_LAST_NAME = wordSet(': -- – —')
const AFTER_AT = wordSet('it he she they still')

/**
 * An age that no one has been given yet is about the only character of the paragraph, unless someone else stands before
 * it in the sentence: "Welsh, soaked, and on the wrong side of forty, she kicks it again."
 */
export function readUnassigned(notes: PersonNotes, person: number, year: number | undefined): void {
  const { tokens, used } = notes.paragraph
  const summed = summedAgeIn(tokens)
  if (summed) return notes.noteAge(person, summed.years, LEVEL.stated, summed.from, summed.to)
  const dated = year === undefined ? undefined : datedAgeIn(tokens, year)
  if (dated) notes.noteAge(person, dated.years, dated.isSure ? LEVEL.said : LEVEL.hint, dated.from, dated.to)
  const known = notes.ageOf(person)
  if (known && known.level >= LEVEL.said) return
  for (let at = 0; at < tokens.length; at++) {
    if (used.has(at)) continue
    if (at > 0 && tokens[at - 1]!.isStop && lowerAt(tokens, at) === 'the') readDefinite(notes, person, at)
    if (readDisguised(notes, person, at)) return
    const age = looseAgeAt(tokens, at) ?? bodyAt(tokens, at) ?? ownBirthdayAt(tokens, at)
    if (!age || used.has(age.end - 1) || (!isMade(tokens, at) && hasOther(notes, at))) continue
    return notes.noteAge(person, age.years, LEVEL.said, at, age.end)
  }
}

/** "ADA shuffles in. The old woman will be eighty in May." */
function readDefinite(notes: PersonNotes, person: number, at: number): void {
  const { paragraph, findings } = notes
  const { tokens, isName } = paragraph
  const phrase = phraseAt(tokens, at, isName)
  if (!phrase?.isPerson || phrase.nameAt !== undefined || isName(phrase.to) || hasNewcomer(paragraph, at))
    return
  if (phrase.gender && !findings.canBe(person, phrase.gender)) return
  const predicate = predicateAt(tokens, phrase.to, isName)
  if (phrase.years === undefined && predicate?.years === undefined) return
  notes.notePhrase(person, phrase)
  if (predicate?.years !== undefined)
    notes.noteAge(person, predicate.years, predicate.level, at, predicate.to)
}

/** Whether the paragraph has mentioned someone else before. */
function hasNewcomer(paragraph: Paragraph, to: number): boolean {
  for (let at = 0; at < to; at++) if (paragraph.isStranger(at)) return true
  return paragraph.found[0] === undefined || paragraph.found[0].at > to
}

function looseAgeAt(tokens: readonly Token[], at: number): AgeInText | undefined {
  const before = tokens[at - 1]
  const isOfBody = before?.lower === 'are' && BODY.has(lowerAt(tokens, at - 2))
  if (before && !before.isSign && !isOfBody && !LEADS.has(before.lower)) return undefined
  if (before?.lower === 'at') {
    const number = numberAt(tokens, at)
    if (!number || number.value < YOUNGEST.at || isPast(tokens, at)) return undefined
    return isEnd(tokens[number.end]) || AFTER_AT.has(tokens[number.end]!.lower)
      ? { years: number.value, end: number.end }
      : undefined
  }
  const isAged = before !== undefined && AGED.has(before.lower)
  const age = ageAt(tokens, at, true) ?? ratedAt(tokens, at) ?? (isAged ? plainAt(tokens, at) : undefined)
  const isAlone = age?.end === at + 1 && !isAged
  return age && age.years >= (isAlone ? YOUNGEST.alone : 1) ? age : undefined
}

/** "She married late, at thirty." */
function isPast(tokens: readonly Token[], to: number): boolean {
  for (let at = to - 1; at >= 0 && !tokens[at]!.isStop; at--) if (isPastVerb(tokens[at]!.lower)) return true
  return false
}

/** "Being thirty-two would involve so much plumbing." */
function plainAt(tokens: readonly Token[], at: number): AgeInText | undefined {
  const number = numberAt(tokens, at)
  return number && { years: number.value, end: number.end }
}

/** "Thirty-seven is late for a comeback." */
function ratedAt(tokens: readonly Token[], at: number): AgeInText | undefined {
  const number = isEnd(tokens[at - 1]) ? numberAt(tokens, at) : undefined
  const isRated =
    number && RATED.has(lowerAt(tokens, number.end)) && RATHER.has(lowerAt(tokens, number.end + 1))
  return isRated ? { years: number.value, end: number.end } : undefined
}

/** "Thirty-third birthday, no guests." */
function ownBirthdayAt(tokens: readonly Token[], at: number): AgeInText | undefined {
  const birthday = isEnd(tokens[at - 1]) ? birthdayAt(tokens, at) : undefined
  return birthday && lowerAt(tokens, birthday.end - 1) === 'birthday' ? birthday : undefined
}

/** "The license makes him forty-two." */
const isMade = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.isPronoun === true && MAKING.has(lowerAt(tokens, at - 2))

/** "On eighteen-year-old knees". */
function bodyAt(tokens: readonly Token[], at: number): AgeInText | undefined {
  const age = tokens[at]!.number ? ageAt(tokens, at, false) : undefined
  return age && BODY.has(lowerAt(tokens, age.end)) ? age : undefined
}

/** "Under the hood, a kid of ten", "under it is the head of a man of sixty", "the face of a child of eight". */
function readDisguised(notes: PersonNotes, person: number, at: number): boolean {
  const { tokens, isName } = notes.paragraph
  const before = lowerAt(tokens, at - 1)
  const isShown = before === 'is' || (before === ',' && isHidden(tokens, at - 1))
  const isOfBody = before === 'of' && BODY.has(lowerAt(tokens, at - 2)) && isShownBody(tokens, at - 2)
  if ((!isShown && !isOfBody) || hasOther(notes, at)) return false
  const phrase = phraseAt(tokens, at, isName)
  if (!phrase?.isPerson || phrase.years === undefined || phrase.level < LEVEL.stage) return false
  if (phrase.gender && !notes.findings.canBe(person, phrase.gender)) return false
  notes.notePhrase(person, phrase)
  return true
}

/** Whether the words before a comma are "under the hood", not "beside her". */
function isHidden(tokens: readonly Token[], comma: number): boolean {
  let at = comma - 1
  while (at >= 0 && !tokens[at]!.isSign) at--
  return UNDER.has(lowerAt(tokens, at + 1)) && !tokens.slice(at, comma).some(({ isPronoun }) => isPronoun)
}

/** "It is the face of …", but not "he has the laugh of …". */
function isShownBody(tokens: readonly Token[], body: number): boolean {
  for (let at = body - 1; at >= Math.max(0, body - 3); at--)
    if (RATED.has(lowerAt(tokens, at)) || lowerAt(tokens, at) === "it's") return true
  return false
}

/** "The widow is forty-three: MRS. OYELARAN": whether a sentence ends in the name of its subject. */
function endsInName({ found, tokens }: Paragraph, from: number): boolean {
  const name = found.find(({ at }) => at > from)
  if (!name || !BEFORE_LAST_NAME.has(lowerAt(tokens, name.at - 1))) return false
  return tokens.slice(from, name.at).every(({ isStop }) => !isStop)
}

/** Whether someone who is no character, or unnamed, stands before a token in its sentence. */
function hasOther({ paragraph }: PersonNotes, to: number): boolean {
  if (endsInName(paragraph, to)) return false
  for (let at = to - 1; at >= 0 && !paragraph.tokens[at]!.isStop; at--) {
    if (paragraph.isName(at)) return false
    const { plural, group } = paragraph.tokens[at]!
    const isFirst = at === 0 || paragraph.tokens[at - 1]!.isStop
    if (plural || group || paragraph.isStranger(at) || isUnknownName(paragraph, at, isFirst)) return true
  }
  return false
}

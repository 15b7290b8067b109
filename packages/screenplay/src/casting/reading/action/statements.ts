import { wordSet } from '../../../word-set.ts'
import { ageAt } from '../ages/age-at.ts'
import { ageBefore } from '../ages/age-before.ts'
import { birthdayAt } from '../ages/birthday-at.ts'
import { numberAt } from '../ages/number-at.ts'
import { LEVEL, WEIGHT } from '../evidence.ts'
import type { Found } from '../mentions.ts'
import { predicateAt } from '../phrases/predicates.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import type { PersonNotes } from './person-notes.ts'
import type { Reference } from './pronouns.ts'

/** Most persons whom "they" means. */
const MOST_TOGETHER = 4
const PICTURES = wordSet(
  'photo photos photograph photographs picture pictures portrait portraits snapshot snapshots polaroid polaroids painting paintings memory dream dreams',
)
/** How far before a pronoun "in the photo" still counts. */
const PICTURE_REACH = 30
const NOT_NOW = wordSet(
  'week day year night month summer winter morning when since until till before after if though because while where',
)
const CELEBRATING = /^(?:celebrat\w+|had|has|turned|reached)$/
const YEARS_OF_LIFE = wordSet('year summer winter spring autumn')
/** "His third year" is one at a school. */
const YOUNGEST_IN_YEAR = 9
const SPANS = wordSet('years summers winters')
/** "His first birthday" says little: it may be a child's, years ago. */
const YOUNGEST_BIRTHDAY = 3
/** Without the word "birthday" a lower ordinal is rather a count: "celebrates her third". */
const CELEBRATED_OVER = 15
/** "His twelve years" are rather those of a job. */
const SHORTEST_LIFE = 13

/** "She is thirty-six", "At thirty-three he …". */
export function readPredicate(notes: PersonNotes, at: number, references: readonly Reference[]): void {
  const { paragraph, findings } = notes
  const { tokens, isName } = paragraph
  const { subject, lower } = tokens[at]!
  // "Where she hid it when she was ten".
  const isAhead = lowerAt(tokens, at + 1) === 'will'
  if ((!isAhead && NOT_NOW.has(lowerAt(tokens, at - 1))) || isPictured(tokens, at)) return
  const shown = lowerAt(tokens, at + 1) === 'is' ? paragraph.nameAt(at + 2) : undefined
  if (subject && shown) findings.add(shown.mention.person, subject, WEIGHT.apposition, lower)
  const predicate = predicateAt(tokens, at + 1, isName, /['’]s$/.test(lower))
  const before = predicate ? undefined : ageBefore(tokens, at)
  if (!predicate && !before) return
  const person = notes.meant(subject, references)
  if (person === undefined) return
  if (before) return notes.noteAge(person, before.age.years, LEVEL.stated, before.from, at)
  const { years, level, phrase, to } = predicate!
  if (subject) findings.add(person, subject, WEIGHT.aside, lower, notes.quote(at, to))
  if (phrase) notes.notePhrase(person, phrase, at)
  else if (years !== undefined) notes.noteAge(person, years, level, at, to)
}

/** "In the photo she is ten." */
function isPictured(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= Math.max(0, at - PICTURE_REACH) && !tokens[back]!.isStop; back--)
    if (PICTURES.has(tokens[back]!.lower)) return true
  return false
}

/** "They are both in their seventies." */
export function readOfAll(notes: PersonNotes, at: number, persons: readonly number[]): void {
  const { tokens, isName } = notes.paragraph
  const predicate = predicateAt(tokens, at + 1, isName, /['’]re$/.test(tokens[at]!.lower))
  const years = predicate?.years ?? predicate?.phrase?.years
  if (!predicate || years === undefined || persons.length > MOST_TOGETHER) return
  for (const person of persons) notes.noteAge(person, years, predicate.level, at, predicate.to)
}

/** "JUNO slides into a pew. They have not slept.": JUNO is "they" if no one else is meant. */
export function readThey({ paragraph, findings }: PersonNotes, at: number): void {
  const { tokens, found } = paragraph
  const [one] = found
  if (!one || one.at > at || found.some(({ mention }) => mention.person !== one.mention.person)) return
  const isOfMany = ({ lower, plural, group, isPossessive }: Token, before: number) =>
    plural !== undefined ||
    group ||
    (before > one.at && lower === 'and') ||
    (/[^s]s$/.test(lower) && lower.length > 3 && !isPossessive && !isVerbAt(tokens, before, one))
  if (!tokens.slice(0, at).some(isOfMany)) findings.noteThey(one.mention.person)
}

/** "JUNO slides", "JUNO, in a coat, slides". */
function isVerbAt(tokens: readonly Token[], at: number, one: Found): boolean {
  const before = lowerAt(tokens, at - 1)
  return (at >= one.at && at <= one.end) || before === ',' || before === ')'
}

/** "Her seventieth birthday", "well into his eighties", "his three score and ten". */
export function readOwnAge(notes: PersonNotes, at: number, references: readonly Reference[]): void {
  const { tokens } = notes.paragraph
  const next = tokens[at + 1]
  const number = next?.number
  if (number && SPANS.has(lowerAt(tokens, numberAt(tokens, at + 1)?.end ?? at)))
    return readSpan(notes, at, references)
  const birthday = next && birthdayMeant(tokens, at)
  const age =
    birthday ??
    (number
      ? ageAt(tokens, at + 1, number.kind !== 'unit' || lowerAt(tokens, at + 2) === 'score')
      : undefined)
  if (!age || age.years <= 0 || (birthday && birthday.years < YOUNGEST_BIRTHDAY)) return
  const person = notes.meant(ownerAt(tokens, at), references)
  if (person !== undefined) notes.noteAge(person, age.years, LEVEL.said, at, age.end)
}

/** "Her seventieth birthday", "celebrates his 40th". */
function birthdayMeant(tokens: readonly Token[], at: number) {
  const birthday = birthdayAt(tokens, at + 1)
  if (!birthday) return undefined
  const isNamed = lowerAt(tokens, birthday.end - 1) === 'birthday'
  // "In his eightieth year", "her fifty-second summer".
  if (!isNamed && birthday.years > YOUNGEST_IN_YEAR && YEARS_OF_LIFE.has(lowerAt(tokens, birthday.end)))
    return { years: birthday.years - 1, end: birthday.end + 1 }
  const isMeant = isNamed || (birthday.years > CELEBRATED_OVER && CELEBRATING.test(lowerAt(tokens, at - 1)))
  return isMeant ? birthday : undefined
}

/** "For all her sixty years", but not "his thirty years in the force". */
function readSpan(notes: PersonNotes, at: number, references: readonly Reference[]): void {
  const { tokens } = notes.paragraph
  const number = numberAt(tokens, at + 1)
  if (!number || number.value < SHORTEST_LIFE || !isEnd(tokens[number.end + 1])) return
  const person = notes.meant(ownerAt(tokens, at), references)
  if (person !== undefined) notes.noteAge(person, number.value, LEVEL.said, at, number.end + 1)
}

const ownerAt = (tokens: readonly Token[], at: number) => (lowerAt(tokens, at) === 'his' ? 'male' : 'female')

import { wordSet } from '../../../word-set.ts'
import { ageAt } from '../ages/age-at.ts'
import { birthdayAt } from '../ages/birthday-at.ts'
import { numberAt } from '../ages/number-at.ts'
import { LEVEL, WEIGHT } from '../evidence.ts'
import { isIndefinite } from '../phrases/phrase.ts'
import { phraseAt } from '../phrases/phrase-at.ts'
import { predicateAt } from '../phrases/predicates.ts'
import { isEnd, lowerAt, type Token } from '../tokens.ts'
import type { PersonNotes } from './person-notes.ts'
import { personsIn, type Reference } from './pronouns.ts'

const BARE = wordSet("could can't can’t must might may looks seems is turns turned just")
const GUESSES = wordSet('say says')
const AFTER_FRAGMENT = wordSet('who with whose in of from and')
/** A lower number alone is rather a count: in a sentence of its own, and after a comma. */
const YOUNGEST = { sentence: 4, clause: 13 }
const YOUNGEST_BIRTHDAY = 3

/** The place of a description, and the persons mentioned before it. */
type Nameless = {
  at: number
  isFirst: boolean
  references: readonly Reference[]
  /** Whether the references are of the same sentence. */
  isSameSentence: boolean
}

/** A description without a name is about the last name, or about the only one of the sentence before. */
export function readNameless(notes: PersonNotes, nameless: Nameless): void {
  const { at, isFirst, references, isSameSentence } = nameless
  const { tokens } = notes.paragraph
  const { lower, noun, ordinal } = tokens[at]!
  const before = tokens[at - 1]
  const isBirthday = ordinal !== undefined && lowerAt(tokens, at + 1) === 'birthday'
  if (!isFirst && !before!.announces && !isBirthday) return
  const persons = personsIn(references)
  const person = isSameSentence || persons.length === 1 ? persons.at(-1) : undefined
  if (person === undefined) return
  if (isBirthday) return readBirthday(notes, at, person)
  if (noun && (lower === 'male' || lower === 'female') && isEnd(tokens[at + 1]))
    notes.findings.add(person, noun, WEIGHT.apposition, lower)
  if (lower === 'at' && before?.lower === ',') readPastAge(notes, at, person)
  // "Russian, going by what he mutters."
  const { accent } = tokens[at]!
  if (isFirst && accent && isEnd(tokens[at + 1])) notes.findings.noteAccent(person, accent)
  if (isFirst) {
    readFragment(notes, at, person)
    readBare(notes, at, person)
  }
  readLooseAge(notes, at, person, isFirst)
}

/** "On ADA's seventieth birthday". */
function readBirthday(notes: PersonNotes, at: number, person: number): void {
  const { tokens } = notes.paragraph
  const isJoined = tokens[at - 1]?.number?.kind === 'ten'
  const birthday = birthdayAt(tokens, isJoined ? at - 1 : at)
  if (birthday && birthday.years >= YOUNGEST_BIRTHDAY)
    notes.noteAge(person, birthday.years, LEVEL.said, at, birthday.end)
}

/** "He became a father, at twenty-one." */
function readPastAge(notes: PersonNotes, at: number, person: number): void {
  const { tokens } = notes.paragraph
  const past = numberAt(tokens, at + 1)
  if (past && past.value >= YOUNGEST.clause && isEnd(tokens[past.end]))
    notes.noteAge(person, past.value, LEVEL.said, at, past.end)
}

/** A description that is a sentence: "A girl of nine." */
function readFragment(notes: PersonNotes, at: number, person: number): void {
  const { paragraph } = notes
  const { tokens, isName } = paragraph
  const phrase = phraseAt(tokens, at, isName)
  if (!phrase || phrase.nameAt !== undefined || !isIndefinite(phrase) || isName(phrase.to)) return
  const next = tokens[phrase.to]
  const isWhole = isEnd(next) || AFTER_FRAGMENT.has(next!.lower)
  if (!isWhole || isName(phrase.to + 1) || (!phrase.isPerson && phrase.years === undefined)) return
  if (paragraph.isUsed(phrase)) return
  if (phrase.gender && !notes.findings.canBe(person, phrase.gender)) return
  notes.notePhrase(person, phrase)
}

/** "Could be thirty.", "Looks about fifty." */
function readBare(notes: PersonNotes, at: number, person: number): void {
  const { tokens, isName } = notes.paragraph
  if (!BARE.has(tokens[at]!.lower)) return
  const predicate = predicateAt(tokens, at, isName)
  if (predicate?.years !== undefined)
    notes.noteAge(person, predicate.years, predicate.level, at, predicate.to)
}

/** An age on its own after a sign: "Late forties, tired eyes.", "Bow tie, fifty-seven years of age." */
function readLooseAge(notes: PersonNotes, at: number, person: number, isSentence: boolean): void {
  const { paragraph } = notes
  const { tokens, isName } = paragraph
  const age = ageAt(tokens, at, true)
  if (!age || isName(age.end + 1) || isName(age.end) || isCounted(tokens, age.end)) return
  // "He counts: three, four" states no age; "Nine years old." does.
  const isPlain = tokens[at]!.number !== undefined && age.end - at === 1
  if (isPlain && age.years < (isSentence ? YOUNGEST.sentence : YOUNGEST.clause)) return
  // "You'd say sixty" is a guess.
  const isGuess = GUESSES.has(lowerAt(tokens, at - 1))
  const level = isSentence ? LEVEL.stated : isGuess ? LEVEL.stage : LEVEL.said
  notes.noteAge(person, age.years, level, at, age.end)
  paragraph.use(at, age.end)
}

/** "He counts: three, four." */
const isCounted = (tokens: readonly Token[], end: number): boolean =>
  lowerAt(tokens, end) === ',' && tokens[end + 1]?.number !== undefined && isEnd(tokens[end + 2])

import type { Age } from './age.ts'
import {
  ageOfCue,
  genderOfCue,
  genderOfWord,
  isFirstName,
  isMachine,
  personWords,
  speakerOf,
  TITLES,
  wordsOf,
  type CueGender,
  type Gender,
  type LikelyGender,
} from './cue-words.ts'
import { LEVEL, type Aged, type Evidence } from './reading/evidence.ts'
import { likelyLanguage } from './language.ts'
import { NameIndex } from './reading/mentions.ts'
import { quoted } from './reading/quotes.ts'
import { TextReader, type TextLine } from './reading/read-text.ts'
import { ensemblesOf, type Ensemble } from '../together/ensembles.ts'
import { meet, speechesOf } from './speeches.ts'

export type Part = {
  name: string
  lineCount: number
  gender: LikelyGender
  /** Whether the gender is a guess from a name that women and men have: SAM. */
  isGuess: boolean
  /** The evidence for age and gender in a few words: `“a retired headmistress”`, `“his” in the text`. */
  because: string | undefined
  age: Age | undefined
  /** The age in years, about, if the text states it. */
  years: number | undefined
  /** The character's accent according to the text, in lower case: `scottish`. */
  accent: string | undefined
  isMachine: boolean
  /** The plainest cue of the same person: EDWARD for YOUNG EDWARD and EDWARD'S VOICE. */
  person: string
  scenes: ReadonlySet<number>
  /** Number of times that another character speaks directly before or after, by name. */
  exchanges: ReadonlyMap<string, number>
  /** Who speaks its lines together, if others speak all of them. */
  ensemble: Ensemble | undefined
}

/** Weight of a name compared with the text (`Evidence.balance`, at most 6). */
const NAME_WEIGHT = { word: 20, name: 3, mostly: 1 }
/** Scores from which a gender counts as likely and as sure. */
const LIKELY = 0.5
const SURE = 2.5

/** Longest input, twice a long film. More would block the page that calls it and hardly change the result. */
const MAX_LINES_READ = 10_000

const ageOfYears = (years: number): Age =>
  years < 13 ? 'child' : years < 26 ? 'young' : years < 46 ? 'adult' : years < 65 ? 'mature' : 'old'

const genderAt = (score: number, least: number): LikelyGender =>
  score >= least ? 'female' : score <= -least ? 'male' : undefined

type Known = { cue: CueGender | undefined; evidence: Evidence; score: number }

const signed = (gender: Gender, weight: number) => (gender === 'female' ? weight : -weight)
const judge = (cue: CueGender | undefined, evidence: Evidence): Known => ({
  cue,
  evidence,
  score: evidence.balance + (cue ? signed(cue.gender, NAME_WEIGHT[cue.kind]) : 0),
})

/** A first name counts as sure unless the text contradicts it. */
const sureOf = ({ cue, score }: Known): LikelyGender => {
  const likely = genderAt(score, LIKELY)
  return cue && cue.kind !== 'mostly' && cue.gender === likely ? likely : genderAt(score, SURE)
}

const genderFrom = ({ cue, evidence }: Known, gender: Gender): string | undefined => {
  const said = evidence.word(gender)
  if (cue?.kind === 'word' && cue.gender === gender) return `“${cue.word}” in the name`
  if (said) return said.quote ? `“${quoted(said.quote)}”` : `“${said.word}” in the text`
  return cue?.gender === gender ? `the name ${cue.word}` : undefined
}

const isGuess = ({ cue, evidence }: Known, gender: LikelyGender): boolean =>
  gender !== undefined && cue?.isGuess === true && evidence.word(gender) === undefined

const ageFrom = (aged: Aged | undefined, cue: { word: string } | undefined): string | undefined => {
  if (aged) return aged.quote && `“${quoted(aged.quote)}”`
  return cue && `“${cue.word}” in the name`
}

function readPersons(lines: readonly TextLine[], names: NameIndex, characters: readonly string[]) {
  const cues = new Map(characters.map((name, cue) => [name, cue]))
  const cueOf = names.persons.map((person) => {
    const told = person.cues
      .map((cue) => genderOfCue(characters[cue]!))
      .filter((gender) => gender !== undefined)
    return told.find(({ kind }) => kind === 'word') ?? told[0]
  })
  const reader = new TextReader(names, cues, cueOf, likelyLanguage(lines))
  for (const line of lines.slice(0, MAX_LINES_READ)) reader.read(line)
  const known = () => reader.findings.evidence.map((evidence, person) => judge(cueOf[person], evidence))
  const first = known().map(sureOf)
  reader.settle((person) => first[person])
  return { findings: reader.findings, known: known() }
}

/** Whether a cue says nothing about age: EDWARD and EDWARD'S VOICE, but not YOUNG EDWARD. */
const isAgeless = (name: string) => personWords(name).length === wordsOf(speakerOf(name)).length

/** Excludes words that are not surnames: MARY ANN, MARY AND JACK, MARY 2, MARY'S. */
const isSurname = (word: string) =>
  /^\p{L}{2,}$/u.test(word) &&
  word !== 'AND' &&
  !isFirstName(word) &&
  !genderOfWord(word) &&
  !TITLES.has(word)

/**
 * JOLENE is JOLENE FRENCH if only one cue has that first name and a surname, and the two never speak in the same scene.
 */
function namesOfPersons(
  cues: readonly string[],
  areTogether: (a: number, b: number) => boolean,
): readonly (readonly string[])[] {
  const own = cues.map(personWords)
  const full = new Map<string, Set<string>>()
  for (const [first, surname, more] of own) {
    if (!first || !surname || more !== undefined || !isFirstName(first) || !isSurname(surname)) continue
    full.set(first, (full.get(first) ?? new Set()).add(surname))
  }
  return own.map((words, cue) => {
    const surnames = words.length === 1 ? full.get(words[0]!) : undefined
    if (surnames?.size !== 1) return words
    const name = [words[0]!, ...surnames]
    const others = own.flatMap((each, other) => (each.join(' ') === name.join(' ') ? [other] : []))
    return others.some((other) => areTogether(cue, other)) ? words : name
  })
}

/** Returns the parts in the order of `characters`. */
export const partsOf = (lines: readonly TextLine[], characters: readonly string[]): Part[] => {
  const speech = speechesOf(lines, characters)
  const names = new NameIndex(
    characters,
    namesOfPersons(characters, (a, b) => meet(speech[a]!, speech[b]!)),
  )
  const { findings, known } = readPersons(lines, names, characters)
  const ensembles = ensemblesOf(lines)
  const agedOf = (name: string, cue: number, cues: readonly number[]) => {
    // DAD'S VOICE has the age of DAD.
    const same = cues.filter((other) =>
      isAgeless(name) ? isAgeless(characters[other]!) : speakerOf(characters[other]!) === speakerOf(name),
    )
    return [cue, ...same].map((each) => findings.ages[each]).find((age) => age !== undefined)
  }
  return characters.map((name, cue): Part => {
    const person = names.personOfCue[cue]!
    const { cues, lead } = names.persons[person]!
    const gender = findings.isNeither(person) ? undefined : genderAt(known[person]!.score, LIKELY)
    const aged = agedOf(name, cue, cues)
    const ofCue = ageOfCue(name)
    // YOUNG MARA may be a child or a young woman: the text decides.
    const isVague = ofCue === undefined || ofCue.word.startsWith('YOUNG')
    const isAged = aged !== undefined && (aged.level > LEVEL.hint || isVague)
    return {
      name,
      ...speech[cue]!,
      gender,
      isGuess: isGuess(known[person]!, gender),
      because: ageFrom(isAged ? aged : undefined, ofCue) ?? (gender && genderFrom(known[person]!, gender)),
      age: isAged ? ageOfYears(aged.years) : ofCue?.age,
      years: isAged ? aged.years : undefined,
      accent: findings.accents[person],
      isMachine: isMachine(name),
      person: characters[lead]!,
      ensemble: ensembles.get(name),
    }
  })
}

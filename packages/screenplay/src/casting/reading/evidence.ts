import type { CueGender, Gender } from '../cue-words.ts'
import type { Mention, NameIndex } from './mentions.ts'

export const WEIGHT = {
  apposition: 3,
  before: 2.5,
  honorific: 2.5,
  counted: 2.5,
  firstName: 2,
  aside: 2,
  subject: 1,
  possessive: 0.8,
  address: 0.6,
  /** "(she/her)". */
  stated: 9,
} as const

/** How surely the text states an age; a higher level overrules a lower one. */
export const LEVEL = { hint: 1, stage: 2, said: 3, stated: 4 } as const

/** Words of a text, by index of tokens; `name` is the index of the character's name in it. */
export type Quote = { text: string; from: number; to: number; name?: number | undefined }
export type Aged = { years: number; level: number; quote: Quote | undefined }

export class Evidence {
  readonly #sums = { female: 0, male: 0 }
  readonly #words = new Map<string, { weight: number; quote: Quote | undefined }>()

  add(gender: Gender, weight: number, word: string, quote?: Quote): void {
    this.#sums[gender] += weight
    const key = `${gender} ${word}`
    const known = this.#words.get(key)
    this.#words.set(key, { weight: (known?.weight ?? 0) + weight, quote: known?.quote ?? quote })
  }

  /** From -6 (all evidence is male) to 6 (female); near 0 if evidence is scarce or mixed. */
  get balance(): number {
    const { female, male } = this.#sums
    return (6 * (female - male)) / (female + male + 1.5)
  }

  /** The strongest evidence for a gender. */
  word(gender: Gender): { word: string; quote: Quote | undefined } | undefined {
    let best: { word: string; quote: Quote | undefined } | undefined
    let most = 0
    for (const [key, { weight, quote }] of this.#words) {
      if (weight <= most || !key.startsWith(`${gender} `)) continue
      best = { word: key.slice(gender.length + 1), quote }
      most = weight
    }
    return best
  }
}

export class Findings {
  /** Indexed by person. */
  readonly evidence: readonly Evidence[]
  /** Indexed by cue. */
  readonly ages: (Aged | undefined)[] = []
  /** Persons whom the text calls "they". */
  readonly neither = new Set<number>()
  /** Persons whom the text seems to call "they". */
  readonly maybeNeither = new Set<number>()
  readonly accents: (string | undefined)[] = []
  readonly cues: readonly (CueGender | undefined)[]
  readonly #names: NameIndex
  #lastAged: number | undefined

  constructor(names: NameIndex, cues: readonly (CueGender | undefined)[]) {
    this.#names = names
    this.cues = cues
    this.evidence = names.persons.map(() => new Evidence())
  }

  add(person: number, gender: Gender, weight: number, word: string, quote?: Quote): void {
    this.evidence[person]!.add(gender, weight, word, quote)
  }

  /** "Mrs. Bennett" is not DR. BENNETT, who would be addressed by that title; "Mr. Hale" is not ADA HALE. */
  addHonorific(mention: Mention, gender: Gender, word: string): void {
    if (this.#names.isTitled(mention) || (mention.isPart && this.isOther(mention.person, gender))) return
    this.add(mention.person, gender, WEIGHT.honorific, word)
  }

  isOther(person: number, gender: Gender): boolean {
    const cue = this.cues[person]
    return cue !== undefined && cue.kind !== 'mostly' && cue.gender !== gender
  }

  /** Of equal statements the highest age counts: younger versions of a person have cues of their own. */
  noteAge(
    { person, cue = this.#names.persons[person]!.lead }: Pick<Mention, 'person' | 'cue'>,
    years: number,
    level: number,
    quote?: Quote,
  ): void {
    const known = this.ages[cue]
    if (
      known &&
      (level < known.level || (level === known.level && (level < LEVEL.stated || years <= known.years)))
    )
      return
    this.ages[cue] = { years, level, quote }
    this.#lastAged = cue
  }

  ageOf(person: number): Aged | undefined {
    return this.ages[this.#names.persons[person]!.lead]
  }

  /** A twin has the age that the text stated last. */
  noteRelative(mention: Mention, quote: Quote, of = (years: number) => years): void {
    const cue = mention.cue ?? this.#names.persons[mention.person]!.lead
    const other =
      this.#lastAged === undefined || this.#lastAged === cue ? undefined : this.ages[this.#lastAged]
    if (other && other.level >= LEVEL.said) this.noteAge(mention, of(other.years), LEVEL.said, quote)
  }

  /** Whether nothing so far says that a person has the other gender. */
  canBe(person: number, gender: Gender): boolean {
    const { balance } = this.evidence[person]!
    return !this.isOther(person, gender) && (gender === 'female' ? balance > -1 : balance < 1)
  }

  /** Whether the text or a first name says that a person has a gender. */
  isLikely(person: number, gender: Gender): boolean {
    const { balance } = this.evidence[person]!
    return this.cues[person]?.gender === gender || (gender === 'female' ? balance > 1 : balance < -1)
  }

  noteAccent(person: number, accent: string): void {
    this.accents[person] ??= accent
  }

  noteThey(person: number): void {
    this.maybeNeither.add(person)
  }

  /** Whether the text calls a person "they", and neither "he" nor "she". */
  isNeither(person: number): boolean {
    if (this.neither.has(person)) return true
    return (
      this.maybeNeither.has(person) &&
      this.cues[person]?.kind !== 'word' &&
      Math.abs(this.evidence[person]!.balance) < 0.5
    )
  }

  noteNeither(person: number): void {
    this.neither.add(person)
  }
}

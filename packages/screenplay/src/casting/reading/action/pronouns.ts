import type { Gender } from '../../cue-words.ts'
import { WEIGHT, type Findings } from '../evidence.ts'

/** A possible referent of a pronoun: a character, or an unnamed person whose gender the text states. */
export type Reference = { person: number } | { gender: Gender }
type Pronoun = {
  gender: Gender
  weight: number
  word: string
  /** Whether the paragraph names someone of that gender who is no character. */
  isElsewhere?: () => boolean
}
type Unclear = Pronoun & {
  persons: readonly number[]
  /** The nearest person, already credited; `persons` are of the same paragraph if `isNear`, else of the scene. */
  heard?: { person: number; isNear: boolean }
  /** The nearest person, used only as a last resort because their name suggests the other gender. */
  instead?: number
}

const UNCLEAR = 0.6
const ALONE = 2.2
/** For "her" if the only character present has a man's name, and the text names a woman. */
const NOT_ALONE = 1.2
/** The share that is taken back if another person of that gender is present. */
const AS_LIKELY = 0.6

/** Assigns each "he" and "her" in the action to its possible referents. */
export class Pronouns {
  readonly #findings: Findings
  readonly #unclear: Unclear[] = []
  readonly #present = new Set<number>()

  constructor(findings: Findings) {
    this.#findings = findings
  }

  beginScene(): void {
    this.#present.clear()
  }

  /** The persons of this scene, in the order in which they were named first. */
  get persons(): readonly number[] {
    return [...this.#present]
  }

  present(person: number): void {
    this.#present.add(person)
  }

  /** `references` were mentioned in this sentence, `before` in earlier ones. */
  hear(references: readonly Reference[], before: readonly Reference[], pronoun: Pronoun): void {
    const { gender, weight, word } = pronoun
    const isNameless = (one: Reference) => 'gender' in one && one.gender === gender
    // "He meets a woman. She smiles": the pronoun refers to the unnamed person.
    if (references.some(isNameless)) return
    const named = personsIn(references)
    // "A man she will not discuss": the woman was named before.
    const persons = named.length > 0 ? named : personsIn(before).slice(0, 1)
    const [heard] = persons
    if (heard === undefined) return
    if (persons.length > 1) return void this.#unclear.push({ ...pronoun, persons })
    const near = personsIn(before).filter((person) => person !== heard)
    const others = near.length > 0 ? near : [...this.#present].filter((person) => person !== heard)
    // With no other person in the scene, the pronoun counts more than a first name.
    if (others.length === 0) {
      const isOwn =
        weight < WEIGHT.subject && this.#findings.isOther(heard, gender) && pronoun.isElsewhere?.()
      this.#findings.add(heard, gender, weight * (isOwn ? NOT_ALONE : ALONE), word)
    } else if (!this.#findings.isOther(heard, gender)) {
      this.#findings.add(heard, gender, weight, word)
      this.#unclear.push({ ...pronoun, persons: others, heard: { person: heard, isNear: near.length > 0 } })
    }
    // "JACK takes her hand": she is someone else who is present, unless only GEORGE is.
    else if (!before.some(isNameless)) this.#unclear.push({ ...pronoun, persons: others, instead: heard })
  }

  /** Excludes candidates of the other gender. `sure` returns the gender of a character if it is beyond doubt. */
  settle(sure: (person: number) => Gender | undefined): void {
    for (const { persons, gender, weight, word, heard, instead } of this.#unclear) {
      const genders = persons.map(sure)
      if (heard) {
        const { person, isNear } = heard
        if (sure(person) === gender || this.#findings.cues[person]?.gender === gender) continue
        if (genders.includes(gender)) this.#findings.add(person, gender, -weight * AS_LIKELY, word)
        // The nearest person is of the other gender: the pronoun refers to a character named before.
        if (!isNear || sure(person) === undefined) continue
      }
      if (genders.includes(gender)) continue
      const left = persons.filter((_, at) => genders[at] === undefined)
      const meant = left.length === 1 ? left[0] : left.length === 0 ? instead : undefined
      if (meant !== undefined) this.#findings.add(meant, gender, weight * UNCLEAR, word)
    }
    this.#unclear.length = 0
  }
}

export const personsIn = (references: readonly Reference[]): number[] => {
  const persons: number[] = []
  for (const one of references) if ('person' in one && !persons.includes(one.person)) persons.push(one.person)
  return persons
}

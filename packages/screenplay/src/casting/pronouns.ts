import type { Gender } from './cue-words.ts'
import type { Findings } from './evidence.ts'

/** Whom a pronoun may mean: a character, or one without a name whose gender the text tells. */
export type Reference = { person: number } | { gender: Gender }
type Pronoun = { gender: Gender; weight: number; word: string }
type Unclear = Pronoun & {
  persons: readonly number[]
  /** The nearest one, who has it already; `persons` are of the same paragraph if `isNear`, else of the scene. */
  heard?: { person: number; isNear: boolean }
  /** The nearest one, who can hardly be meant by their name. */
  instead?: number
}

const UNCLEAR = 0.6
/** The share that is taken back when another one of that gender is present. */
const AS_LIKELY = 0.6

/** Gives each "he" and "her" of the action to whom it may mean. */
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

  present(person: number): void {
    this.#present.add(person)
  }

  /** `references` and `before`: who was named in this sentence and in those above. */
  hear(references: readonly Reference[], before: readonly Reference[], pronoun: Pronoun): void {
    const { gender, weight, word } = pronoun
    const isNameless = (one: Reference) => 'gender' in one && one.gender === gender
    // "He meets a woman. She smiles": the nameless one is meant.
    if (references.some(isNameless)) return
    const persons = personsIn(references)
    const [heard] = persons
    if (heard === undefined) return
    if (persons.length > 1) return void this.#unclear.push({ ...pronoun, persons })
    const near = personsIn(before).filter((person) => person !== heard)
    const others = near.length > 0 ? near : [...this.#present].filter((person) => person !== heard)
    if (others.length === 0) this.#findings.add(heard, gender, weight, word)
    else if (!this.#findings.isOther(heard, gender)) {
      this.#findings.add(heard, gender, weight, word)
      this.#unclear.push({ ...pronoun, persons: others, heard: { person: heard, isNear: near.length > 0 } })
    }
    // "JACK takes her hand": she is another one present, unless no one but GEORGE is.
    else if (!before.some(isNameless)) this.#unclear.push({ ...pronoun, persons: others, instead: heard })
  }

  /** Leaves out those of the other gender. `sure` returns the gender of a character where that is beyond doubt. */
  settle(sure: (person: number) => Gender | undefined): void {
    for (const { persons, gender, weight, word, heard, instead } of this.#unclear) {
      const genders = persons.map(sure)
      if (heard) {
        const { person, isNear } = heard
        if (sure(person) === gender || this.#findings.cues[person]?.gender === gender) continue
        if (genders.includes(gender)) this.#findings.add(person, gender, -weight * AS_LIKELY, word)
        // The nearest to "his" is a woman: a character who was named before her is meant.
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

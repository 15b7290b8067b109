import type { Gender } from './cue-words.ts'
import type { Findings } from './evidence.ts'

/** Who a pronoun may mean: a person, or somebody without a name of whom the text tells a gender. */
export type Reference = { person: number } | { gender: Gender }
type Pronoun = { gender: Gender; weight: number; word: string }
type Unclear = Pronoun & {
  persons: readonly number[]
  /** Who stands nearest and got it already; `persons` are of the same paragraph then, or else of the scene. */
  heard?: { person: number; isNear: boolean }
  /** Who stands nearest, and by their name can hardly be meant. */
  instead?: number
}

/** A pronoun that may mean several. */
const UNCLEAR = 0.6
/** What is taken back of it where somebody else, of that gender, is there. */
const AS_LIKELY = 0.6

/** Gives each "he" and "her" of the action to whom it may mean. */
export class Pronouns {
  readonly #findings: Findings
  readonly #unclear: Unclear[] = []
  /** Who was named or has spoken in this scene. */
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

  /** A pronoun, behind those of `references`; `before` are those of the sentences before. */
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
    // "JACK takes her hand": hers who is there, too. Of nobody else's but GEORGE's it tells that she is a woman.
    else if (!before.some(isNameless)) this.#unclear.push({ ...pronoun, persons: others, instead: heard })
  }

  /**
   * Settles pronouns that may mean several: not those whose gender, as it is known by now, is the other one; and if one of
   * them is surely meant, nobody else. `sure` returns the gender of a person where that is beyond doubt.
   */
  settle(sure: (person: number) => Gender | undefined): void {
    for (const { persons, gender, weight, word, heard, instead } of this.#unclear) {
      const genders = persons.map(sure)
      if (heard) {
        const { person, isNear } = heard
        if (sure(person) === gender || this.#findings.cues[person]?.gender === gender) continue
        if (genders.includes(gender)) this.#findings.add(person, gender, -weight * AS_LIKELY, word)
        // Nearest to "his" stands a woman: somebody who was named before her is meant.
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

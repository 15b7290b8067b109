import type { CueGender, Gender } from './cue-words.ts'
import type { Mention, NameIndex } from './mentions.ts'
import type { Token } from './tokens.ts'

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
} as const

export class Evidence {
  readonly #sums = { female: 0, male: 0 }
  readonly #words = new Map<string, number>()

  add(gender: Gender, weight: number, word: string): void {
    this.#sums[gender] += weight
    const key = `${gender} ${word}`
    this.#words.set(key, (this.#words.get(key) ?? 0) + weight)
  }

  /** From -6 (all evidence is male) to 6 (female); near 0 if evidence is scarce or mixed. */
  get balance(): number {
    const { female, male } = this.#sums
    return (6 * (female - male)) / (female + male + 1.5)
  }

  word(gender: Gender): string | undefined {
    let best: string | undefined
    let most = 0
    for (const [key, weight] of this.#words) {
      if (weight <= most || !key.startsWith(`${gender} `)) continue
      best = key.slice(gender.length + 1)
      most = weight
    }
    return best
  }
}

export class Findings {
  /** Indexed by person. */
  readonly evidence: readonly Evidence[]
  /** Indexed by cue. */
  readonly years: (number | undefined)[] = []
  readonly accents: (string | undefined)[] = []
  readonly cues: readonly (CueGender | undefined)[]
  readonly #names: NameIndex

  constructor(names: NameIndex, cues: readonly (CueGender | undefined)[]) {
    this.#names = names
    this.cues = cues
    this.evidence = names.persons.map(() => new Evidence())
  }

  add(person: number, gender: Gender, weight: number, word: string): void {
    this.evidence[person]!.add(gender, weight, word)
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

  /** The highest age counts: younger versions of a person have cues of their own. */
  noteYears({ person, cue = this.#names.persons[person]!.lead }: Mention, years: number): void {
    this.years[cue] = Math.max(this.years[cue] ?? 0, years)
  }

  noteAccent(person: number, tokens: readonly Token[], at: number): void {
    const demonym = [tokens[at - 1], tokens[at - 2]].find((token) => token?.isDemonym)
    if (demonym) this.accents[person] ??= demonym.lower
  }
}

import type { Gender } from '../../cue-words.ts'
import { WEIGHT, type Aged, type Findings, type Quote } from '../evidence.ts'
import type { Paragraph } from '../paragraph.ts'
import type { Phrase } from '../phrases/phrase.ts'
import { personsIn, type Reference } from './pronouns.ts'

/** Notes what a paragraph says about persons whom it does not name at that place. */
export class PersonNotes {
  readonly paragraph: Paragraph
  readonly findings: Findings

  constructor(paragraph: Paragraph, findings: Findings) {
    this.paragraph = paragraph
    this.findings = findings
  }

  noteAge(person: number, years: number, level: number, from: number, to: number): void {
    this.findings.noteAge({ person, cue: undefined }, years, level, this.quote(from, to))
  }

  ageOf(person: number): Aged | undefined {
    return this.findings.ageOf(person)
  }

  notePhrase(person: number, phrase: Phrase, from = phrase.from): void {
    const { tokens, used } = this.paragraph
    const { gender, nounAt, years, level, accent, to } = phrase
    const quote = this.quote(from, to)
    if (gender) this.findings.add(person, gender, WEIGHT.apposition, tokens[nounAt!]!.lower, quote)
    if (nounAt !== undefined) used.add(nounAt)
    this.paragraph.told.add(phrase.from)
    if (years !== undefined) this.noteAge(person, years, level, from, to)
    if (accent) this.findings.noteAccent(person, accent)
  }

  /** The person whom "he" or "she" most likely means. */
  meant(gender: Gender | undefined, references: readonly Reference[]): number | undefined {
    for (const one of references) {
      if ('gender' in one) {
        if (one.gender === gender) return undefined
      } else if (gender === undefined || this.findings.canBe(one.person, gender)) return one.person
    }
    const persons = personsIn(references)
    return persons.length === 1 ? persons[0] : undefined
  }

  quote(from: number, to: number): Quote {
    return { text: this.paragraph.text, from, to }
  }
}

import { LEVEL, WEIGHT, type Findings, type Quote } from '../evidence.ts'
import type { AgeInText } from '../ages/age-at.ts'
import { relativeAgeAt } from '../ages/relative-ages.ts'
import type { Found } from '../mentions.ts'
import type { Paragraph } from '../paragraph.ts'
import { ownerIn, type Phrase } from '../phrases/phrase.ts'
import type { Predicate } from '../phrases/predicates.ts'
import { lowerAt } from '../tokens.ts'

/** Notes what a paragraph says about its named characters. */
export class PortraitNotes {
  readonly paragraph: Paragraph
  readonly findings: Findings

  constructor(paragraph: Paragraph, findings: Findings) {
    this.paragraph = paragraph
    this.findings = findings
  }

  notePhrase(one: Found, phrase: Phrase): void {
    const { mention, at, end } = one
    const { tokens, used, told } = this.paragraph
    const { gender, nounAt, years, level, accent, from, to } = phrase
    this.noteRelativeAge(one, to)
    const quote = this.#quote(one, from, to === at ? end : to)
    if (gender) this.findings.add(mention.person, gender, WEIGHT.apposition, lowerAt(tokens, nounAt!), quote)
    if (nounAt !== undefined) used.add(nounAt)
    told.add(from)
    if (years !== undefined) this.findings.noteAge(mention, years, level, quote)
    else if (phrase.isTwin) this.findings.noteRelative(mention, quote)
    if (accent) this.findings.noteAccent(mention.person, accent)
  }

  notePredicate(one: Found, { years, level, phrase, from, to }: Predicate): void {
    if (phrase) this.notePhrase(one, phrase)
    else if (years !== undefined) this.findings.noteAge(one.mention, years, level, this.#quote(one, from, to))
  }

  noteAge(one: Found, { years, end }: AgeInText, from: number, level: number = LEVEL.stated): void {
    const { tokens } = this.paragraph
    const quote = this.#quote(one, from, end)
    this.findings.noteAge(one.mention, years, level, quote)
    const owner = ownerIn(tokens, from, end)
    if (owner)
      this.findings.add(one.mention.person, owner.gender, WEIGHT.aside, lowerAt(tokens, owner.at), quote)
    this.paragraph.use(from, end)
  }

  /** An age compared with that of another: "ten years his junior". */
  noteRelativeAge(one: Found, from: number): void {
    const relative = relativeAgeAt(this.paragraph.tokens, from)
    if (relative) this.findings.noteRelative(one.mention, this.#quote(one, from, relative.end), relative.of)
  }

  /** "Her father's only child": she is the child. */
  noteOwner(one: Found, from: number): void {
    const { tokens } = this.paragraph
    const owner = ownerIn(tokens, from, from + 1)
    if (!owner) return
    const quote = this.#quote(one, from, from + 3)
    this.findings.add(one.mention.person, owner.gender, WEIGHT.aside, lowerAt(tokens, from), quote)
  }

  #quote({ at }: Found, from: number, to: number): Quote {
    return { text: this.paragraph.text, from, to, name: at }
  }
}

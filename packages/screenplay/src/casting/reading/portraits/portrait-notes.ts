import { LEVEL, WEIGHT, type Findings, type Quote } from '../evidence.ts'
import type { AgeInText } from '../ages/age-at.ts'
import { ageAhead, ageBehind, ageInClause, yearsOlder } from '../ages/near-ages.ts'
import { relativeAgeAt } from '../ages/relative-ages.ts'
import type { Found } from '../mentions.ts'
import type { Paragraph } from '../paragraph.ts'
import { ownerIn, type Phrase } from '../phrases/phrase.ts'
import type { Predicate } from '../phrases/predicates.ts'
import { lowerAt } from '../tokens.ts'

const GROWN = 18

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
    else if (phrase.isTwin || phrase.isRelative || lowerAt(tokens, to) === 'of')
      this.#noteKin(one, phrase, quote)
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
    const { tokens } = this.paragraph
    const relative = relativeAgeAt(tokens, from)
    if (!relative) return
    const near = ageBehind(tokens, from)
    const quote = this.#quote(one, from, relative.end)
    if (near !== undefined) this.findings.noteAge(one.mention, relative.of(near), LEVEL.said, quote)
    else this.findings.noteRelative(one.mention, quote, relative.of)
  }

  /** "Her father", if her age is stated: a twin has the same age, a parent is older. */
  #noteKin(one: Found, phrase: Phrase, quote: Quote): void {
    const { tokens } = this.paragraph
    const older = phrase.isTwin ? 0 : yearsOlder(lowerAt(tokens, phrase.nounAt ?? -1))
    if (older === undefined) return
    const ofChild = lowerAt(tokens, phrase.to) === 'of' ? ageInClause(tokens, phrase.to) : undefined
    const ofTwin = phrase.isTwin ? ageAhead(tokens, phrase.from) : undefined
    const near = ofChild ?? ageBehind(tokens, phrase.from) ?? ofTwin
    // The father of a child may be of many ages.
    if (near !== undefined && (older === 0 || near >= GROWN))
      this.findings.noteAge(one.mention, near + older, phrase.isTwin ? LEVEL.said : LEVEL.hint, quote)
    else if (phrase.isTwin) this.findings.noteRelative(one.mention, quote)
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

import { yearIn } from '../ages/dated-ages.ts'
import type { Found } from '../mentions.ts'
import { Paragraph } from '../paragraph.ts'
import type { Phrase } from '../phrases/phrase.ts'
import { readPortraits } from '../portraits/portraits.ts'
import type { ReaderParts } from '../reader-parts.ts'
import { Introductions } from './introductions.ts'
import { PersonNotes } from './person-notes.ts'
import { withPresented } from './presented.ts'
import { PronounWeights } from './pronoun-weights.ts'
import { personsIn, type Reference } from './pronouns.ts'
import { ParagraphReader } from './read-paragraph.ts'
import { readSituations } from './read-situations.ts'
import { References } from './references.ts'
import { readUnassigned } from './unassigned.ts'

/** How often a character is named until the text no longer describes them. */
const KNOWN_AFTER = 8
/** In how many paragraphs a character may be introduced by what they have and do. */
const INTRODUCED_AFTER = 2

const onlyOne = (persons: readonly number[]): number | undefined =>
  new Set(persons).size === 1 ? persons[0] : undefined

/** Reads action: who is named, what is said about them, and whom pronouns mean. */
export class ActionReader {
  readonly #parts: ReaderParts
  readonly #introductions: Introductions
  readonly #weights: PronounWeights
  readonly #isEnglish: boolean
  /** Of the paragraph or speech before, to whom the next pronouns refer. */
  #carried: readonly Reference[] = []
  /** In how many paragraphs each person has been named. */
  readonly #paragraphs = new Map<number, number>()
  /** The year in which the scene plays, if the text states it. */
  #year: number | undefined
  /** How often each person has been named. */
  readonly #times = new Map<number, number>()

  constructor(parts: ReaderParts) {
    this.#parts = parts
    this.#weights = new PronounWeights(parts.language)
    this.#isEnglish = parts.language === 'en'
    this.#introductions = new Introductions(parts.names, parts.findings)
  }

  beginScene(heading: string): void {
    const year = yearIn(this.#parts.vocabulary.split(heading))
    this.#year = year ?? this.#year
    this.#carried = []
    this.#introductions.endCount()
  }

  /** The last speakers, to whom the next pronouns refer. */
  carry(speakers: readonly number[]): void {
    if (speakers.length > 0) this.#carried = speakers.map((person) => ({ person }))
  }

  read(text: string): void {
    const { findings, pronouns } = this.#parts
    const paragraph = this.#paragraphOf(text)
    const { found, tokens } = paragraph
    const isKnown = this.#areKnown(found) && !tokens.some(({ number }) => number)
    if (!isKnown && found.length > 0) readPortraits(paragraph, findings)
    const notes = new PersonNotes(paragraph, findings)
    const references = new References(this.#carried)
    const introductions = this.#introductions
    const weights = this.#weights
    new ParagraphReader({ notes, references, introductions, pronouns, weights, isKnown }).read()
    if (!isKnown && this.#isEnglish) {
      const only = onlyOne(
        found.length > 0 ? found.map(({ mention }) => mention.person) : personsIn(this.#carried),
      )
      this.#year = yearIn(tokens) ?? this.#year
      readSituations(notes, onlyOne(personsIn(this.#carried)), this.#isIntroduced)
      if (only !== undefined && !this.#isIntroduced(only)) readUnassigned(notes, only, this.#year)
    }
    for (const person of new Set(found.map(({ mention }) => mention.person)))
      this.#paragraphs.set(person, (this.#paragraphs.get(person) ?? 0) + 1)
    const last = references.nearest
    const named = onlyOne(found.map(({ mention }) => mention.person))
    this.#carried = personsIn(last).length === 1 ? last : named === undefined ? [] : [{ person: named }]
    if (found.length > 0) introductions.endCount()
  }

  /** Whether a person has been named in some paragraphs: what they have and do then says little about their age. */
  readonly #isIntroduced = (person: number): boolean =>
    (this.#paragraphs.get(person) ?? 0) >= INTRODUCED_AFTER

  #paragraphOf(text: string): Paragraph {
    const paragraph = this.#split(text)
    const presented = this.#isEnglish ? withPresented(paragraph, this.#canBe, this.#isNew) : text
    return presented === text ? paragraph : this.#split(presented)
  }

  #split(text: string): Paragraph {
    const tokens = this.#parts.vocabulary.split(text)
    return new Paragraph(text, tokens, this.#parts.names.allIn(tokens))
  }

  readonly #canBe = ({ mention }: Found, { gender }: Phrase): boolean =>
    !gender || !this.#parts.findings.isOther(mention.person, gender)

  readonly #isNew = ({ mention }: Found): boolean => !this.#times.has(mention.person)

  /** Whether all characters in a paragraph have been named often: their descriptions came before. */
  #areKnown(found: readonly Found[]): boolean {
    let isKnown = found.length > 0
    for (const { mention } of found) {
      const times = (this.#times.get(mention.person) ?? 0) + 1
      this.#times.set(mention.person, times)
      if (times < KNOWN_AFTER) isKnown = false
    }
    return isKnown
  }
}

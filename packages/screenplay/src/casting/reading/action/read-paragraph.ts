import { wordSet } from '../../../word-set.ts'
import type { Gender } from '../../cue-words.ts'
import { WAYS_OF_SPEAKING } from '../../word-lists.ts'
import { WEIGHT } from '../evidence.ts'
import type { Found } from '../mentions.ts'
import type { Paragraph } from '../paragraph.ts'
import { accentBefore } from '../phrases/accents.ts'
import { lowerAt, type Token } from '../tokens.ts'
import type { Introductions } from './introductions.ts'
import { readNameless } from './nameless.ts'
import type { PersonNotes } from './person-notes.ts'
import type { PronounWeights } from './pronoun-weights.ts'
import { personsIn, type Pronouns } from './pronouns.ts'
import type { References } from './references.ts'
import { readOfAll, readOwnAge, readPredicate, readThey } from './statements.ts'
import { isUnknownName, namesOther } from './unknown-names.ts'

/** Share of a pronoun's weight if it may refer to a stranger. */
const DOUBT = 0.5
const BEFORE_OBJECTS = wordSet(
  'behind beside before around above below beneath under over near opposite across past next',
)
const THEY = wordSet("they they're they’re")

type ParagraphParts = {
  notes: PersonNotes
  references: References
  introductions: Introductions
  pronouns: Pronouns
  weights: PronounWeights
  /** Whether all its characters have been described before. */
  isKnown: boolean
}

/** Reads one paragraph word by word: what is said about its persons, and whom pronouns mean. */
export class ParagraphReader {
  readonly #parts: ParagraphParts
  readonly #paragraph: Paragraph
  readonly #references: References
  /** Pronouns before the first name of the sentence. */
  #ahead: Gender[] = []
  #isStart = true
  /** Whether the sentence mentions a stranger after the last name. */
  #isStrange = false

  constructor(parts: ParagraphParts) {
    this.#parts = parts
    this.#paragraph = parts.notes.paragraph
    this.#references = parts.references
  }

  read(): void {
    const { tokens, found } = this.#paragraph
    let rank = 0
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      if (token.isSign) {
        this.#readSign(token)
        continue
      }
      const isFirst = this.#isStart
      this.#isStart = false
      const one = found[rank]
      if (one?.at === at) {
        this.#readName(one)
        at = one.end - 1
        rank++
        continue
      }
      if (token.isPlain && !isFirst && !tokens[at - 1]!.announces) {
        if (token.startsPhrase) this.#isStrange ||= this.#paragraph.isStranger(at)
        continue
      }
      if (!this.#parts.isKnown && !this.#isStrange && !this.#paragraph.used.has(at))
        this.#readNameless(at, isFirst)
      const wasStrange = this.#isStrange
      this.#isStrange ||= this.#isStrangeAt(at, isFirst)
      if (token.isCaps && !token.number) this.#parts.introductions.meetOther(tokens, at)
      this.#readWord(at, isFirst, wasStrange)
    }
  }

  #readSign({ isStop }: Token): void {
    if (!isStop) return
    this.#isStart = true
    this.#ahead = []
    this.#isStrange = false
    this.#references.endSentence()
  }

  #readName(one: Found): void {
    const { notes, introductions, pronouns } = this.#parts
    const { here } = this.#references
    const { person } = one.mention
    if (!this.#paragraph.isPossessive(one)) {
      introductions.read(this.#paragraph.tokens, one.at, one.mention)
      for (const gender of here.length === 0 ? this.#ahead : [])
        notes.findings.add(person, gender, WEIGHT.possessive, gender === 'male' ? 'his' : 'her')
    }
    this.#ahead = []
    this.#isStrange = false
    here.push({ person })
    pronouns.present(person)
  }

  #readNameless(at: number, isFirst: boolean): void {
    const { here, nearest } = this.#references
    readNameless(this.#parts.notes, { at, isFirst, references: nearest, isSameSentence: here.length > 0 })
  }

  #isStrangeAt(at: number, isFirst: boolean): boolean {
    const { plural, group } = this.#paragraph.tokens[at]!
    return (
      plural !== undefined ||
      group ||
      this.#paragraph.isStranger(at) ||
      isUnknownName(this.#paragraph, at, isFirst)
    )
  }

  #readWord(at: number, isFirst: boolean, wasStrange: boolean): void {
    const { notes, introductions } = this.#parts
    const { text, tokens, used } = this.#paragraph
    const { plural, group, noun, lower, isPronoun } = tokens[at]!
    if (plural || group) introductions.count(tokens, at, text)
    if (noun) {
      // "Grinning like a boy" mentions no one.
      if (!used.has(at) && lowerAt(tokens, at - 2) !== 'like') this.#references.here.push({ gender: noun })
    } else if (WAYS_OF_SPEAKING.has(lower)) {
      const persons = personsIn(this.#references.nearest)
      const accent = persons.length === 1 ? accentBefore(tokens, at) : undefined
      if (accent) notes.findings.noteAccent(persons[0]!, accent)
    } else if (used.has(at)) return
    else if (isPronoun) {
      this.#readStatement(at, isFirst)
      this.#hear(at, wasStrange)
    } else if (isFirst && BEFORE_OBJECTS.has(lower)) this.#hearObject(at + 1)
  }

  #readStatement(at: number, isFirst: boolean): void {
    const { notes } = this.#parts
    const { lower, subject } = this.#paragraph.tokens[at]!
    if (subject) readPredicate(notes, at, this.#references.all)
    else if (THEY.has(lower)) {
      readOfAll(notes, at, personsIn(this.#references.nearest))
      if (isFirst) readThey(notes, at)
    } else if (lower === 'his' || lower === 'her') readOwnAge(notes, at, this.#references.all)
  }

  #hear(at: number, wasStrange: boolean): void {
    const { weights, pronouns } = this.#parts
    const { here, before, earlier, nearest, trust } = this.#references
    const { tokens } = this.#paragraph
    const { lower, subject } = tokens[at]!
    const weight = weights.at(tokens, at)
    if (weight === 0 || lowerAt(tokens, at - 1) === 'than') return
    const gender = subject ?? (lower.startsWith('hi') ? 'male' : 'female')
    // "His twin GIA": he is someone else.
    if (nearest.length === 0 && !wasStrange && !this.#paragraph.isDescription(at)) this.#ahead.push(gender)
    // "Bex picks a crumb out of her fringe": someone who is no character.
    const doubt = wasStrange && personsIn(here).length === 0 ? DOUBT : 1
    pronouns.hear(nearest, [...before, ...earlier], {
      gender,
      isElsewhere: () => namesOther(this.#paragraph, gender),
      weight: weight * doubt * (here.length > 0 ? 1 : trust),
      word: lower,
    })
  }

  /** "Behind him, …": a person of the sentence before. */
  #hearObject(at: number): void {
    const { weights, pronouns } = this.#parts
    const { before, earlier, trust } = this.#references
    const { tokens } = this.#paragraph
    const word = lowerAt(tokens, at)
    if ((word !== 'him' && word !== 'her') || before.length === 0 || weights.at(tokens, at) !== 0) return
    const gender = word === 'him' ? 'male' : 'female'
    pronouns.hear(before, earlier, { gender, weight: WEIGHT.possessive * trust, word })
  }
}

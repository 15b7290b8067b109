import type { Line } from '@andscene/contracts/script'
import type { Gender } from './cue-words.ts'
import { Findings, WEIGHT } from './evidence.ts'
import { Introductions } from './introductions.ts'
import type { NameIndex } from './mentions.ts'
import { Vocabulary, type Token } from './tokens.ts'
import { AFTER_OBJECT, HONORIFICS, SUBJECT_LANGUAGES, SUBJECTS } from './words-of-gender.ts'

/** Who a pronoun may mean: a person, or somebody without a name of whom the text tells a gender. */
type Reference = { person: number } | { gender: Gender }
type Unclear = {
  persons: readonly number[]
  gender: Gender
  weight: number
  word: string
  heard?: number | undefined
}
export type TextLine = Pick<Line, 'type' | 'text' | 'character'>

/** A pronoun that goes back to the one who has just spoken, or to the paragraph before. */
const CARRIED = 0.5
/** A pronoun that may mean several. */
const UNCLEAR = 0.6
const WAYS_OF_SPEAKING = new Set(['accent', 'brogue', 'lilt', 'drawl', 'burr'])
/** In dialogue: "Mr. Bloom", or "Yes, sir" to the one who spoke before. */
const ADDRESS =
  /\b(Mr|Mister|Mrs|Ms|Miss|Uncle|Aunt|Auntie|Sir|Lady|Lord|Madame|Señor|Señora|Monsieur|Herr|Frau)\b\.?\s+([A-ZÀ-Þ][^\s.,;:!?()"“”]+)|\b(sir|ma['’]am|madam)\b/g

/** Reads a script once, for what it tells of its persons. */
export class TextReader {
  readonly findings: Findings
  readonly #introductions: Introductions
  readonly #vocabulary = new Vocabulary()
  readonly #names: NameIndex
  readonly #cues: ReadonlyMap<string, number>
  readonly #subjects: ReadonlySet<string>
  readonly #isEnglish: boolean
  readonly #unclear: Unclear[] = []
  /** The two who spoke last in this scene; the last one first. */
  #speakers: number[] = []
  #carried: readonly Reference[] = []

  constructor(names: NameIndex, cues: ReadonlyMap<string, number>, language = 'en') {
    this.#names = names
    this.#cues = cues
    this.#subjects = new Set(SUBJECT_LANGUAGES[language] ?? [])
    this.#isEnglish = language === 'en'
    this.findings = new Findings(names)
    this.#introductions = new Introductions(names, this.findings)
  }

  read(line: TextLine): void {
    switch (line.type) {
      case 'Action':
        return this.#readAction(line.text)
      case 'Dialogue':
        return this.#readSpeech(line)
      case 'Parenthetical':
        return this.#readAside(line)
      case 'Scene Heading':
      case 'Scene':
        this.#speakers = []
        this.#carried = []
        this.#introductions.endCount()
    }
  }

  /**
   * Settles pronouns that may mean several: not those whose gender, as it is known by now, is the other one; and if one of
   * them is surely meant, nobody else. `sure` tells the gender of a person where that is beyond doubt.
   */
  settle(sure: (person: number) => Gender | undefined): void {
    for (const { persons, gender, weight, word, heard } of this.#unclear) {
      // Nearest to "his" stands a woman: somebody who was named before her is meant.
      if (heard !== undefined && (sure(heard) ?? gender) === gender) continue
      const genders = persons.map(sure)
      if (genders.includes(gender)) continue
      const left = persons.filter((_, at) => genders[at] === undefined)
      if (left.length === 1) this.findings.add(left[0]!, gender, weight * UNCLEAR, word)
    }
    this.#unclear.length = 0
  }

  #personOf(character: string | undefined): number | undefined {
    const cue = character === undefined ? undefined : this.#cues.get(character)
    return cue === undefined ? undefined : this.#names.personOfCue[cue]
  }

  #readSpeech({ text, character }: TextLine): void {
    const speaker = this.#personOf(character)
    const other = this.#speakers.find((person) => person !== speaker)
    for (const [, title, name, address] of text.matchAll(ADDRESS)) {
      if (address !== undefined) {
        if (other !== undefined && address !== 'Sir')
          this.findings.add(other, address === 'sir' ? 'male' : 'female', WEIGHT.address, address)
        continue
      }
      const person = this.#names.named(name!.toUpperCase().replace(/['’]S?$/, ''))
      const gender = HONORIFICS[title!.toLowerCase()]
      if (person !== undefined && gender) this.findings.add(person, gender, WEIGHT.honorific, title!)
    }
    if (speaker === undefined) return
    if (this.#speakers[0] !== speaker)
      this.#speakers = [speaker, ...this.#speakers.filter((person) => person !== speaker)].slice(0, 2)
    this.#carried = this.#speakers.map((person) => ({ person }))
  }

  #readAside({ text, character }: TextLine): void {
    const speaker = this.#personOf(character)
    if (speaker === undefined || !this.#isEnglish) return
    const tokens = this.#vocabulary.split(text)
    for (const [at, { lower }] of tokens.entries()) {
      if (lower === 'himself' || lower === 'herself')
        this.findings.add(speaker, lower === 'himself' ? 'male' : 'female', WEIGHT.aside, lower)
      else if (at <= 1 && (lower === 'he' || lower === 'she'))
        this.findings.add(speaker, SUBJECTS[lower]!, WEIGHT.subject, lower)
      else if (WAYS_OF_SPEAKING.has(lower)) this.findings.noteAccent(speaker, tokens, at)
    }
  }

  #readAction(text: string): void {
    const tokens = this.#vocabulary.split(text)
    let here: Reference[] = []
    let before: readonly Reference[] = this.#carried
    let trust = CARRIED
    const known = () => (here.length > 0 ? here : before)
    const used = new Set<number>()
    let nameEnd = -1
    for (let at = 0; at < tokens.length; at++) {
      const token = tokens[at]!
      if (token.isSign) {
        if (!token.isStop || here.length === 0) continue
        before = here
        trust = 1
        here = []
        continue
      }
      const mention = this.#names.at(tokens, at)
      // Of "Amy March", March is no name of AUNT MARCH.
      if (mention && !(mention.isPart && nameEnd === at)) {
        nameEnd = at + mention.length
        if (!tokens[nameEnd - 1]!.isPossessive) this.#introductions.read(tokens, at, mention, used)
        here.push({ person: mention.person })
        at = nameEnd - 1
        continue
      }
      if (token.plural) this.#introductions.count(tokens, at, token.plural)
      if (token.noun) {
        if (!used.has(at)) here.push({ gender: token.noun })
      } else if (WAYS_OF_SPEAKING.has(token.lower)) {
        const persons = personsIn(known())
        if (persons.length === 1) this.findings.noteAccent(persons[0]!, tokens, at)
      } else {
        const weight = this.#pronounWeight(token.lower, tokens[at + 1])
        if (weight === 0) continue
        const gender = /^(?:h(?:e|is|imself)|il|él|lui|ele|hij|han)$/.test(token.lower) ? 'male' : 'female'
        this.#hear(known(), before, gender, weight * (here.length > 0 ? 1 : trust), token.lower)
      }
    }
    const last = known()
    this.#carried = personsIn(last).length === 1 ? last : []
    if (nameEnd >= 0) this.#introductions.endCount()
  }

  /** How much a word tells as a pronoun; an object ("sees him") is somebody else than the one who is named. */
  #pronounWeight(word: string, next: Token | undefined): number {
    if (this.#subjects.has(word)) return WEIGHT.subject
    if (!this.#isEnglish) return 0
    if (word === 'himself' || word === 'herself') return WEIGHT.subject
    if (word === 'his') return WEIGHT.possessive
    return word === 'her' && next && !next.isSign && !AFTER_OBJECT.has(next.lower) ? WEIGHT.possessive : 0
  }

  #hear(
    references: readonly Reference[],
    before: readonly Reference[],
    gender: Gender,
    weight: number,
    word: string,
  ): void {
    // "He meets a woman. She smiles": the nameless one is meant.
    if (references.some((one) => 'gender' in one && one.gender === gender)) return
    const persons = personsIn(references)
    const [heard] = persons
    if (persons.length === 1) {
      this.findings.add(heard!, gender, weight, word)
      const others = personsIn(before).filter((person) => person !== heard)
      if (others.length > 0) this.#unclear.push({ persons: others, gender, weight, word, heard })
    } else if (persons.length > 1) this.#unclear.push({ persons, gender, weight, word })
  }
}

const personsIn = (references: readonly Reference[]): number[] => {
  const persons: number[] = []
  for (const one of references) if ('person' in one && !persons.includes(one.person)) persons.push(one.person)
  return persons
}
